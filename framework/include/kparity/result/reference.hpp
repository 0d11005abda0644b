// How a run of benchmarks compares with runs that were stored on the same machine before. It advises: one process has
// no arms beside it, so that whatever the machine did in between counts as the code's.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kparity/result/change.hpp"

namespace kparity::result {

struct ReferenceRow {
  std::string name;  // "axpy/impl:openmp/cache:cold/n=1000"
  std::string kernel, implementation, point;
  ChangeVerdict verdict = ChangeVerdict::unresolved;  // `added`: no stored run has this row
  double now = 0, usual = 0;                          // seconds: of this run; the median of the stored ones
  double low = 0, high = 0;                           // where 99 % of runs of unchanged code lie
  double visible = 0;                                 // the smallest change that can be seen, as a share
  std::size_t runs = 0;                               // stored ones that have it
};

struct ReferenceComparison {
  std::string file;          // that holds the stored runs
  std::string no_reference;  // why nothing can be said; then there are no rows
  std::size_t runs = 0;
  std::string first, last;  // their dates
  std::vector<ReferenceRow> rows;
};

}  // namespace kparity::result
