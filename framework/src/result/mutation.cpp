// Counts the mutants of a report.
#include "kparity/result/mutation.hpp"

namespace kparity::result {

std::string_view name_of(Fate fate) {
  switch (fate) {
    case Fate::killed: return "killed";
    case Fate::survived: return "survived";
    case Fate::equivalent: return "equivalent";
    case Fate::no_mutant: return "no mutant";
  }
  return "";
}

double MutationScore::percent() const {
  const std::uint64_t all = killed + survived;
  return all == 0 ? 100 : 100 * static_cast<double>(killed) / static_cast<double>(all);
}

MutationScore score_of(const std::vector<MutantRow>& rows) {
  MutationScore score;
  for (const MutantRow& row : rows) {
    if (row.fate == Fate::killed) ++score.killed;
    if (row.fate == Fate::survived) ++score.survived;
  }
  return score;
}

int exit_code(const MutationReport& report, double at_least) {
  const MutationScore score = score_of(report.rows);
  if (score.killed + score.survived == 0) return 4;
  return score.percent() >= at_least ? 0 : 1;
}

}  // namespace kparity::result
