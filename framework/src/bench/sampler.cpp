// Between the two looks at the clock there is nothing but calls through a pointer and the step to the next set: what
// has to be restored is restored after the second look, so that a set has left the caches again when its turn comes.
#include "sampler.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <numeric>
#include <optional>

#include "random.hpp"
#include "statistics.hpp"

namespace kparity::bench {

namespace {

constexpr double steady_within = 0.02;  // two blocks in a row while warming up
constexpr std::int64_t steps_per_sample = 1000;
constexpr std::uint64_t most_calls_per_sample = std::uint64_t{1} << 20, most_samples_per_block = 50;
constexpr double nanosecond = 1e-9;

struct Counters {
  std::uint64_t faults = 0, preemptions = 0;
};

Counters counters_now() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return {static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt), static_cast<std::uint64_t>(usage.ru_nivcsw)};
}

/// One measurement of all competitors.
class Sampling {
 public:
  Sampling(std::span<const Entry> entries, const Course& course, const SamplerOptions& options, const Clock& clock)
      : entries_(entries), course_(course), options_(options), clock_(clock), results_(entries.size()) {}

  std::vector<Sampled> run() {
    const std::int64_t start = clock_();
    for (std::size_t who = 0; who < entries_.size(); ++who) guarded(who, [&] { warm(who); });
    for (std::size_t round = 0; round < most_rounds; ++round) {
      const bool is_over = static_cast<double>(clock_() - start) * nanosecond > options_.budget_seconds;
      if (round >= fewest_rounds_over_budget && is_over) break;
      if (round >= fewest_rounds && is_time_to_look(round) && all_known_well()) break;
      run_round(round, false);
    }
    run_round(most_rounds, true);
    for (auto& each : results_) finish(each);
    return std::move(results_);
  }

 private:
  template <class F>
  void guarded(std::size_t who, F&& body) {
    if (!results_[who].failure.empty()) return;
    try {
      body();
    } catch (const std::exception& error) {
      results_[who].failure = fmt::format("it threw while it was timed: {}", error.what());
    } catch (...) {
      results_[who].failure = "it threw something that is no std::exception while it was timed";
    }
  }

  /// Nanoseconds of `calls` calls in a row, from set `next_` on.
  std::int64_t time_calls(std::size_t who, std::uint64_t calls) {
    const Entry entry = entries_[who];
    void** const* const sets = course_.sets.data();
    const std::size_t count = course_.sets.size();
    std::size_t set = next_;
    const std::int64_t start = clock_();
    for (std::uint64_t call = 0; call < calls; ++call) {
      entry(sets[set]);
      if (++set == count) set = 0;
    }
    const std::int64_t end = clock_();
    first_ = next_;
    used_ = std::min<std::uint64_t>(calls, count);
    next_ = set;
    results_[who].timing.calls += calls;
    return end - start;
  }

  void restore_used(bool poison) {
    for (std::size_t i = 0; i < used_; ++i) course_.restore((first_ + i) % course_.sets.size(), poison);
  }

  void poison_next(std::uint64_t calls) {
    first_ = next_;
    used_ = std::min<std::uint64_t>(calls, course_.sets.size());
    restore_used(true);
  }

  std::uint64_t most_calls() const { return course_.in_place ? course_.sets.size() : most_calls_per_sample; }

  std::int64_t time_sample(std::size_t who, std::uint64_t calls) {
    const std::int64_t time = time_calls(who, calls);
    if (course_.in_place) restore_used(false);
    return time;
  }

  /// Finds how many calls make a sample, and how many samples a block.
  void size_up(std::size_t who) {
    auto& timing = results_[who].timing;
    const std::int64_t shortest = steps_per_sample * options_.clock_step;
    std::uint64_t calls = 1;
    time_sample(who, calls);  // the first call loads, allocates and starts threads
    std::int64_t time = time_sample(who, calls);
    while (time < shortest && calls < most_calls()) {
      calls = std::min(2 * calls, most_calls());
      time = time_sample(who, calls);
    }
    timing.calls_per_sample = calls;
    timing.coarse = time < shortest;
    const double samples = options_.block_seconds / (static_cast<double>(std::max<std::int64_t>(time, 1)) * nanosecond);
    timing.samples_per_block =
        static_cast<std::uint64_t>(std::clamp(samples, 1.0, static_cast<double>(most_samples_per_block)));
  }

