// A call of the CUDA version of a kernel, through the device interface.
#pragma once

#include <span>

#include "kernel_state.hpp"

namespace kparity::detail {

/// The calling thread's device. Throws RuntimeFailure naming the kernel and why there is no device.
int current_device(const KernelState& kernel);

/// Compiles for that device if needed. Throws RuntimeFailure with the compiler's words.
const device::Program& compiled_program(const KernelState& kernel, int device);

/// Compiles the source as it is now for that device, and takes the result for later calls. Throws RuntimeFailure; then
/// what there was stays.
void recompile_program(const KernelState& kernel, int device);

/// A launch whose arguments were checked.
struct DeviceCall {
  const KernelState& kernel;
  std::size_t instantiation = 0;
  const LaunchShape& shape;
  void* stream = nullptr;
  std::span<const Argument> arguments;  // empty if they are not known: then their devices are not checked
  void** values = nullptr;
  bool checks_finite = false;
  CallSite where;
};

/// Compiles if needed, and launches on the current device. Throws InvalidArgument if the device or the compiled kernel
/// cannot run the shape, if an array is on another device, naming the argument and both, or if the stream belongs to
/// another device; RuntimeFailure if the device fails.
void launch_on_device(const DeviceCall& call);

}  // namespace kparity::detail
