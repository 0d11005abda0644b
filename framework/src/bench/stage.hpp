// One kernel and case ready to be timed: sets of arrays that calls take turns with, the results that the reference
// gives for them, and the judgement of what an implementation left in a set.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "host_competitor.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/kernel.hpp"
#include "kparity/parity/comparators.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::bench {

/// The first floating-point input of which more than half the elements have one value; empty if there is none. Such
/// arrays are multiplied faster than others, on a device by less heat alone.
std::string constant_input(const parity::CaseData& data);

/// Contents of the arrays: so many seeds take turns over the sets, so that no implementation is timed on one lucky draw
/// and none can give the results of the call before.
inline constexpr std::size_t seeds_per_point = 3;
inline constexpr std::size_t most_sets = 4096;

/// Of the arrays of a call, whatever a spec allows.
inline constexpr std::uint64_t most_bytes_of_call = std::uint64_t{64} << 30;
/// The same where a spec says nothing.
inline constexpr std::uint64_t usual_bytes_of_call = std::uint64_t{2} << 30;

/// Bytes of all arrays of a case. Throws InvalidArgument for a case beyond the limits.
double footprint_of(const spec::KernelSpec& spec, const generate::Case& drawn);

/// How many seeds: one where three sets of arrays are more than `memory` bytes.
std::size_t seeds_for(double footprint, std::uint64_t memory);

/// How many sets are twice the cache together, within `memory` bytes and most_sets; at least one per seed.
std::size_t sets_for(double footprint, std::uint64_t last_level_cache, std::uint64_t memory);

class Stage {
 public:
  /// Generates the contents and fills the sets, on all processors that this process may use. Throws InvalidArgument for
  /// a case that cannot be made.
  Stage(const spec::KernelSpec& spec, const generate::Case& drawn, std::size_t sets,
        std::size_t seeds = seeds_per_point);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Runs the reference once per seed and keeps its results; one seed is left where a call of it takes long. Passes on
  /// what it throws; throws RuntimeFailure if it changes an input.
  void expect(const LoadedHost& reference);

  /// Runs an implementation once per seed on poisoned outputs. What is wrong with it, with the results or the number of
  /// calls that its witness saw; empty if nothing is.
  std::string fault_of(const LoadedHost& host);

  /// What is wrong in a set: a guard zone, an input, an output; empty if nothing is.
  std::string fault_in(std::size_t set) const;

  /// The same for a workspace of somebody else that holds the results for inputs of seed `seed`.
  std::string fault_in(const parity::Workspace& workspace, std::size_t seed) const;

  /// "12 subnormal numbers in inputs, 3 in results", of the seeds together; empty if there are none.
  std::string subnormals() const;

  std::size_t seeds() const { return data_.size(); }
  const parity::CaseData& data(std::size_t seed) const { return data_[seed]; }
  /// Some array must be brought back to its contents after a call.
  bool works_in_place() const;
  /// This one: read and written, unless `restore` of the spec leaves it out.
  bool is_restored(std::size_t array) const;
  /// How many threads pass over large arrays.
  std::size_t jobs() const { return jobs_; }

  /// All sets as the sampler takes them, and what restores them; refers to this stage.
  Course course();

 private:
  /// What is known of one seed.
  struct Expected {
    std::vector<std::vector<std::byte>> outputs;          // per array; empty where it is none
    std::vector<double> roundings;                        // that each output may be off where a norm judges it
    std::uint64_t subnormals_in = 0, subnormals_out = 0;  // elements of inputs and of results
  };

  void prepare_sets(std::size_t first);
  void restore(std::size_t set, bool poison, parity::Poison with = parity::poison_a);
  void keep_results(std::size_t seed);
  std::string fault_in_inputs(const parity::Workspace& workspace, std::size_t seed) const;
  /// What an output is judged with.
  compare::Context context_of(const parity::Workspace& workspace, std::size_t seed, std::size_t array) const;
  std::string fault_in_output(const parity::Workspace& workspace, std::size_t seed, std::size_t array) const;
  const parity::CaseData& data_of(std::size_t set) const { return data_[set % data_.size()]; }

  const spec::KernelSpec& spec_;
  std::size_t jobs_;
  parity::Comparators comparators_;
  std::vector<parity::CaseData> data_;  // per seed
  std::vector<Expected> expected_;      // per seed
  std::vector<parity::Workspace> sets_;
};

}  // namespace kparity::bench
