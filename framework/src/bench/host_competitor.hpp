// Host implementations in the sampler: entries that are called through a pointer, on sets of arrays that they share. It
// knows entries and arguments only; whether results are right is asked of whoever made them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kparity/implementation.hpp"
#include "sampler.hpp"

namespace kparity::bench {

/// What host competitors run on.
struct Course {
  std::vector<void**> sets;  // arguments of one call each; calls take turns with them
  bool in_place = false;     // a set must be restored before it is used again
  /// Brings arrays that are read and written back to their contents; with `poison` fills pure outputs as well.
  std::function<void(std::size_t set, bool poison)> restore;
  /// What is wrong with the results that competitor `who` left in a set; empty if nothing is.
  std::function<std::string(std::size_t who, std::size_t set)> fault_in;
  std::size_t next = 0;  // the set of the next call, whoever makes it
};

class HostCompetitor final : public Competitor {
 public:
  HostCompetitor(std::size_t who, Entry entry, Course& course, const Clock& clock)
      : who_(who), entry_(entry), course_(course), clock_(clock) {}

  void size_up(const SamplerOptions& options, result::Timing& timing) override;
  Block time_block() override;
  std::string judge() override;
  std::uint64_t calls() const override { return calls_; }

 private:
  std::int64_t time_calls(std::uint64_t calls);
  std::int64_t time_sample(std::uint64_t calls);
  std::uint64_t most_calls() const;
  void restore_used(bool poison) const;

  std::size_t who_;
  Entry entry_;
  Course& course_;
  const Clock& clock_;
  std::uint64_t calls_ = 0, calls_per_sample_ = 1, samples_per_block_ = 1;
  std::size_t first_ = 0, used_ = 0;  // the sets of the latest sample
};

/// The sampler on entries, in their order.
std::vector<Sampled> sample(std::span<const Entry> entries, Course& course, const SamplerOptions& options,
                            const Clock& clock);

/// Seconds per call of an empty kernel, timed in the same loop: what no row can be shorter than.
double call_floor(const Clock& clock, std::int64_t clock_step);

}  // namespace kparity::bench
