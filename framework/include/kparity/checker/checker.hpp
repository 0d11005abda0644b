// The checker of emulated CUDA kernels: finds data races in shared and global memory, accesses outside every array, and
// reads of memory that nobody wrote. Kernels are compiled with the compiler's -fsanitize=thread; this library answers
// its callbacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kparity/hooks.h"

namespace kparity::checker {

struct Options {
  /// A plain read of what other threads access with atomics is no race if the same thread then does an atomicCAS there
  /// before the next barrier, as the usual loop does.
  bool tolerate_cas_loops = true;
  bool find_uninitialised = true;
  /// Findings with different places of code that one launch reports at most.
  unsigned most_findings = 20;
  /// Between launches the device memory of DeviceMemory may not be touched: a host access ends in a SIGSEGV.
  bool close_device_memory = true;
  /// Source files whose path contains one of these are passed over when a place of code is named.
  std::vector<std::string> prelude = {"/emulation/"};
};

class Engine;

/// How memory of the emulated device begins.
struct Allocation {
  std::string name;              // of the argument
  std::size_t element_size = 1;  // bytes; turns offsets into indices in reports
  bool initialised = false;      // its contents count as written from the start; zeros
};

/// One checker serves one launch at a time; the threads of a launch run on the OS thread that began it. Only one
/// checker of a process may have a launch running.
class Checker {
 public:
  explicit Checker(const Options& options = {});
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// For the scheduler. Valid as long as the checker.
  const KparityHooks& hooks() const { return hooks_; }

  /// Device memory with exact extents. Its pages are backed when first touched, so an array may be larger than the
  /// machine's memory; nothing else lies within 128 bytes of it. Throws RuntimeFailure if the region (up to 256 GiB) is
  /// full.
  void* allocate(std::size_t bytes, const Allocation& allocation);
  /// Throws InvalidArgument if no array of allocate begins there.
  void free(void* address);
  /// Copies between host and device. The bytes copied in count as written. Throws InvalidArgument, naming the array, if
  /// the device side is not inside one array or the host side is device memory.
  void copy_in(void* device, const void* host, std::size_t bytes);
  void copy_out(void* host, const void* device, std::size_t bytes);
  /// Sets bytes, as cudaMemset does.
  void fill(void* device, int byte, std::size_t bytes);
  /// From here on the bytes count as never written, whatever they hold: poison in an output.
  void forget_written(void* device, std::size_t bytes);

  /// "`rho`[12] of the device", or empty if the address is not in device memory; for a handler of SIGSEGV.
  std::string describe(const void* address) const;

 private:
  std::unique_ptr<Engine> engine_;
  KparityHooks hooks_{};
  Options options_;
};

/// Flags for kernels that are to be checked, after the usual ones. The kernel's library is linked without -fsanitize,
/// with `link_flags`, and is never unloaded; the program that loads it has this library, whose linker options export
/// the callbacks.
enum class Compiler { gcc, clang };
std::vector<std::string> compile_flags(Compiler compiler);
std::vector<std::string> link_flags();

/// File and line of a code address in a kernel's library; inlined calls in files whose path contains one of `prelude`
/// are passed over. Line 0, with the library as the file, where it cannot be told.
struct CodeLine {
  std::string file;
  unsigned line = 0;
};
CodeLine line_of_code(std::uintptr_t address, const std::vector<std::string>& prelude);

/// False in a build that is itself instrumented with -fsanitize=thread: then kernels cannot be checked.
bool has_callbacks();

}  // namespace kparity::checker
