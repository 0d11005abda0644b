// Where a spec leaves the tolerance to kparity: how far each element of the outputs of one case may be off, from the
// reference instantiated with numbers that carry bounds, else estimated from runs of it with perturbed inputs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/bound_file.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/spec/model.hpp"
#include "subject.hpp"

namespace kparity::parity {

/// The reference with bounds as a shared object, or why there is none. Made once per spec, before any child process.
struct BoundLibrary {
  std::string path;  // empty if there is none
  std::string why_not;
};

/// Compiles into the cache what a spec needs; both fields empty if it needs nothing. Never throws for what the
/// reference is.
BoundLibrary bound_library(const spec::KernelSpec& spec);

class Derivation {
 public:
  /// Everything is estimated.
  Derivation() = default;
  /// Opens the library; why it cannot be opened is part of origin() later.
  Derivation(const spec::KernelSpec& spec, const BoundLibrary& library);

  /// A run of the plain reference, to which bounds belong.
  struct Reference {
    const Subject& subject;
    const Workspace& result;          // after the run
    double seconds = 0;               // that it took
    bool flushes_subnormals = false;  // the implementation under test does
  };

  /// Derives for a case, which of() tells until the next call. Throws what the reference throws.
  void derive(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference);

  /// After derive(): what the reference computes with its close decisions taken the other way, in all combinations, as
  /// far as they are few enough; then of() has them. False if they are too many, or change what else is decided.
  bool follow_branches(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference);

  /// Whether there is a reference with bounds, which knows of close decisions; an estimate does not.
  bool follows_bounds() const { return !entries_.empty(); }

  /// For array `index` of the plan.
  const compare::Derived& of(std::size_t index) const { return derived_.at(index); }

 private:
  bool follow_bounds(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference);
  /// One pass of the reference with bounds; how many decisions were close.
  std::uint64_t pass(const spec::KernelSpec& spec, const CaseData& data, bool flushes_subnormals,
                     std::uint64_t other_ways, std::vector<std::vector<Allowance>>& allowances);
  void estimate(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference);

  std::vector<compile::BoundEntry> entries_;
  std::string why_not_ = "no reference with bounds was made";
  Workspace workspace_{0};
  std::vector<std::vector<Allowance>> allowances_;  // per array of the plan
  /// One combination of ways.
  struct Followed {
    std::vector<std::vector<std::byte>> values;  // per array of the plan
    std::vector<std::vector<Allowance>> allowances;
  };
  std::vector<Followed> branches_;
  std::vector<compare::Derived> derived_;
};

/// Whether this thread takes subnormal numbers for zero: found out by computing with one.
bool flushes_subnormals_here();

}  // namespace kparity::parity
