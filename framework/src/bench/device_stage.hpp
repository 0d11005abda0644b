// The sets of arrays of one kernel and case on the device, beside those of the host: what a launch works on, what
// brings it back to its contents, and what copies of it cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kparity/device_memory.hpp"
#include "kparity/device_timer.hpp"
#include "kparity/kernel.hpp"
#include "kparity/launch.hpp"
#include "kparity/parity/workspace.hpp"
#include "stage.hpp"

namespace kparity::bench {

class DeviceStage {
 public:
  /// Takes memory for so many sets on the current device and fills them; compiles the kernel. `stage` has the results
  /// that are expected, and outlives this. Throws RuntimeFailure.
  DeviceStage(const spec::KernelSpec& spec, const Kernel& kernel, const Stage& stage, std::size_t sets);
  DeviceStage(const DeviceStage&) = delete;
  DeviceStage& operator=(const DeviceStage&) = delete;

  const DeviceTimer& timer() const { return timer_; }
  std::size_t sets() const { return sets_; }
  bool works_in_place() const { return stage_.works_in_place(); }
  double compile_seconds() const { return compile_seconds_; }
  const LaunchShape& shape() const { return shape_; }

  /// The set whose turn it is.
  std::size_t next_set();
  /// Enqueues a call on a set in the timer's stream.
  void call(std::size_t set);
  /// Enqueues copies within the device that bring what a call reads and writes back to its contents.
  void restore(std::size_t set) const;
  /// How many copies that takes.
  std::size_t copies_of_restore() const;
  /// Fills a set anew, pure outputs with poison. Waits.
  void poison(std::size_t set);
  /// What is wrong with the results in a set; empty if nothing is. Waits.
  std::string fault_in(std::size_t set);

  /// Runs once per seed from poisoned outputs; what is wrong with the results. The first call is timed on the host.
  std::string fault_of_kernel();
  double first_call_seconds() const { return first_call_seconds_; }

  /// Arrays that a call needs on the device, or that it writes and the host wants back; indices into the plan.
  std::vector<std::size_t> arrays_in() const, arrays_out() const;
  const std::string& name_of(std::size_t array) const { return plan()[array].name; }
  /// Copies one array of a set in or out, from and to pageable memory, or pinned memory. Waits. What came out to
  /// pageable memory is judged by fault_in_host_copy().
  void copy_in(std::size_t set, std::size_t array, bool pinned);
  void copy_out(std::size_t set, std::size_t array, bool pinned);
  void poison_host_copy(std::size_t set);
  std::string fault_in_host_copy(std::size_t set) const;
  /// Pinned memory is taken when it is first asked for.
  void prepare_pinned();

 private:
  const std::vector<generate::ArrayPlan>& plan() const { return stage_.data(0).plan; }
  std::size_t seed_of(std::size_t set) const { return set % stage_.seeds(); }
  std::size_t bytes_of(std::size_t array) const;
  std::byte* address(std::size_t set, std::size_t array) const;
  /// Inputs of a seed, poison, and guard zones.
  void fill_image(std::size_t seed);

  const Kernel& kernel_;
  const spec::KernelSpec& spec_;
  const Stage& stage_;
  std::size_t instantiation_;
  std::size_t sets_, next_ = 0;
  double compile_seconds_ = 0, first_call_seconds_ = 0;
  std::vector<std::size_t> offsets_;  // of each array in a set
  std::size_t stride_ = 0;            // from set to set
  std::vector<std::byte> image_;      // one set, with its guard zones
  parity::Workspace workspace_;       // the arguments; and where results are judged
  LaunchShape shape_;
  DeviceTimer timer_;
  std::optional<DeviceMemory> memory_, pristine_;
  std::vector<std::unique_ptr<PinnedMemory>> pinned_;  // per array
};

}  // namespace kparity::bench
