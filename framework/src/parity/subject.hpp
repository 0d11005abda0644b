// An implementation as a check runs it: prepared arguments in, results in the same workspace out. Host implementations
// are called where they lie; a device implementation works on a copy of the whole workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crash_report.hpp"
#include "kparity/emulate/device_memory.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "kparity/kernel.hpp"
#include "kparity/parity/debugging.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// The device is lost to this process: every later call of it would fail. Only a new process can go on.
class DeviceLost : public RuntimeFailure {
 public:
  using RuntimeFailure::RuntimeFailure;
};

/// What a run itself found to be wrong, whatever the numbers say.
struct RunFinding {
  result::Verdict verdict = result::Verdict::pass;
  std::string reason;                // one line
  std::vector<std::string> details;  // further findings
  std::optional<result::LaunchPlace> launch_place{};
  /// Nothing but reads of memory that nobody wrote, in a launch that came to its end: wrong only if they matter.
  bool only_unwritten_reads = false;
};

struct Subject {
  std::string name;
  /// Runs instantiation `instantiation` on the arguments of the workspace and returns when its arrays hold the results,
  /// or what is wrong with the run. Throws what the implementation throws, and DeviceLost.
  std::function<std::optional<RunFinding>(std::size_t instantiation, Workspace& workspace)> run;
  /// The same where the arrays lie elsewhere, at the addresses in the arguments; empty if they cannot.
  std::function<std::optional<RunFinding>(std::size_t instantiation, Workspace& workspace)> run_in_place;
  /// Where those addresses have to be; null if anywhere.
  emulate::DeviceMemory* memory = nullptr;
  /// Runs from now on in the usual order of threads, or in the reverse one; empty if there is no order to choose.
  std::function<void(bool reversed)> set_order;
  /// What opt-outs did so far, for the report; empty if there are none.
  std::function<std::vector<std::string>()> opt_outs;
  /// Thread and block that run, three numbers each, for whoever looks in from outside; null where there are none.
  const unsigned* running = nullptr;
  /// What the end of the process by a signal means while this runs; empty if it says nothing.
  CrashWords crash_words;
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

/// The CUDA version on the CPU, compiled now (from the cache, if it can); with `debugging` as a debugger wants it.
/// Throws ImplementationUnavailable for what has no emulation, RuntimeFailure if it does not compile.
Subject emulated_subject(const spec::KernelSpec& spec, const Kernel& kernel, const Debugging* debugging = nullptr);

/// The same under the checker of races, bounds and uninitialised reads.
Subject checked_subject(const spec::KernelSpec& spec, const Kernel& kernel, const Debugging* debugging = nullptr);

/// How a kernel is compiled for the checker, with the compiler that compiles kernels.
emulate::BuildFlavour checked_flavour();
/// The same for the place `msan`, with the clang that is found; the compiler is empty if there is none.
emulate::BuildFlavour msan_flavour();

/// The same under AddressSanitizer.
Subject asan_subject(const spec::KernelSpec& spec, const Kernel& kernel);

/// The same with clang's -fsanitize=memory.
Subject msan_subject(const spec::KernelSpec& spec, const Kernel& kernel);

/// The shared objects of those four, from the cache or compiled now. Throw as they do.
std::string compile_emulated(const Kernel& kernel, bool for_debugger = false);
std::string compile_checked(const Kernel& kernel, bool for_debugger = false);
std::string compile_asan(const Kernel& kernel);
std::string compile_msan(const Kernel& kernel);

/// Compiles (into the cache) what emulated_subject and its kin open; does nothing for other places. Throws what
/// they throw.
void compile_subject(const Kernel& kernel, std::string_view place);

/// Loads what `implementation` names, to run at `place`: "host", "device", "emulated", "checked", "asan", "msan"; empty
/// for the usual one. Throws ImplementationUnavailable, RuntimeFailure.
Subject load_subject(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                     std::string_view place = {}, DeviceLayout layout = DeviceLayout::arena);

}  // namespace kparity::parity
