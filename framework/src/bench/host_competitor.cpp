// Between the two looks at the clock there is nothing but calls through a pointer and the step to the next set: what
// has to be restored is restored after the second look, so that a set has left the caches again when its turn comes.
#include "host_competitor.hpp"

#include <algorithm>
#include <memory>

namespace kparity::bench {

namespace {

constexpr std::int64_t steps_per_sample = 1000;
constexpr std::uint64_t most_calls_per_sample = std::uint64_t{1} << 20;

void empty_kernel(void**) {}

}  // namespace

/// Nanoseconds of `calls` calls in a row.
std::int64_t HostCompetitor::time_calls(std::uint64_t calls) {
  const Entry entry = entry_;
  void** const* const sets = course_.sets.data();
  const std::size_t count = course_.sets.size();
  first_ = course_.next;
  used_ = std::min<std::uint64_t>(calls, count);
  std::size_t set = first_;
  const std::int64_t start = clock_();
  for (std::uint64_t call = 0; call < calls; ++call) {
    entry(sets[set]);
    if (++set == count) set = 0;
  }
  const std::int64_t end = clock_();
  course_.next = set;
  calls_ += calls;
  return end - start;
}

void HostCompetitor::restore_used(bool poison) const {
  for (std::size_t i = 0; i < used_; ++i) course_.restore((first_ + i) % course_.sets.size(), poison);
}

std::uint64_t HostCompetitor::most_calls() const {
  return course_.in_place ? course_.sets.size() : most_calls_per_sample;
}

std::int64_t HostCompetitor::time_sample(std::uint64_t calls) {
  const std::int64_t time = time_calls(calls);
  if (course_.in_place) restore_used(false);
  return time;
}

void HostCompetitor::size_up(const SamplerOptions& options, result::Timing& timing) {
  const std::int64_t shortest = steps_per_sample * options.clock_step;
  std::uint64_t calls = 1;
  std::int64_t time = time_sample(calls);  // the first call loads, allocates and starts threads
  if (!is_long(static_cast<double>(time) * nanosecond, options)) time = time_sample(calls);
  while (time < shortest && calls < most_calls()) {
    calls = std::min(2 * calls, most_calls());
    time = time_sample(calls);
  }
  calls_per_sample_ = timing.calls_per_sample = calls;
  timing.coarse = time < shortest;
  samples_per_block_ = timing.samples_per_block =
      samples_for(static_cast<double>(std::max<std::int64_t>(time, 1)) * nanosecond, options);
}

Block HostCompetitor::time_block() {
  Block block;
  for (std::uint64_t i = 0; i < samples_per_block_; ++i) {
    const auto time = static_cast<double>(time_sample(calls_per_sample_));
    block.samples.push_back(time * nanosecond / static_cast<double>(calls_per_sample_));
  }
  return block;
}

std::string HostCompetitor::judge() {
  first_ = course_.next;
  used_ = std::min<std::uint64_t>(calls_per_sample_, course_.sets.size());
  restore_used(true);
  time_calls(calls_per_sample_);
  std::string fault;
  for (std::size_t i = 0; i < used_ && fault.empty(); ++i)
    fault = course_.fault_in(who_, (first_ + i) % course_.sets.size());
  restore_used(true);
  return fault;
}

std::vector<Sampled> sample(std::span<const Entry> entries, Course& course, const SamplerOptions& options,
                            const Clock& clock) {
  std::vector<HostCompetitor> hosts;
  for (std::size_t who = 0; who < entries.size(); ++who) hosts.emplace_back(who, entries[who], course, clock);
  std::vector<Competitor*> competitors;
  for (auto& host : hosts) competitors.push_back(&host);
  return sample(competitors, options, clock);
}

double call_floor(const Clock& clock, std::int64_t clock_step) {
  void* argument = nullptr;
  Course course;
  course.sets = {&argument};
  course.restore = [](std::size_t, bool) {};
  course.fault_in = [](std::size_t, std::size_t) { return std::string(); };
  const Entry entries[] = {&empty_kernel};
  const SamplerOptions options{
      .budget_seconds = 0.05, .block_seconds = 0.001, .warm_seconds = 0.001, .clock_step = clock_step};
  return sample(entries, course, options, clock).front().timing.median;
}

}  // namespace kparity::bench
