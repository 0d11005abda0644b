// Checks a definition once and chooses among its host implementations.
#include "kernel_state.hpp"

#include <algorithm>

#include "kparity/error.hpp"
#include "kparity/identifier.hpp"
#include "kparity/warning.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

[[noreturn]] void refuse(const KernelDefinition& definition, const std::string& problem) {
  throw InvalidArgument("kernel '" + definition.name + "': " + problem);
}

std::vector<std::string> host_names(const KernelDefinition& definition) {
  std::vector<std::string> names;
  for (const HostImplementation& host : definition.hosts) names.push_back(host.name);
  return names;
}

void check_instantiations(const KernelDefinition& definition) {
  if (definition.instantiations.empty()) refuse(definition, "has no signature");
  const auto names_of = [](const Signature& signature) {
    std::vector<std::string> names;
    for (const Parameter& parameter : signature.parameters) names.push_back(parameter.name);
    return names;
  };
  const auto first = names_of(definition.instantiations.front());
  for (const Signature& signature : definition.instantiations) {
    if (names_of(signature) != first) refuse(definition, "its instantiations have different parameter names");
  }
}

void check_hosts(const KernelDefinition& definition) {
  std::vector<std::string> names = host_names(definition);
  if (std::find(names.begin(), names.end(), reference_name) == names.end()) {
    refuse(definition, "has no 'reference' implementation, which judges the others; it has " +
                           (names.empty() ? "none" : text::join(names)));
  }
  for (const HostImplementation& host : definition.hosts) {
    if (host.name.empty()) refuse(definition, "has a host implementation without a name");
    if (host.name == cuda_name) refuse(definition, "'cuda' cannot be the name of a host implementation");
    if (!host.load) refuse(definition, "implementation '" + host.name + "' has no loader");
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) refuse(definition, "has two implementations '" + *twice + "'");
}

void check_written(const KernelDefinition& definition, const std::vector<std::string>& paths, const char* role) {
  for (const std::string& name : paths) {
    for (const Signature& signature : definition.instantiations) {
      const auto path = kparity::find(signature, name);
      if (!path) refuse(definition, text::concat(role, " '", name, "' is no parameter of ", to_string(signature)));
      const Parameter& parameter = at(signature, *path);
      if (!can_be_written(parameter)) {
        refuse(definition, text::concat(role, " '", name, "' cannot be written through its type ", c_type(parameter)));
      }
    }
  }
}

void check_rule_names(const KernelDefinition& definition, const Expression& expression) {
  for (const std::string& name : expression.names()) {
    for (const Signature& signature : definition.instantiations) {
      const auto path = kparity::find(signature, name);
      if (!path || at(signature, *path).kind != ParameterKind::scalar || is_floating(at(signature, *path).dtype)) {
        refuse(definition, text::concat("launch rule '", expression.text(), "': '", name,
                                        "' is no integer parameter of ", to_string(signature)));
      }
    }
  }
}

LaunchOptions default_launch_of(const KernelDefinition& definition) {
  const std::vector<unsigned>& block = definition.launch.block;
  LaunchOptions options;
  options.block = LaunchExtent::of(std::vector<std::int64_t>(block.begin(), block.end()));
  return options;
}

void check_launch_rule(const KernelDefinition& definition) {
  const LaunchRule& rule = definition.launch;
  if (rule.threads.size() > 3) refuse(definition, "launch rule: threads has more than 3 dimensions");
  for (const Expression& expression : rule.threads) check_rule_names(definition, expression);
  if (rule.shared_memory) check_rule_names(definition, *rule.shared_memory);
  check_launch_options(definition.name, default_launch_of(definition));
}

KernelDefinition checked(KernelDefinition definition) {
  check_kernel_name(definition.name);
  check_instantiations(definition);
  check_hosts(definition);
  check_written(definition, definition.outputs, "output");
  check_written(definition, definition.scratch, "scratch");
  check_launch_rule(definition);
  std::stable_partition(definition.hosts.begin(), definition.hosts.end(),
                        [](const HostImplementation& host) { return host.name != reference_name; });
  return definition;
}

std::string load_errors(const std::vector<HostSlot>& hosts) {
  std::vector<std::string> errors;
  for (const HostSlot& slot : hosts) {
    if (slot.failed()) errors.push_back(text::concat("'", slot.name(), "': ", message_of(slot.error())));
  }
  return text::join(errors, "; ");
}

}  // namespace

