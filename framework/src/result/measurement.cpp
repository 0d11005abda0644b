// A row without a time, and the exit code of a benchmark. A run that measured nothing is never green.
#include "kparity/result/measurement.hpp"

#include <algorithm>

namespace kparity::result {

void refuse(Measurement& row, Verdict verdict, std::string reason) {
  row.verdict = verdict;
  row.reason = std::move(reason);
  row.timing.reset();
  row.parts.clear();
  row.notes.clear();
}

const Timing* find_part(const Measurement& row, std::string_view what) {
  const auto found = std::ranges::find(row.parts, what, &Part::what);
  return found == row.parts.end() ? nullptr : &found->timing;
}

int exit_code(const BenchReport& report) {
  const auto red = [](const Measurement& row) { return is_red(row.verdict, false); };
  const auto measured = [](const Measurement& row) { return row.verdict == Verdict::pass && row.timing; };
  if (std::ranges::any_of(report.rows, red)) return 1;
  return std::ranges::any_of(report.rows, measured) ? 0 : 4;
}

}  // namespace kparity::result