  /// Seconds per call: the median of the samples of one block.
  double time_block(std::size_t who) {
    const auto& timing = results_[who].timing;
    std::vector<double> samples;
    for (std::uint64_t i = 0; i < timing.samples_per_block; ++i) {
      const auto time = static_cast<double>(time_sample(who, timing.calls_per_sample));
      samples.push_back(time * nanosecond / static_cast<double>(timing.calls_per_sample));
    }
    return median(std::move(samples));
  }

  void warm(std::size_t who) {
    size_up(who);
    const std::int64_t start = clock_();
    double before = time_block(who);
    for (;;) {
      const double now = time_block(who);
      const double elapsed = static_cast<double>(clock_() - start) * nanosecond;
      results_[who].timing.steady = std::abs(now - before) <= steady_within * std::max(now, before);
      if (results_[who].timing.steady && elapsed >= options_.warm_seconds) return;
      if (elapsed >= 5 * options_.warm_seconds) return;
      before = now;
    }
  }

  void run_round(std::size_t round, bool is_last) {
    std::vector<std::size_t> order(entries_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random_below(options_.seed, round * entries_.size() + i, i)]);
    for (const std::size_t who : order) guarded(who, [&] { is_last ? run_last_block(who) : run_block(who); });
  }

  void run_block(std::size_t who) {
    auto& timing = results_[who].timing;
    const Counters before = counters_now();
    timing.blocks.push_back(time_block(who));
    const Counters after = counters_now();
    timing.page_faults += after.faults - before.faults;
    timing.preemptions += after.preemptions - before.preemptions;
  }

  void run_last_block(std::size_t who) {
    run_block(who);
    const std::uint64_t calls = results_[who].timing.calls_per_sample;
    poison_next(calls);
    time_calls(who, calls);
    for (std::size_t i = 0; i < used_ && results_[who].failure.empty(); ++i)
      results_[who].failure = course_.fault_in(who, (first_ + i) % course_.sets.size());
    restore_used(true);
  }

  /// The bootstrap of many blocks takes longer than a block; so it is not asked in every round.
  static bool is_time_to_look(std::size_t round) { return round <= 64 ? round % 4 == 0 : round % 32 == 0; }

  bool all_known_well() const {
    return std::ranges::all_of(results_, [&](const Sampled& each) {
      return !each.failure.empty() || half_width(interval_of(each), median(each.timing.blocks)) <= options_.target;
    });
  }

  result::Interval interval_of(const Sampled& each) const {
    return bootstrap_of_median(each.timing.blocks, options_.seed);
  }

  void finish(Sampled& each) const {
    auto& timing = each.timing;
    if (!each.failure.empty() || timing.blocks.empty()) return;
    timing.median = median(timing.blocks);
    if (timing.blocks.size() < fewest_blocks_for_an_interval) return;
    timing.interval = interval_of(each);
    timing.reached_target = half_width(*timing.interval, timing.median) <= options_.target;
  }

  std::span<const Entry> entries_;
  const Course& course_;
  const SamplerOptions& options_;
  const Clock& clock_;
  std::vector<Sampled> results_;
  std::size_t next_ = 0, first_ = 0, used_ = 0;  // the set of the next call; those of the latest sample
};

void empty_kernel(void**) {}

}  // namespace

std::int64_t steady_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::int64_t step_of(const Clock& clock) {
  std::int64_t smallest = 0;
  std::int64_t before = clock();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t now = clock();
    if (now > before && (smallest == 0 || now - before < smallest)) smallest = now - before;
    before = now;
  }
  return std::max<std::int64_t>(smallest, 1);
}

std::vector<Sampled> sample(std::span<const Entry> entries, const Course& course, const SamplerOptions& options,
                            const Clock& clock) {
  return Sampling(entries, course, options, clock).run();
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
