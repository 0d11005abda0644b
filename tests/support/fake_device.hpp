// A strict device for tests: its memory is host memory that cannot be touched outside copies and kernel launches, its
// kernels are functions of the test. A host access to device memory, also to freed memory, ends the process at that
// line.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "device/device.hpp"

namespace kparity::test {

/// What the body of a fake kernel sees of its launch.
struct FakeLaunch {
  std::array<unsigned, 3> grid, block;
  std::size_t shared_memory = 0;
  device::Stream stream = nullptr;
  int device = 0;
  void** arguments = nullptr;

  /// The value of parameter `index`.
  template <class T>
  T argument(std::size_t index) const {
    return *static_cast<T*>(arguments[index]);
  }
  /// Threads along the first axis: what a one-dimensional kernel iterates over.
  std::int64_t threads() const { return static_cast<std::int64_t>(grid[0]) * block[0]; }
};

using FakeKernel = std::function<void(const FakeLaunch&)>;

/// The clocks of a fake device: nothing passes but what a test says, so that every figure is known beforehand. In
/// seconds.
struct FakeTime {
  double now = 0;             // of the host
  double per_enqueue = 1e-6;  // of the host, for each launch, mark and copy in a stream
  double launch = 10e-6;      // of a kernel that is not named in `launches`
  std::map<std::string, double> launches{};
  double nothing = 2e-6;                             // of a kernel that does nothing
  double copy_within = 0;                            // of a copy in a stream
  double pageable_byte = 1e-9, pinned_byte = 1e-10;  // of copies that are waited for
  double after = 0;  // how long the device goes on after a kernel that is the last work of a stream
  double clock_hertz = 1e9;
  std::vector<double> hold_limits{};  // of the holds that were asked for
};

class FakeTimedStream;

class FakeDevice final : public device::Device {
 public:
  explicit FakeDevice(int count = 1) : limits_(static_cast<std::size_t>(count)) {}
  ~FakeDevice() override;

  /// The body of the `__global__` function `name`, of the instantiation `types` ("T=double"), or of all by default.
  void add_kernel(const std::string& name, FakeKernel body, const std::string& types = "");

  // What happened.
  std::size_t live_allocations() const;
  int compilations(const std::string& kernel) const;
  const std::vector<device::CompileRequest>& compile_requests() const { return compile_requests_; }
  const std::vector<FakeLaunch>& launches() const { return launches_; }
  /// Keeps the room for as many, so that the next ones allocate nothing.
  void forget_launches() { launches_.clear(); }
  int synchronizations() const { return synchronizations_; }
  bool owns(const void* memory) const;

  FakeTime time;
  std::size_t total_memory = std::size_t{1} << 30;  // that it says to have

  // What should happen.
  void fail_next_copy(const std::string& message) { copy_failure_ = message; }
  void fail_compilations(const std::string& kernel, const std::string& message) { compile_failures_[kernel] = message; }
  void repair_compilations(const std::string& kernel) { compile_failures_.erase(kernel); }
  void fail_next_launch(const std::string& message) { launch_failure_ = message; }
  void fail_next_synchronization(const std::string& message) { synchronization_failure_ = message; }
  void set_current(int device) { current_ = device; }
  device::Limits& limits_of(int device) { return limits_.at(static_cast<std::size_t>(device)); }
  /// Lasts as long as this object.
  device::Stream new_stream(int device = 0, bool is_capturing = false);

  // The interface of the runtime.
  std::string why_unavailable() override { return {}; }
  int count() override { return static_cast<int>(limits_.size()); }
  int current() override { return current_; }
  std::string name(int device) override { return "fake device " + std::to_string(device); }
  const device::Limits& limits(int device) override { return limits_of(device); }
  DeviceDescription describe(int device) override;
  void* allocate(std::size_t bytes, int device) override;
  void free(void* memory, int device) noexcept override;
  void copy(void* to, const void* from, std::size_t bytes, device::Direction direction) override;
  void convert(const ArrayRef& from, const ArrayRef& to) override;
  void* allocate_pinned(std::size_t bytes) override;
  void free_pinned(void* memory) noexcept override;
  void synchronize(device::Stream stream) override;
  int device_of(device::Stream stream) override;
  bool is_capturing(device::Stream stream) override;
  std::shared_ptr<const void> mark(device::Stream stream) override;
  double seconds_between(const std::shared_ptr<const void>& first, const std::shared_ptr<const void>& second) override;
  std::unique_ptr<device::TimedStream> timed_stream(int device) override;
  device::Program compile(const device::CompileRequest& request) override;
  void launch(const device::LaunchRequest& request) override;

 private:
  friend class FakeTimedStream;
  /// Pages of its own between two that nobody may ever touch; kept until the end, so that no address comes twice.
  struct Allocation {
    std::byte* mapping = nullptr;
    std::size_t mapped = 0;
    std::byte* data = nullptr;
    std::size_t bytes = 0;
    int device = 0;
    bool is_live = true;
  };
  struct FakeStream {
    int device = 0;
    bool is_capturing = false;
  };
  struct LoadedBody {
    std::string name;
    int device = 0;
    FakeKernel body;
  };
  class Unlocked;

  const Allocation* find(const void* memory) const;
  void require_device_memory(const void* memory, std::size_t bytes, const char* what) const;
  void require_host_memory(const void* memory, const char* what) const;
  const FakeStream& stream_of(device::Stream stream) const;
  void require_device(int device) const;

  mutable std::recursive_mutex mutex_;
  std::vector<device::Limits> limits_;
  int current_ = 0;
  std::map<const std::byte*, Allocation> allocations_;
  std::map<std::string, FakeKernel> kernels_;
  std::vector<std::unique_ptr<FakeStream>> streams_;
  std::map<device::Stream, FakeTimedStream*> timed_streams_;
  std::map<const void*, std::unique_ptr<std::byte[]>> pinned_;
  std::vector<device::CompileRequest> compile_requests_;
  std::vector<FakeLaunch> launches_;
  std::map<std::string, std::string> compile_failures_;
  std::string copy_failure_, launch_failure_, synchronization_failure_;
  int synchronizations_ = 0;
};

/// A fake device in place of the real one while the object lives.
class FakeDeviceScope {
 public:
  explicit FakeDeviceScope(int count = 1) : device_(count), override_(device_) {}
  FakeDevice& operator*() { return device_; }
  FakeDevice* operator->() { return &device_; }

 private:
  FakeDevice device_;
  device::DeviceOverride override_;
};

}  // namespace kparity::test
