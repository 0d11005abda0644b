// The public face of the scheduler.
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "scheduler.hpp"

namespace kparity::emulate {

Emulator::Emulator(const KparityHooks* hooks) : scheduler_(std::make_unique<Scheduler>(native_switching(), hooks)) {}
Emulator::Emulator(Emulator&&) noexcept = default;
Emulator::~Emulator() = default;

LaunchResult Emulator::launch(const EmulatedKernel& kernel, std::size_t instantiation, const LaunchShape& shape,
                              void** arguments, const EmulationOptions& options) {
  const KparityModule& module = kernel.module();
  if (instantiation >= module.kernels) throw InvalidArgument("no such instantiation of an emulated kernel");
  return scheduler_->launch(module, module.kernel[instantiation], shape, arguments, options);
}

bool Emulator::is_stack_guard(const void* address) const noexcept {
  return scheduler_->stacks().is_in_guard(address);
}

}  // namespace kparity::emulate
