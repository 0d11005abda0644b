// What is timed of an implementation on a device, as competitors of the sampler: the kernel alone, a kernel that does
// nothing, copies, and the call from host memory to host memory.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "device_stage.hpp"
#include "sampler.hpp"

namespace kparity::bench {

/// How long a stream is held at most. Work that waits for the device meanwhile costs this once.
inline constexpr double longest_hold_seconds = 0.5;

/// Commands that are enqueued behind one hold: fewer than a stream takes before it makes the host wait.
inline constexpr std::size_t most_held_commands = 400;

/// The kernel alone: each sample is one launch between two marks, or several where the stream cannot be held.
class KernelCompetitor final : public Competitor {
 public:
  explicit KernelCompetitor(DeviceStage& stage) : stage_(stage) {}

  void size_up(const SamplerOptions& options, result::Timing& timing) override;
  Block time_block() override;
  std::string judge() override;
  std::uint64_t calls() const override { return calls_; }
  /// Found out while it was timed.
  bool is_held() const { return is_held_; }
  std::uint64_t calls_per_sample() const { return is_held_ ? 1 : calls_without_hold(); }

 private:
  DeviceTimes time(std::size_t samples, bool hold);
  std::uint64_t calls_without_hold() const;

  DeviceStage& stage_;
  bool is_held_ = true;
  std::uint64_t samples_ = 1, calls_ = 0;
  std::size_t last_set_ = 0;
};

/// A kernel that does nothing, with the grid and block of the kernel: what no launch can be shorter than.
class FloorCompetitor final : public Competitor {
 public:
  FloorCompetitor(const DeviceTimer& timer, LaunchShape shape) : timer_(timer), shape_(shape) {}

  void size_up(const SamplerOptions& options, result::Timing& timing) override;
  Block time_block() override;
  std::uint64_t calls() const override { return calls_; }
  bool is_extra() const override { return true; }

 private:
  const DeviceTimer& timer_;
  LaunchShape shape_;
  std::uint64_t samples_ = 1, calls_ = 0;
};

/// All arrays that go one way, one after another, by the clock of the host.
class CopyCompetitor final : public Competitor {
 public:
  enum class Way : std::uint8_t { in, out };
  CopyCompetitor(DeviceStage& stage, Way way, bool pinned, const Clock& clock);

  void size_up(const SamplerOptions& options, result::Timing& timing) override;
  Block time_block() override;
  std::uint64_t calls() const override { return calls_; }
  bool is_extra() const override { return true; }
  bool has_arrays() const { return !arrays_.empty(); }
  /// The median of each array, by name.
  std::vector<std::pair<std::string, double>> per_array() const;

 private:
  double time_sample();

  DeviceStage& stage_;
  Way way_;
  bool pinned_;
  const Clock& clock_;
  std::vector<std::size_t> arrays_;
  std::vector<std::vector<double>> seconds_;  // per array
  std::uint64_t samples_ = 1, calls_ = 0;
};

/// Copies in, launch, wait, copies out, with pageable memory and device memory that is there, by the clock of the host.
class CallCompetitor final : public Competitor {
 public:
  CallCompetitor(DeviceStage& stage, const Clock& clock) : stage_(stage), clock_(clock) {}

  void size_up(const SamplerOptions& options, result::Timing& timing) override;
  Block time_block() override;
  std::string judge() override;
  std::uint64_t calls() const override { return calls_; }
  bool is_extra() const override { return true; }

 private:
  double time_sample(std::size_t set);

  DeviceStage& stage_;
  const Clock& clock_;
  std::uint64_t samples_ = 1, calls_ = 0;
};

}  // namespace kparity::bench
