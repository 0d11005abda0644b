// Writes the arguments of a call, as they are before it runs, to a file that `inputs: capture:NAME` of a spec and NumPy
// read.
#pragma once

#include <span>

#include "device/device.hpp"
#include "kernel_state.hpp"
#include "kparity/argument.hpp"
#include "kparity/call_site.hpp"

namespace kparity::detail {

/// A call that fits an instantiation.
struct BoundCall {
  const KernelState& kernel;
  std::size_t instantiation = 0;
  std::span<const Argument> arguments;
  void** values = nullptr;  // of scalars and structures
  device::Stream stream = nullptr;
  CallSite where{};
};

/// Counts the call and writes what is wanted of it. Throws what goes wrong with a file that the program asked for;
/// warns of others.
void count_for_capture(const BoundCall& call);

/// The same for a call of which somebody may want something.
inline void capture_if_wanted(const BoundCall& call) {
  if (call.kernel.captures.are_open()) [[unlikely]]
    count_for_capture(call);
}

}  // namespace kparity::detail
