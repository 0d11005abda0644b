// Rounds of blocks, their order and their end. What the process as a whole suffered during a block, page faults and
// preemptions, is put down to its competitor.
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

constexpr double steady_within = 0.02;      // two blocks in a row while warming up
constexpr int most_warming_blocks = 10000;  // of a clock that does not move
constexpr std::size_t rounds_of_extras = 12;

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
  Sampling(std::span<Competitor* const> competitors, const SamplerOptions& options, const Clock& clock)
      : competitors_(competitors), options_(options), clock_(clock), results_(competitors.size()) {
    // Warming up leaves half of the budget to the blocks.
    const double share = options.budget_seconds / static_cast<double>(2 * std::max<std::size_t>(competitors.size(), 1));
    most_warming_ = std::min(5 * options.warm_seconds, share);
  }

  std::vector<Sampled> run() {
    const std::int64_t start = clock_();
    for (std::size_t who = 0; who < competitors_.size(); ++who) guarded(who, [&] { warm(who); });
    for (std::size_t round = 0; round < most_rounds; ++round) {
      const bool is_over = static_cast<double>(clock_() - start) * nanosecond > options_.budget_seconds;
      if (round >= fewest_rounds_over_budget && is_over) break;
      if (round >= fewest_rounds && is_time_to_look(round) && all_known_well()) break;
      run_round(round, is_over);
    }
    for (std::size_t who = 0; who < competitors_.size(); ++who) {
      guarded(who, [&] { results_[who].failure = competitors_[who]->judge(); });
      finish(who);
    }
    return std::move(results_);
  }

 private:
  template <class F>
  void guarded(std::size_t who, F&& body) {
    Sampled& result = results_[who];
    if (!result.failure.empty()) return;
    if (options_.turn) options_.turn(who);
    try {
      body();
      return;
    } catch (const std::exception& error) {
      result.failure = fmt::format("it threw while it was timed: {}", error.what());
    } catch (...) {
      result.failure = "it threw something that is no std::exception while it was timed";
    }
    result.has_thrown = true;
  }

  void warm(std::size_t who) {
    competitors_[who]->size_up(options_, results_[who].timing);
    const std::int64_t start = clock_();
    double before = median(competitors_[who]->time_block().samples);
    // One that takes so long at a time is not made steady by more calls than a budget has room for.
    if (before >= most_warming_) return;
    for (int block = 0; block < most_warming_blocks; ++block) {
      const double now = median(competitors_[who]->time_block().samples);
      const double elapsed = static_cast<double>(clock_() - start) * nanosecond;
      results_[who].timing.steady = std::abs(now - before) <= steady_within * std::max(now, before);
      if (results_[who].timing.steady && elapsed >= std::min(options_.warm_seconds, most_warming_ / 2)) return;
      if (elapsed >= most_warming_) return;
      before = now;
    }
  }

  /// Over the budget, an extra of long blocks rests as soon as it has one.
  bool rests(std::size_t who, bool is_over) const {
    if (!competitors_[who]->is_extra()) return false;
    const auto& blocks = results_[who].timing.blocks;
    if (is_over && !blocks.empty() && is_long(blocks.front(), options_)) return true;
    return blocks.size() >= rounds_of_extras;
  }

  void run_round(std::size_t round, bool is_over) {
    std::vector<std::size_t> order(competitors_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[random_below(options_.seed, round * competitors_.size() + i, i)]);
    for (const std::size_t who : order) {
      if (rests(who, is_over)) continue;
      guarded(who, [&] { run_block(who); });
    }
  }

  void run_block(std::size_t who) {
    auto& timing = results_[who].timing;
    const Counters before = counters_now();
    Block block = competitors_[who]->time_block();
    const Counters after = counters_now();
    timing.blocks.push_back(median(std::move(block.samples)));
    timing.clock_hertz.push_back(block.clock_hertz);
    seconds_after_.resize(competitors_.size());
    seconds_after_[who].push_back(block.seconds_after);
    timing.page_faults += after.faults - before.faults;
    timing.preemptions += after.preemptions - before.preemptions;
  }

  /// The bootstrap of many blocks takes longer than a block; so it is not asked in every round.
  static bool is_time_to_look(std::size_t round) { return round <= 64 ? round % 4 == 0 : round % 32 == 0; }

  bool all_known_well() const {
    for (std::size_t who = 0; who < results_.size(); ++who) {
      const Sampled& each = results_[who];
      if (!each.failure.empty() || competitors_[who]->is_extra()) continue;
      if (half_width(interval_of(each), median(each.timing.blocks)) > options_.target) return false;
    }
    return true;
  }

  result::Interval interval_of(const Sampled& each) const {
    return bootstrap_of_median(each.timing.blocks, options_.seed);
  }

  void finish(std::size_t who) {
    Sampled& each = results_[who];
    auto& timing = each.timing;
    timing.calls = competitors_[who]->calls();
    if (!each.failure.empty() || timing.blocks.empty()) return;
    timing.median = median(timing.blocks);
    timing.seconds_after = median(seconds_after_[who]);
    if (timing.blocks.size() < fewest_blocks_for_an_interval) return;
    timing.interval = interval_of(each);
    timing.reached_target = half_width(*timing.interval, timing.median) <= options_.target;
  }

  std::span<Competitor* const> competitors_;
  const SamplerOptions& options_;
  const Clock& clock_;
  std::vector<Sampled> results_;
  double most_warming_ = 0;  // seconds per competitor
  std::vector<std::vector<double>> seconds_after_;
};

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

bool is_long(double seconds, const SamplerOptions& options) {
  return seconds >= 10 * options.block_seconds;
}

std::uint64_t samples_for(double seconds, const SamplerOptions& options) {
  const double samples = options.block_seconds / std::max(seconds, nanosecond);
  return static_cast<std::uint64_t>(std::clamp(samples, 1.0, static_cast<double>(most_samples_per_block)));
}

std::vector<Sampled> sample(std::span<Competitor* const> competitors, const SamplerOptions& options,
                            const Clock& clock) {
  return Sampling(competitors, options, clock).run();
}

}  // namespace kparity::bench
