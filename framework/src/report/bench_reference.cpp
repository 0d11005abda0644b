// The line always says that nothing here was measured beside anything else.
#include "bench_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench_words.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::ChangeVerdict;
using result::ReferenceRow;

std::string line_of(const ReferenceRow& row) {
  const auto change = [&] { return fmt::format("{:+.1f} %", 100 * (row.now / row.usual - 1)); };
  if (row.verdict == ChangeVerdict::added) return fmt::format("{}, not stored yet", time_text(row.now));
  if (row.high == 0)
    return fmt::format("{}, {} ({}); too few stored runs: {}", time_text(row.now), time_text(row.usual), change(),
                       row.runs);
  if (row.verdict == ChangeVerdict::unresolved)
    return fmt::format("{}; smallest change visible {:.1f} %", change(), 100 * row.visible);
  return fmt::format("{} -> {}, {}; 99 % of runs lie in {} to {}", time_text(row.usual), time_text(row.now), change(),
                     time_text(row.low), time_text(row.high));
}

std::string counts_of(const result::ReferenceComparison& comparison) {
  std::string text;
  for (const auto verdict : {ChangeVerdict::slower, ChangeVerdict::faster, ChangeVerdict::unresolved,
                             ChangeVerdict::added, ChangeVerdict::same}) {
    const auto count = std::ranges::count(comparison.rows, verdict, &ReferenceRow::verdict);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, result::name_of(verdict));
  }
  return text.empty() ? "no rows" : text;
}

nlohmann::ordered_json number(double value) {
  return std::isfinite(value) && value > 0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

void write_reference_text(const result::ReferenceComparison& comparison, const Style& style, std::ostream& out) {
  if (!comparison.no_reference.empty()) {
    out << fmt::format("\nagainst stored runs: no reference, so no verdict: {}\n", repaired(comparison.no_reference));
    return;
  }
  out << fmt::format("\nagainst {} of this machine, {} to {} ({}): {}\n", counted(comparison.runs, "stored run"),
                     comparison.first, comparison.last, comparison.file, counts_of(comparison));
  out << "advice only: nothing ran beside this run, so a slower machine looks like slower code; confirm with "
         "--against\n";
  for (const auto verdict :
       {ChangeVerdict::slower, ChangeVerdict::faster, ChangeVerdict::unresolved, ChangeVerdict::added})
    for (const ReferenceRow& row : comparison.rows) {
      if (row.verdict != verdict) continue;
      std::string word = fmt::format("{:<10}", result::name_of(verdict));
      if (style.color && verdict == ChangeVerdict::slower) word = fmt::format("\x1b[1;33m{}\x1b[0m", word);
      out << fmt::format("  {} {}/{} {}: {}\n", word, row.kernel, row.implementation, row.point, line_of(row));
    }
}

nlohmann::ordered_json reference_json(const result::ReferenceComparison& comparison) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ReferenceRow& row : comparison.rows)
    rows.push_back({{"name", row.name},
                    {"verdict", result::name_of(row.verdict)},
                    {"now_us", number(row.now * 1e6)},
                    {"usual_us", number(row.usual * 1e6)},
                    {"low_us", number(row.low * 1e6)},
                    {"high_us", number(row.high * 1e6)},
                    {"visible", number(row.visible)},
                    {"runs", row.runs}});
  return {{"advisory", true},
          {"no_reference", comparison.no_reference.empty() ? nlohmann::ordered_json(nullptr)
                                                           : nlohmann::ordered_json(comparison.no_reference)},
          {"file", comparison.file},
          {"runs", comparison.runs},
          {"rows", std::move(rows)}};
}

}  // namespace kparity::report
