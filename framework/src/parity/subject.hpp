// An implementation as a check runs it: prepared arguments in, results in the same workspace out. Host implementations
// are called where they lie; a device implementation works on a copy of the whole workspace.
#pragma once

#include <cstddef>
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
};

/// A host implementation; `host` must outlive the subject.
Subject host_subject(std::string name, const LoadedHost& host);

/// The CUDA version on the current device, compiled now. Keeps one arena in device memory from case to case. Throws
/// RuntimeFailure if it does not compile or there is no device.
Subject device_subject(const Kernel& kernel);

/// Loads what `implementation` names. Throws ImplementationUnavailable, RuntimeFailure.
Subject load_subject(const Kernel& kernel, std::string_view implementation);

}  // namespace kparity::parity
