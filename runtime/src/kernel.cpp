// Checks a definition once, loads host implementations on first use and remembers how that went.
#include "kparity/kernel.hpp"

#include <algorithm>
#include <mutex>

#include "host_slot.hpp"
#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

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
      const auto path = find(signature, name);
      if (!path) refuse(definition, text::concat(role, " '", name, "' is no parameter of ", to_string(signature)));
      const Parameter& parameter = at(signature, *path);
      if (parameter.kind != ParameterKind::pointer || parameter.is_const) {
        refuse(definition, text::concat(role, " '", name, "' cannot be written through its type ", c_type(parameter)));
      }
    }
  }
}

KernelDefinition checked(KernelDefinition definition) {
  check_instantiations(definition);
  check_hosts(definition);
  check_written(definition, definition.outputs, "output");
  check_written(definition, definition.scratch, "scratch");
  std::stable_partition(definition.hosts.begin(), definition.hosts.end(),
                        [](const HostImplementation& host) { return host.name != reference_name; });
  return definition;
}

}  // namespace

struct Kernel::State {
  explicit State(KernelDefinition d) : definition(checked(std::move(d))), hosts(definition.hosts.size()) {
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      hosts[i].bind(definition.hosts[i], definition.instantiations.size());
    }
  }

  HostSlot* find(std::string_view name) {
    const auto same = [name](const HostSlot& slot) { return slot.name() == name; };
    const auto found = std::find_if(hosts.begin(), hosts.end(), same);
    return found == hosts.end() ? nullptr : &*found;
  }

  const KernelDefinition definition;
  std::vector<HostSlot> hosts;  // in preference order
};

Kernel::Kernel(KernelDefinition definition) : state_(std::make_shared<State>(std::move(definition))) {}

const std::string& Kernel::name() const noexcept {
  return state_->definition.name;
}
const KernelDefinition& Kernel::definition() const noexcept {
  return state_->definition;
}
bool Kernel::has_cuda() const noexcept {
  return state_->definition.cuda.has_value();
}

std::vector<std::string> Kernel::implementations() const {
  std::vector<std::string> names = host_names(state_->definition);
  if (has_cuda()) names.emplace_back(cuda_name);
  return names;
}

bool Kernel::available(std::string_view implementation) const {
  HostSlot* slot = state_->find(implementation);
  return slot != nullptr && slot->load();
}

std::string Kernel::why_unavailable(std::string_view implementation) const {
  HostSlot* slot = state_->find(implementation);
  if (slot == nullptr) {
    return text::concat("kernel '", name(), "' has no implementation '", implementation, "'; it has ",
                        text::join(implementations()));
  }
  return slot->load() ? "" : message_of(slot->error());
}

std::map<std::string, std::exception_ptr> Kernel::errors() const {
  std::map<std::string, std::exception_ptr> out;
  for (const HostSlot& slot : state_->hosts) {
    if (slot.failed()) out.emplace(slot.name(), slot.error());
  }
  return out;
}

const LoadedHost& Kernel::host(std::string_view implementation) const {
  HostSlot* slot = state_->find(implementation);
  if (slot == nullptr) throw ImplementationUnavailable(why_unavailable(implementation));
  if (!slot->load()) {
    const std::string message = text::concat("kernel '", name(), "': implementation '", implementation,
                                             "' is unavailable: ", message_of(slot->error()));
    try {
      std::rethrow_exception(slot->error());
    } catch (...) {
      std::throw_with_nested(ImplementationUnavailable(message));
    }
  }
  return slot->loaded();
}

}  // namespace kparity
