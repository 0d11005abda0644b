// The public face of a KernelState.
#include "kparity/kernel.hpp"

#include "device_call.hpp"
#include "kernel_state.hpp"
#include "kparity/error.hpp"
#include "missing_cuda.hpp"
#include "text.hpp"

namespace kparity {

namespace {

// The side and the host implementation of a call made now; under `dispatch: arrays` the side that the backend names.
detail::SelectionWord checked_selection(const detail::KernelState& kernel) {
  const detail::SelectionWord selection = detail::current_selection();
  const bool is_ported = kernel.definition.cuda.has_value();
  if (detail::backend_of(selection) == Backend::cuda) {
    if (is_ported) return selection;
    detail::check_fallback(kernel, selection);
  }
  kernel.selected_host(selection);
  return selection;
}

bool has_same_type(const Parameter& a, const Parameter& b) {
  if (a.kind != b.kind) return false;
  if (a.view_rank != 0 || b.view_rank != 0) return c_type(a) == c_type(b);
  if (a.kind == ParameterKind::structure) return size_of(a) == size_of(b) && align_of(a) == align_of(b);
  return a.dtype == b.dtype && a.is_const == b.is_const;
}

bool has_same_types(const Signature& a, const Signature& b) {
  if (a.parameters.size() != b.parameters.size()) return false;
  for (std::size_t i = 0; i < a.parameters.size(); ++i) {
    if (!has_same_type(a.parameters[i], b.parameters[i])) return false;
  }
  return true;
}

}  // namespace

Kernel::Kernel(KernelDefinition definition) : front_(std::make_shared<detail::KernelState>(std::move(definition))) {}

const std::string& Kernel::name() const noexcept {
  return state().definition.name;
}
const KernelDefinition& Kernel::definition() const noexcept {
  return state().definition;
}
bool Kernel::has_cuda() const noexcept {
  return state().definition.cuda.has_value();
}
detail::KernelState& Kernel::state() const noexcept {
  return static_cast<detail::KernelState&>(*front_);
}

KernelCall Kernel::with(const LaunchOptions& launch, CallSite where) const {
  return {front_, launch, std::nullopt, where};
}

KernelCall Kernel::get_kernel(CallSite where) const {
  return {front_, LaunchOptions{}, checked_selection(state()), where};
}

std::string Kernel::selected() const {
  const detail::SelectionWord selection = checked_selection(state());
  if (detail::backend_of(selection) == Backend::cuda && has_cuda()) return std::string(cuda_name);
  return std::string(state().selected_host(selection).name());
}

void Kernel::capture(std::string path) const {
  state().capture(std::move(path));
}

bool Kernel::compile() const {
  if (!has_cuda()) return false;
  detail::compiled_program(state(), detail::current_device(state()));
  return true;
}

bool Kernel::recompile() const {
  if (!has_cuda()) return false;
  detail::recompile_program(state(), detail::current_device(state()));
  return true;
}

std::vector<std::string> Kernel::implementations() const {
  std::vector<std::string> names;
  for (const HostSlot& slot : state().hosts) names.emplace_back(slot.name());
  if (has_cuda()) names.emplace_back(cuda_name);
  return names;
}

bool Kernel::available(std::string_view implementation) const {
  return why_unavailable(implementation).empty();
}

std::string Kernel::why_unavailable(std::string_view implementation) const {
  if (implementation == cuda_name && has_cuda()) return device::active().why_unavailable();
  HostSlot* slot = state().find(implementation);
  if (slot == nullptr) {
    return text::concat(detail::kernel_name(state()), " has no implementation '", implementation, "'; it has ",
                        text::join(implementations()), text::did_you_mean(implementation, implementations()));
  }
  if (slot->load()) return "";
  const std::string reason = message_of(slot->error());
  return reason.empty() ? "its loader failed without a message" : reason;
}

std::map<std::string, std::exception_ptr> Kernel::errors() const {
  std::map<std::string, std::exception_ptr> out;
  for (const HostSlot& slot : state().hosts) {
    if (slot.failed()) out.emplace(slot.name(), slot.error());
  }
  return out;
}

const LoadedHost& Kernel::host(std::string_view implementation) const {
  HostSlot* slot = state().find(implementation);
  if (slot == nullptr) throw ImplementationUnavailable(why_unavailable(implementation));
  if (!slot->load()) detail::throw_unavailable(state(), *slot);
  return slot->loaded();
}

std::size_t Kernel::typed_instantiation(const Signature& wanted) const {
  const std::vector<Signature>& all = state().definition.instantiations;
  std::vector<std::string> lists;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (has_same_types(all[i], wanted)) return i;
    lists.push_back(to_string(all[i]));
  }
  throw TypeMismatch(text::concat(detail::kernel_name(state()), " cannot be called as void(", type_list(wanted),
                                  "); it is ", text::join(lists, " or ")));
}

}  // namespace kparity
