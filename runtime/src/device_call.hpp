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

/// Throws InvalidArgument naming the argument and both devices if an array is on another device than the current one.
void check_devices(const KernelState& kernel, const Signature& signature, std::span<const Argument> arguments);

/// Launches on the current device. Throws InvalidArgument if the device or the compiled kernel cannot run the shape, or
/// if the stream belongs to another device; RuntimeFailure if the device fails.
void launch_on_device(const KernelState& kernel, std::size_t instantiation, const LaunchShape& shape, void* stream,
                      void** values);

}  // namespace kparity::detail
