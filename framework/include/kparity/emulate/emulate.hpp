// Runs CUDA kernels on the CPU: compiles a `.cu` with the host compiler and runs its threads one after another, with
// barriers, warp collectives and the limits of a device.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/definition.hpp"
#include "kparity/emulate/device_memory.hpp"
#include "kparity/emulate/finding.hpp"
#include "kparity/emulate/options.hpp"
#include "kparity/includes.hpp"
#include "kparity/launch.hpp"
#include "kparity/signature.hpp"

struct KparityModule;
struct KparityHooks;

namespace kparity::emulate {

/// How a kernel library is compiled; the default is the fast place.
struct BuildFlavour {
  std::string name = "emulated";           // part of the key in the cache
  std::vector<std::string> compile_flags;  // beside those of every library
  std::vector<std::string> link_flags;
  bool links_apart = false;                // compile flags are not to be seen by the linker (-fsanitize=thread)
  std::vector<std::string> compiler = {};  // instead of the one that compiles kernels; empty: that one
};

/// The same without optimisation and with debug information, for a debugger.
BuildFlavour for_debugger(BuildFlavour flavour);

/// Whether kernels are compiled with clang, whose flags differ from those of gcc.
bool compiles_with_clang();

/// The shared object of one kernel, from the cache or compiled now. Throws CannotEmulate (an ImplementationUnavailable)
/// with file and line for what has no emulation, CompileError with the compiler's words.
std::string compile_emulation(const std::string& kernel, const CudaSource& source,
                              std::span<const Signature> instantiations, const BuildFlavour& flavour = {});

/// The `.cu` and the files it includes, as the compiler will name them. Throws RuntimeFailure if it is not there.
std::vector<SourceFile> sources_of(const CudaSource& source);

/// An opened library. Copies are the same one; it is never closed.
class EmulatedKernel {
 public:
  /// Throws RuntimeFailure if it cannot be opened or does not fit `instantiations`.
  EmulatedKernel(const std::string& shared_object, std::span<const Signature> instantiations);
  const KparityModule& module() const noexcept { return *module_; }
  bool needs_fibers() const noexcept;
  std::span<const Signature> instantiations() const noexcept { return instantiations_; }
  /// The index of the thread that runs (three numbers) and that of its block (three more), while one does.
  const unsigned* running() const noexcept;

 private:
  const KparityModule* module_;
  std::vector<Signature> instantiations_;
};

/// What a launch did.
struct LaunchResult {
  std::vector<Finding> findings;
  bool completed = true;  // false: refused, or abandoned at a finding
  std::uint64_t switches = 0, barriers = 0, collectives = 0;
};

class Scheduler;

/// The device that is stood in for: stacks, shared memory, and the order of threads. For one OS thread at a time.
class Emulator {
 public:
  /// `hooks` hear of everything that orders memory; null in the fast place. `memory`, open during launches, is where
  /// the arrays of kernels lie; null where they may lie anywhere. Both must outlive the emulator.
  explicit Emulator(const KparityHooks* hooks = nullptr, const DeviceMemory* memory = nullptr);
  Emulator(Emulator&&) noexcept;
  ~Emulator();

  /// Runs one launch to its end. `arguments` as an Entry takes them, with pointers that this process can use. What is
  /// wrong with the kernel is in the result: also accesses that the system refuses, and pointers that do not point into
  /// the emulator's memory, if it has one. Throws RuntimeFailure if memory is short.
  LaunchResult launch(const EmulatedKernel& kernel, std::size_t instantiation, const LaunchShape& shape,
                      void** arguments, const EmulationOptions& options = {});

  Scheduler& scheduler() noexcept { return *scheduler_; }
  /// Whether a fault at this address says that the stack of a thread overflowed. For a signal handler.
  bool is_stack_guard(const void* address) const noexcept;

 private:
  void announce_statics(const KparityModule& module);

  std::unique_ptr<Scheduler> scheduler_;
  const KparityHooks* hooks_;
  const DeviceMemory* memory_;
  std::set<const KparityModule*> announced_;  // whose `__device__` variables the hooks have heard of
};

/// A file of the prelude and the shims, as kernels include it.
struct EmulationHeader {
  std::string_view name;  // "kparity/prelude.h", "cuda_fp16.h"
  std::string_view text;
};
std::span<const EmulationHeader> emulation_headers();

/// The folder where they lie for the compiler; written into the cache on first use.
std::string emulation_folder();

/// Where an installed toolkit ($CUDA_HOME, $CUDA_PATH, /usr/local/cuda) has the headers `cuda/std/...`, which kernels
/// may include; empty if there is none.
std::string toolkit_folder();

}  // namespace kparity::emulate
