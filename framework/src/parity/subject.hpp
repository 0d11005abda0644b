// An implementation as a check runs it: prepared arguments in, results in the same workspace out. Host implementations
// are called where they lie; a device implementation works on a copy of the whole workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "kparity/error.hpp"
#include "kparity/kernel.hpp"
#include "workspace.hpp"

namespace kparity::parity {

/// The device is lost to this process: every later call of it would fail. Only a new process can go on.
class DeviceLost : public RuntimeFailure {
 public:
  using RuntimeFailure::RuntimeFailure;
};

struct Subject {
  std::string name;
  /// Runs instantiation `instantiation` on the arguments of the workspace and returns when its arrays hold the results.
  /// Throws what the implementation throws, and DeviceLost.
  std::function<void(std::size_t instantiation, Workspace& workspace)> run;
  /// How often the implementation's own file has been entered; empty if nobody counts.
  std::function<unsigned long long()> calls;
  /// How often other implementations of the kernel have been entered, none of which may run in place of this one; empty
  /// if nobody counts.
  std::function<unsigned long long()> calls_of_others;
};

/// A host implementation; `host` must outlive the subject.
Subject host_subject(std::string name, const LoadedHost& host);

/// Where the arrays of a device implementation lie.
enum class DeviceLayout : std::uint8_t {
  arena,     // a copy of the workspace with its guard zones, kept from case to case
  separate,  // each array in an allocation of its own size, pure outputs as they come: for tools that watch allocations
};

/// The CUDA version on the current device, compiled now. Throws RuntimeFailure if it does not compile or there is no
/// device.
Subject device_subject(const Kernel& kernel, DeviceLayout layout = DeviceLayout::arena);

/// Loads what `implementation` names. Throws ImplementationUnavailable, RuntimeFailure.
Subject load_subject(const Kernel& kernel, std::string_view implementation, DeviceLayout layout = DeviceLayout::arena);

}  // namespace kparity::parity
