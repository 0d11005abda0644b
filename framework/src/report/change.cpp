// One sentence says what happened; figures follow for what changed, and for what could not be told with how much could
// have been seen.
#include "kparity/report/change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "bench_words.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::Change;
using result::ChangeReport;
using result::ChangeVerdict;
using Json = nlohmann::ordered_json;

std::vector<const Change*> rows_of(const ChangeReport& report, std::initializer_list<ChangeVerdict> verdicts) {
  std::vector<const Change*> rows;
  for (const ChangeVerdict verdict : verdicts)
    for (const auto& row : report.rows)
      if (row.verdict == verdict) rows.push_back(&row);
  std::ranges::stable_sort(rows, [](const Change* a, const Change* b) { return a->verdict < b->verdict; });
  return rows;
}

/// "2 of 41 rows slower, in push; 1 faster; 3 unresolved".
std::string headline(const ChangeReport& report) {
  if (!report.no_verdict.empty()) return "No verdict: " + report.no_verdict;
  std::vector<std::string> parts;
  for (const auto verdict : {ChangeVerdict::slower, ChangeVerdict::gone, ChangeVerdict::faster,
                             ChangeVerdict::unresolved, ChangeVerdict::added}) {
    const auto count = result::count_of(report, verdict);
    if (count == 0) continue;
    std::set<std::string> kernels;
    for (const auto& row : report.rows)
      if (row.verdict == verdict) kernels.insert(row.kernel);
    parts.push_back(
        parts.empty() ? fmt::format("{} of {} {}", count, counted(report.rows.size(), "row"), result::name_of(verdict))
                      : fmt::format("{} {}", count, result::name_of(verdict)));
    if (verdict == ChangeVerdict::slower || verdict == ChangeVerdict::gone)
      parts.back() += fmt::format(", in {}", fmt::join(kernels, ", "));
  }
  if (report.rows.empty()) return "Nothing was measured on both sides";
  if (parts.empty()) return fmt::format("None of {} changed", counted(report.rows.size(), "row"));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string change_text(const Change& row) {
  return fmt::format("{:+.1f} % ({:+.1f} to {:+.1f})", 100 * row.change, 100 * row.low, 100 * row.high);
}

std::string name_text(const Change& row) {
  return fmt::format("{}/{}{}{}", row.kernel, row.implementation, row.point.empty() ? "" : " ", row.point);
}

std::string line_of(const Change& row) {
  switch (row.verdict) {
    case ChangeVerdict::slower:
    case ChangeVerdict::faster:
      return fmt::format("{} -> {}, {}, in {} of {} rounds", time_text(row.base), time_text(row.head), change_text(row),
                         row.agreeing, row.rounds);
    case ChangeVerdict::unresolved:
      return fmt::format("{}; smallest change visible {:.1f} %", change_text(row), 100 * row.visible);
    case ChangeVerdict::gone: return row.reason.empty() ? "measured at the base only" : row.reason;
    case ChangeVerdict::added: return fmt::format("new, {}", time_text(row.head));
    case ChangeVerdict::same: return change_text(row);
  }
  return "";
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace

void write_change_text(const ChangeReport& report, const Style& style, std::ostream& out) {
  out << fmt::format("kparity bench   {} against {}   {} rounds of three processes{}, {}\n", report.head, report.base,
                     report.rounds,
                     report.confirming_rounds == 0 ? "" : fmt::format(" and {} to confirm", report.confirming_rounds),
                     seconds_text(report.seconds));
  out << headline(report) << '\n';
  const auto rows = rows_of(report, {ChangeVerdict::slower, ChangeVerdict::gone, ChangeVerdict::faster,
                                     ChangeVerdict::added, ChangeVerdict::unresolved});
  std::size_t widest = 0;
  for (const auto* row : rows) widest = std::max(widest, name_text(*row).size());
  for (const auto* row : rows) {
    const bool is_red = row->verdict == ChangeVerdict::slower || row->verdict == ChangeVerdict::gone;
    std::string word(result::name_of(row->verdict));
    word.resize(std::max<std::size_t>(word.size(), 10), ' ');
    if (style.color) word = fmt::format("\x1b[1;{}m{}\x1b[0m", is_red ? 31 : 33, word);
    out << fmt::format("  {} {:<{}}  {}\n", word, name_text(*row), widest, repaired(line_of(*row)));
  }
  for (const auto& change : report.static_changes) out << fmt::format("  compiled   {}\n", change);
  if (const auto same = result::count_of(report, ChangeVerdict::same); same > 0)
    out << fmt::format("  {} the same, within the threshold of each\n", counted(same, "row"));
}

void write_change_json(const ChangeReport& report, bool require_verdict, std::ostream& out) {
  Json rows = Json::array();
  for (const auto& row : report.rows)
    rows.push_back({{"name", row.name},
                    {"kernel", row.kernel},
                    {"implementation", row.implementation},
                    {"point", row.point},
                    {"verdict", result::name_of(row.verdict)},
                    {"base_us", number(row.base * 1e6)},
                    {"head_us", number(row.head * 1e6)},
                    {"change", number(row.change)},
                    {"low", number(row.low)},
                    {"high", number(row.high)},
                    {"visible", number(row.visible)},
                    {"threshold", number(row.threshold)},
                    {"rounds", row.rounds},
                    {"agreeing", row.agreeing},
                    {"reason", row.reason}});
  const Json whole = {{"kparity_schema", "1"},
                      {"kparity_version", report.version},
                      {"base", report.base},
                      {"head", report.head},
                      {"summary", headline(report)},
                      {"no_verdict", report.no_verdict.empty() ? Json(nullptr) : Json(report.no_verdict)},
                      {"exit_code", result::exit_code(report, require_verdict)},
                      {"rounds", report.rounds},
                      {"confirming_rounds", report.confirming_rounds},
                      {"repeated_rounds", report.repeated_rounds},
                      {"static_changes", report.static_changes},
                      {"command", report.command},
                      {"rows", std::move(rows)}};
  out << whole.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_change_markdown(const ChangeReport& report, std::ostream& out) {
  constexpr std::size_t most_rows = 100;
  out << "<!-- kparity bench -->\n" << headline(report) << ".\n";
  const auto changed = rows_of(report, {ChangeVerdict::slower, ChangeVerdict::faster});
  if (!changed.empty()) {
    out << "\n| | kernel | base | head | change | rounds |\n| --- | --- | --- | --- | --- | --- |\n";
    for (std::size_t i = 0; i < std::min(changed.size(), most_rows); ++i) {
      const Change& row = *changed[i];
      out << fmt::format("| {} | `{}` | {} | {} | {} | {} of {} |\n", result::name_of(row.verdict), name_text(row),
                         time_text(row.base), time_text(row.head), change_text(row), row.agreeing, row.rounds);
    }
    if (changed.size() > most_rows) out << fmt::format("\nand {} more.\n", changed.size() - most_rows);
  }
  const auto list = [&](const char* head, std::initializer_list<ChangeVerdict> verdicts) {
    const auto rows = rows_of(report, verdicts);
    if (rows.empty()) return;
    out << fmt::format("\n<details><summary>{} {}</summary>\n\n", counted(rows.size(), "row"), head);
    for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i)
      out << fmt::format("- `{}`: {}\n", name_text(*rows[i]), repaired(line_of(*rows[i])));
    if (rows.size() > most_rows) out << fmt::format("- and {} more\n", rows.size() - most_rows);
    out << "\n</details>\n";
  };
  if (!report.static_changes.empty()) {
    out << "\nCompiled otherwise:\n\n";
    for (std::size_t i = 0; i < std::min(report.static_changes.size(), most_rows); ++i)
      out << fmt::format("- {}\n", report.static_changes[i]);
  }
  list("measured on one side only", {ChangeVerdict::gone, ChangeVerdict::added});
  list("not resolved", {ChangeVerdict::unresolved});
  out << fmt::format("\nAgain: `{}`\n", report.command);
}

}  // namespace kparity::report
