// Mutants on a terminal: the survivors with the line they are in and what would find them, and the score.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "kparity/report/mutation.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::Fate;
using result::MutantRow;

constexpr std::size_t key_width = 12;

std::string key_line(std::string_view key, std::string_view value, const Style& style) {
  return fmt::format("  {:<{}}{}\n", key, key_width, wrapped(value, key_width + 2, style.width));
}

/// Texts of several lines as one.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == '\n' || c == '\t' || c == '\r' || c == ' ';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  return out;
}

struct Count {
  std::vector<MutantRow> rows;
  std::uint64_t of(Fate fate) const {
    return static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [&](const MutantRow& row) { return row.fate == fate; }));
  }
};

std::string count_line(const std::string& name, const Count& count) {
  const result::MutationScore score = result::score_of(count.rows);
  std::string line = fmt::format("{:<24}{} of {} killed ({:.0f} %)", name, score.killed, score.killed + score.survived,
                                 std::floor(score.percent()));
  if (const auto equivalent = count.of(Fate::equivalent)) line += fmt::format(", {} equivalent", equivalent);
  if (const auto none = count.of(Fate::no_mutant)) line += fmt::format(", {} do not compile", none);
  return line + "\n";
}

}  // namespace

std::string text_of(const MutantRow& row, const Style& style) {
  const std::string where = fmt::format("{}:{}:{}", row.file, row.line, row.column);
  const std::string change = fmt::format("{}: `{}` becomes `{}`", row.kind, one_line(row.before), one_line(row.after));
  if (row.fate == Fate::killed)
    return fmt::format("killed    {}  {}  ({}, {})\n", where, change, result::name_of(row.verdict), row.place);
  if (row.fate == Fate::equivalent) return fmt::format("same      {}  {}  ({})\n", where, change, row.reason);
  if (row.fate == Fate::no_mutant) return fmt::format("none      {}  {}\n", where, change);
  const std::string tag = style.color ? "\x1b[1;31mSURVIVES\x1b[0m" : "SURVIVES";
  return fmt::format("{}  {}.{}  {}\n", tag, row.kernel, row.implementation, where) +
         key_line("line", row.source_line, style) + key_line("fault", change, style) +
         key_line("to find it", row.advice, style);
}

void write_mutation_text(const result::MutationReport& report, const Style& style, std::ostream& out) {
  std::map<std::string, Count> counts;
  for (const MutantRow& row : report.rows) {
    counts[row.kernel + "." + row.implementation].rows.push_back(row);
    if (row.fate == Fate::survived) out << text_of(row, style);
  }
  out << '\n';
  for (const auto& [name, count] : counts) out << count_line(name, count);
  for (const std::string& warning : report.warnings) out << "warning: " << warning << '\n';
  const auto score = result::score_of(report.rows);
  const std::uint64_t run = score.killed + score.survived;
  out << fmt::format("{} of {} mutants killed ({:.1f} %); {} each, {:.1f} s in all, {} cases, seed {}\n", score.killed,
                     run, score.percent(),
                     seconds_text(run == 0 ? 0 : report.processor_seconds / static_cast<double>(run)), report.seconds,
                     report.cases, report.seed);
}

}  // namespace kparity::report
