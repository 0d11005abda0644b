// The public face of the scheduler, and what is asked of arguments before a launch.
#include <fmt/format.h>

#include <cstring>
#include <functional>

#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "scheduler.hpp"
#include "static_variables.hpp"

namespace kparity::emulate {

namespace {

/// Calls `visit(text, pointer)` for the pointers among the arguments, those in structures, too.
void for_each_pointer(const Signature& signature, void** arguments,
                      const std::function<void(const std::string&, const void*)>& visit) {
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    const auto look_at = [&](const Parameter& pointer, std::size_t offset) {
      const void* value = nullptr;
      std::memcpy(&value, static_cast<const std::byte*>(arguments[i]) + offset, sizeof value);
      std::string text = fmt::format("argument {} ({})", i, c_type(pointer));
      if (!parameter.name.empty()) text += fmt::format(" `{}`", parameter.name);
      if (&pointer != &parameter) text += "." + pointer.name;
      visit(text, value);
    };
    if (parameter.kind == ParameterKind::pointer) look_at(parameter, 0);
    if (parameter.kind != ParameterKind::structure) continue;
    for (std::size_t field = 0; field < parameter.fields.size(); ++field)
      if (parameter.fields[field].kind == ParameterKind::pointer)
        look_at(parameter.fields[field], field_offset(parameter, field));
  }
}

std::vector<Finding> host_pointers(const Signature& signature, void** arguments, const DeviceMemory& memory) {
  std::vector<Finding> findings;
  for_each_pointer(signature, arguments, [&](const std::string& what, const void* pointer) {
    if (pointer == nullptr || memory.contains(pointer)) return;
    Finding finding;
    finding.kind = FindingKind::bounds;
    finding.of_launch = true;
    finding.text = what + " points to host memory; kernels may only touch device memory, so copy the data there";
    findings.push_back(std::move(finding));
  });
  return findings;
}

}  // namespace

Emulator::Emulator(const KparityHooks* hooks, const DeviceMemory* memory)
    : scheduler_(std::make_unique<Scheduler>(native_switching(), hooks, memory)), hooks_(hooks), memory_(memory) {}
Emulator::Emulator(Emulator&&) noexcept = default;
Emulator::~Emulator() = default;

LaunchResult Emulator::launch(const EmulatedKernel& kernel, std::size_t instantiation, const LaunchShape& shape,
                              void** arguments, const EmulationOptions& options) {
  const KparityModule& module = kernel.module();
  if (instantiation >= module.kernels) throw InvalidArgument("no such instantiation of an emulated kernel");
  if (memory_ != nullptr && !shape.is_empty()) {
    LaunchResult refused;
    refused.findings = host_pointers(kernel.instantiations()[instantiation], arguments, *memory_);
    refused.completed = false;
    if (!refused.findings.empty()) return refused;
  }
  announce_statics(module);
  return scheduler_->launch(module, module.kernel[instantiation], shape, arguments, options);
}

/// They begin with the values that their file gives them, zeros at least.
void Emulator::announce_statics(const KparityModule& module) {
  if (hooks_ == nullptr || hooks_->device_allocated == nullptr || !announced_.insert(&module).second) return;
  for (const StaticVariable& variable : static_variables(&module))
    hooks_->device_allocated(hooks_->self, variable.address, variable.size, variable.name.c_str(), 0, 1);
}

}  // namespace kparity::emulate
