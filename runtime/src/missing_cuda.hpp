// What a call on the CUDA side does for a kernel without a CUDA version.
#pragma once

#include <span>

#include "kernel_state.hpp"

namespace kparity::detail {

/// Returns if a host kernel may stand in. Throws MissingCuda, or ImplementationUnavailable if the device implementation
/// was set to `cuda`.
void check_fallback(const KernelState& kernel, SelectionWord selection);

/// Runs the host kernel on host copies of the device arrays, after earlier work on the call's stream if that is not the
/// default one, and copies the declared outputs back. Warns once per kernel. Throws InvalidArgument while the stream is
/// captured.
void call_fallback(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values);

}  // namespace kparity::detail
