// A hold that times out costs its block, which is measured again without one, and the competitor is not held any more.
#include "device_competitor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/device_calls.hpp"
#include "kparity/error.hpp"
#include "statistics.hpp"

namespace kparity::bench {

namespace {

constexpr std::uint64_t most_calls_without_hold = 20;

double seconds_between(std::int64_t start, std::int64_t end) {
  return static_cast<double>(end - start) * nanosecond;
}

}  // namespace

// --- The kernel ---

std::uint64_t KernelCompetitor::calls_without_hold() const {
  return stage_.works_in_place() ? std::min<std::uint64_t>(most_calls_without_hold, stage_.sets())
                                 : most_calls_without_hold;
}

DeviceTimes KernelCompetitor::time(std::size_t samples, bool hold) {
  const std::uint64_t calls = hold ? 1 : calls_per_sample();
  std::vector<std::size_t> sets;  // of the latest sample
  const std::uint64_t before = device_calls();
  auto times = stage_.timer().time(
      samples, hold ? longest_hold_seconds : 0,
      [&](std::size_t) {
        sets.clear();
        for (std::uint64_t call = 0; call < calls; ++call) {
          sets.push_back(stage_.next_set());
          stage_.call(sets.back());
        }
      },
      [&](std::size_t) {
        if (stage_.works_in_place())
          for (const std::size_t set : sets) stage_.restore(set);
      });
  last_set_ = sets.back();
  calls_ += samples * calls;
  if (const std::uint64_t seen = device_calls() - before; seen != samples * calls)
    throw RuntimeFailure(
        fmt::format("the kernel did not run on the device: called {} times, {} went there", samples * calls, seen));
  for (double& seconds : times.seconds) seconds /= static_cast<double>(calls);
  return times;
}

void KernelCompetitor::size_up(const SamplerOptions& options, result::Timing& timing) {
  double one = time(1, false).seconds.front();  // loads what the first call loads
  if (!is_long(one, options)) one = time(1, false).seconds.front();
  const std::size_t per_sample = 3 + stage_.copies_of_restore();
  samples_ =
      std::min<std::uint64_t>(samples_for(one, options), std::max<std::size_t>(1, most_held_commands / per_sample));
  timing.samples_per_block = samples_;
}

Block KernelCompetitor::time_block() {
  auto times = time(samples_, is_held_);
  if (times.timed_out) {
    is_held_ = false;
    times = time(samples_, false);
  }
  return {std::move(times.seconds), times.clock_hertz, times.seconds_after};
}

std::string KernelCompetitor::judge() {
  const std::size_t set = stage_.next_set();
  stage_.poison(set);
  const std::uint64_t before = device_calls();
  stage_.call(set);
  stage_.timer().wait();
  ++calls_;
  if (device_calls() != before + 1) return "the kernel did not run on the device";
  return stage_.fault_in(set);
}

// --- A kernel that does nothing ---

void FloorCompetitor::size_up(const SamplerOptions&, result::Timing& timing) {
  samples_ = timing.samples_per_block = most_samples_per_block;
}

Block FloorCompetitor::time_block() {
  auto times = timer_.time(samples_, longest_hold_seconds, [&](std::size_t) { timer_.launch_nothing(shape_); });
  calls_ += samples_;
  return {std::move(times.seconds), times.clock_hertz, times.seconds_after};
}

// --- Copies ---

CopyCompetitor::CopyCompetitor(DeviceStage& stage, Way way, bool pinned, const Clock& clock)
    : stage_(stage),
      way_(way),
      pinned_(pinned),
      clock_(clock),
      arrays_(way == Way::in ? stage.arrays_in() : stage.arrays_out()),
      seconds_(arrays_.size()) {
  if (pinned_) stage_.prepare_pinned();
}

double CopyCompetitor::time_sample() {
  const std::size_t set = pinned_ ? 0 : stage_.next_set();  // pinned memory holds the first seed
  double total = 0;
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const std::int64_t start = clock_();
    way_ == Way::in ? stage_.copy_in(set, arrays_[i], pinned_) : stage_.copy_out(set, arrays_[i], pinned_);
    seconds_[i].push_back(seconds_between(start, clock_()));
    total += seconds_[i].back();
  }
  ++calls_;
  return total;
}

void CopyCompetitor::size_up(const SamplerOptions& options, result::Timing& timing) {
  double one = time_sample();
  if (!is_long(one, options)) one = time_sample();
  samples_ = timing.samples_per_block = samples_for(one, options);
}

Block CopyCompetitor::time_block() {
  Block block;
  for (std::uint64_t i = 0; i < samples_; ++i) block.samples.push_back(time_sample());
  return block;
}

std::vector<std::pair<std::string, double>> CopyCompetitor::per_array() const {
  std::vector<std::pair<std::string, double>> out;
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (!seconds_[i].empty()) out.emplace_back(stage_.name_of(arrays_[i]), median(seconds_[i]));
  return out;
}

// --- The whole call ---

double CallCompetitor::time_sample(std::size_t set) {
  const std::int64_t start = clock_();
  for (const std::size_t array : stage_.arrays_in()) stage_.copy_in(set, array, false);
  stage_.call(set);
  stage_.timer().wait();
  for (const std::size_t array : stage_.arrays_out()) stage_.copy_out(set, array, false);
  const double seconds = seconds_between(start, clock_());
  ++calls_;
  if (stage_.works_in_place()) {  // for the kernel alone, whose turn on this set comes
    stage_.restore(set);
    stage_.timer().wait();
  }
  return seconds;
}

void CallCompetitor::size_up(const SamplerOptions& options, result::Timing& timing) {
  double one = time_sample(stage_.next_set());
  if (!is_long(one, options)) one = time_sample(stage_.next_set());
  samples_ = timing.samples_per_block = samples_for(one, options);
}

Block CallCompetitor::time_block() {
  Block block;
  for (std::uint64_t i = 0; i < samples_; ++i) block.samples.push_back(time_sample(stage_.next_set()));
  return block;
}

std::string CallCompetitor::judge() {
  const std::size_t set = stage_.next_set();
  stage_.poison(set);
  stage_.poison_host_copy(set);
  time_sample(set);
  return stage_.fault_in_host_copy(set);
}

}  // namespace kparity::bench
