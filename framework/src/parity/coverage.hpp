// What the cases of a check were examples of, family by family, and whether that is what the spec asks for.
#pragma once

#include <vector>

#include "kparity/generate/generate.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

class Coverage {
 public:
  /// `schedule` must outlive it.
  explicit Coverage(const generate::Schedule& schedule);

  void add(const generate::Case& drawn, bool outside);
  /// In the order of the schedule; then families of pinned cases that it does not have.
  const std::vector<result::FamilyCases>& families() const { return families_; }

 private:
  const generate::Schedule& schedule_;
  std::vector<result::FamilyCases> families_;
};

/// Makes a check that passed `vacuous` if something that the spec calls mandatory was not among its cases.
void judge_coverage(const spec::KernelSpec& spec, result::Outcome& outcome);

/// Makes a check that has no cases `skipped`, with the reasons of the families.
void judge_emptiness(result::Outcome& outcome);

}  // namespace kparity::parity
