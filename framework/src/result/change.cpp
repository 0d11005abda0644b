// Names and exit codes of a comparison. What was not compared is never green.
#include "kparity/result/change.hpp"

#include <algorithm>

namespace kparity::result {

std::string_view name_of(ChangeVerdict verdict) {
  switch (verdict) {
    case ChangeVerdict::slower: return "slower";
    case ChangeVerdict::faster: return "faster";
    case ChangeVerdict::same: return "same";
    case ChangeVerdict::unresolved: return "unresolved";
    case ChangeVerdict::gone: return "gone";
    case ChangeVerdict::added: return "added";
  }
  return "?";
}

std::size_t count_of(const ChangeReport& report, ChangeVerdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(report.rows, verdict, &Change::verdict));
}

int exit_code(const ChangeReport& report, bool require_verdict) {
  const auto has = [&](ChangeVerdict verdict) { return count_of(report, verdict) > 0; };
  if (!report.no_verdict.empty()) return 3;
  const auto has_failed = [](const Change& row) { return row.verdict == ChangeVerdict::gone && !row.reason.empty(); };
  if (has(ChangeVerdict::slower) || std::ranges::any_of(report.rows, has_failed)) return 1;
  const bool compared = has(ChangeVerdict::faster) || has(ChangeVerdict::same) || has(ChangeVerdict::unresolved);
  if (!compared) return 4;
  return require_verdict && has(ChangeVerdict::unresolved) ? 3 : 0;
}

}  // namespace kparity::result
