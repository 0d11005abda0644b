// The public face of the scheduler.
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "scheduler.hpp"
#include "static_variables.hpp"

namespace kparity::emulate {

Emulator::Emulator(const KparityHooks* hooks)
    : scheduler_(std::make_unique<Scheduler>(native_switching(), hooks)), hooks_(hooks) {}
Emulator::Emulator(Emulator&&) noexcept = default;
Emulator::~Emulator() = default;

LaunchResult Emulator::launch(const EmulatedKernel& kernel, std::size_t instantiation, const LaunchShape& shape,
                              void** arguments, const EmulationOptions& options) {
  const KparityModule& module = kernel.module();
  if (instantiation >= module.kernels) throw InvalidArgument("no such instantiation of an emulated kernel");
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
