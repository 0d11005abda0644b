// The only way from the runtime to a device: memory, copies, compilation and launches, as verbs of one interface. What
// stands behind it is chosen when the library is built (device/cuda, or device/none, which says why
// there is none).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kparity/array.hpp"
#include "kparity/definition.hpp"
#include "kparity/devices.hpp"
#include "kparity/signature.hpp"

namespace kparity::device {

/// A cudaStream_t; null is the default stream.
using Stream = void*;

/// What a device allows; all constant over the life of the process.
struct Limits {
  unsigned threads_per_block = 1024;
  std::array<unsigned, 3> block{1024, 1024, 64};
  std::array<unsigned, 3> grid{2147483647U, 65535, 65535};
  std::size_t shared_memory = 49152;         // per block, without asking
  std::size_t shared_memory_opt_in = 49152;  // per block, at most
};

/// One `__global__` function of one instantiation, loaded on one device.
struct LoadedKernel {
  const void* function = nullptr;     // what launch() needs: a cudaKernel_t for CUDA
  unsigned threads_per_block = 1024;  // what its registers allow
  std::size_t static_shared_memory = 0;
  /// The device's own note of how much dynamic shared memory the kernel may use; null if it keeps none.
  std::atomic<std::size_t>* shared_memory_mark = nullptr;
};

/// A compiled source on one device; its kernels can be launched as long as the program is alive.
struct Program {
  std::vector<LoadedKernel> kernels;  // one per instantiation, in the order of the request
  Limits limits;                      // of the device, at hand for each launch
  std::string log;                    // warnings of the compiler
  std::shared_ptr<const void> owner;  // keeps the loaded code
};

struct CompileRequest {
  std::string kernel;  // names the `__global__` function
  const CudaSource* source = nullptr;
  std::span<const Signature> instantiations;  // each is checked against the source's types by the compiler
  int device = 0;
  bool debug = false;  // line information and bounds checks
};

struct LaunchRequest {
  const LoadedKernel* kernel = nullptr;
  LaunchShape shape{};  // the device opts in by itself to shared memory above Limits::shared_memory
  Stream stream = nullptr;
  void** arguments = nullptr;  // as for cudaLaunchKernel; read before launch() returns
  int device = 0;
};

enum class Direction : std::uint8_t { host_to_device, device_to_host, device_to_device };

/// A stream of its own on one device whose work the device times itself. Nothing here waits but finish().
class TimedStream {
 public:
  /// What became of the work since the last finish().
  struct Finished {
    bool timed_out = false;    // a hold ended by itself: what was enqueued later ran while the host still enqueued
    double clock_hertz = 0;    // of a multiprocessor during the hold; 0: not held, or too short to say
    double seconds_after = 0;  // on the host's clock: how long the whole device went on once this stream was done
  };
  virtual ~TimedStream() = default;
  virtual Stream stream() = 0;
  /// Makes room for so many marks, which takes time that nobody wants to have later.
  virtual void prepare(std::size_t marks) = 0;
  /// What is enqueued from now on waits for release(), but at most so long.
  virtual void hold(double seconds) = 0;
  virtual void release() = 0;
  /// The device notes the time when it gets here.
  virtual void mark(std::size_t index) = 0;
  virtual void launch_nothing(const LaunchShape& shape) = 0;
  virtual void copy_within(void* to, const void* from, std::size_t bytes) = 0;
  /// Waits for the stream, and then for the whole device. Reports errors of earlier launches.
  virtual Finished finish() = 0;
  /// Between two marks of finished work.
  virtual double seconds_between(std::size_t first, std::size_t second) = 0;
};

/// All functions but the first throw RuntimeFailure with the reason if there is no device, and if the device fails.
/// They may be called from several threads at once.
class Device {
 public:
  virtual ~Device() = default;

  /// Why there is no usable device; empty if there is one. Probes once, then remembers.
  virtual std::string why_unavailable() = 0;
  virtual int count() = 0;
  /// The calling thread's current device.
  virtual int current() = 0;
  virtual std::string name(int device) = 0;
  virtual const Limits& limits(int device) = 0;
  virtual DeviceDescription describe(int device) = 0;

  /// Never null for `bytes` of 0 either; aligned to 256 bytes; contents are zero.
  virtual void* allocate(std::size_t bytes, int device) = 0;
  /// The same without the zeros, so that a tool can tell reads of what nobody wrote. Where that makes no difference,
  /// with.
  virtual void* allocate_unset(std::size_t bytes, int device) { return allocate(bytes, device); }
  /// Waits for kernels that may still use it.
  virtual void free(void* memory, int device) noexcept = 0;
  /// Returns when `to` is complete; ordered after earlier work on the default stream.
  virtual void copy(void* to, const void* from, std::size_t bytes, Direction direction) = 0;
  /// Element by element within one device, any strides and data types, same shapes; see kparity::copy for the values.
  virtual void convert(const ArrayRef& from, const ArrayRef& to) = 0;

  /// Host memory that the device's copy engines reach by themselves.
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void free_pinned(void* memory) noexcept = 0;

  /// Waits for one stream, and reports errors of earlier launches.
  virtual void synchronize(Stream stream) = 0;
  /// The device a stream belongs to.
  virtual int device_of(Stream stream) = 0;
  /// True while the stream records a graph, when waiting is not allowed.
  virtual bool is_capturing(Stream stream) = 0;

  /// A point in the work of a stream, not while it is captured.
  virtual std::shared_ptr<const void> mark(Stream stream) = 0;
  /// Between two points in work of one device; waits for the later one.
  virtual double seconds_between(const std::shared_ptr<const void>& first,
                                 const std::shared_ptr<const void>& second) = 0;

  virtual std::unique_ptr<TimedStream> timed_stream(int device) = 0;

  /// Compiles and loads. Failures are not remembered. The message of the RuntimeFailure holds the compiler's words.
  virtual Program compile(const CompileRequest& request) = 0;
  /// Enqueues; shapes have been checked before.
  virtual void launch(const LaunchRequest& request) = 0;
};

/// The device of this build; each folder below device/ defines it once.
Device& built_in();

/// What a DeviceOverride put in the place of built_in(), the one thing here that changes at run time; null: nothing.
extern constinit std::atomic<Device*> replacement;

/// The device of this build, or what a DeviceOverride put in its place.
inline Device& active() {
  Device* const device = replacement.load(std::memory_order_acquire);
  return device == nullptr ? built_in() : *device;
}

/// Replaces the device of the whole process while it lives; for tests, when no other thread uses the runtime.
class DeviceOverride {
 public:
  explicit DeviceOverride(Device& replacement);
  ~DeviceOverride();
  DeviceOverride(const DeviceOverride&) = delete;
  DeviceOverride& operator=(const DeviceOverride&) = delete;

 private:
  Device* previous_;
};

}  // namespace kparity::device