KernelState::KernelState(KernelDefinition d)
    : definition(checked(std::move(d))),
      label(definition.name),
      table(binding_table(definition.name, definition.instantiations)),
      default_launch(default_launch_of(definition)),
      hosts(definition.hosts.size()) {
  follows_arrays = definition.dispatch == Dispatch::arrays;
  const std::vector<Parameter>& parameters = definition.instantiations.front().parameters;
  has_views = std::any_of(parameters.begin(), parameters.end(), [](const Parameter& p) { return p.view_rank != 0; });
  for (const Signature& signature : definition.instantiations) {
    plain_launches.push_back(plain_launch(definition.launch, signature));
  }
  for (std::size_t i = 0; i < hosts.size(); ++i) hosts[i].bind(definition.hosts[i], definition.instantiations.size());
}

void KernelState::set_label(std::string name) {
  table.kernel = name;
  label = std::move(name);
}

HostSlot* KernelState::find(std::string_view name) const {
  const auto same = [name](const HostSlot& slot) { return slot.name() == name; };
  const auto found = std::find_if(hosts.begin(), hosts.end(), same);
  return found == hosts.end() ? nullptr : &*found;
}

HostSlot& KernelState::default_host() const {
  if (HostSlot* known = default_host_.load(std::memory_order_acquire)) return *known;
  for (HostSlot& slot : hosts) {
    if (!slot.load()) continue;
    default_host_.store(&slot, std::memory_order_release);  // every thread arrives at the same slot
    return slot;
  }
  throw_unavailable(*this, hosts.back());
}

HostSlot& KernelState::selected_host(SelectionWord selection) const {
  const unsigned id = implementation_of(selection);
  if (id == 0) return default_host();
  for (HostSlot& slot : hosts) {
    if (slot.id() != id) continue;
    if (!slot.load()) throw_unavailable(*this, slot);
    return slot;
  }
  throw ImplementationUnavailable(text::concat(kernel_name(*this), " has no implementation '",
                                               implementation_with_id(id), "', which was chosen; it has ",
                                               text::join(host_names(definition))));
}

const Entry* KernelState::entries_for_call(SelectionWord selection) const {
  if (const Entry* entries = find_entries(*this, selection)) return entries;
  const HostSlot& slot = selected_host(selection);
  const bool is_default = implementation_of(selection) == 0;
  if (is_default && slot.name() == reference_name && hosts.size() > 1) {
    warn_once(
        has_warned_of_reference_,
        text::concat(kernel_name(*this),
                     " runs its slow 'reference' implementation, since no other can run here: ", load_errors(hosts)));
  }
  return publish(selection, slot);
}

// Calls that find nothing published come by here each time; so nothing is while some of them may have to be captured.
const Entry* KernelState::publish(SelectionWord selection, const HostSlot& slot) const {
  const SelectionWord implementation = selection & implementation_bits;
  const std::lock_guard lock(publishing_);
  const HostChoice* choice = all_choices_;
  while (choice != nullptr && choice->implementation != implementation) choice = choice->next;
  if (choice == nullptr) {
    choice = all_choices_ =
        &published_choices_.emplace_back(HostChoice{implementation, slot.loaded().entries.data(), all_choices_});
  }
  if (!captures.are_open()) choices.store(all_choices_, std::memory_order_release);
  return choice->entries;
}

void KernelState::capture(std::string path) const {
  captures.add(std::move(path));
  const std::lock_guard lock(publishing_);
  if (captures.are_open()) choices.store(nullptr, std::memory_order_release);
}

void KernelState::remember(const ArgumentCode* types, std::size_t instantiation) const {
  const std::lock_guard lock(publishing_);
  if (find_match(*this, types) != nullptr) return;
  const TypeMatch* head = matches.load(std::memory_order_relaxed);
  matches.store(&published_matches_.emplace_back(TypeMatch{types, instantiation, head}), std::memory_order_release);
}

std::string kernel_name(const KernelState& kernel) {
  return "kernel '" + kernel.label + "'";
}

void warn_once(std::atomic<bool>& flag, const std::string& message) {
  if (flag.exchange(true)) return;
  try {
    warn(message);
  } catch (...) {
    flag = false;
    throw;
  }
}

void throw_unavailable(const KernelState& kernel, const HostSlot& slot) {
  const std::string message = text::concat(kernel_name(kernel), ": implementation '", slot.name(),
                                           "' is unavailable: ", message_of(slot.error()));
  try {
    std::rethrow_exception(slot.error());
  } catch (...) {
    std::throw_with_nested(ImplementationUnavailable(message));
  }
}

}  // namespace kparity::detail
