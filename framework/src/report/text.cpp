// The manner of the text report: one line for what is fine, a block of aligned keys for what is not, and closing lines
// that count every verdict and say what to do next. Commands are never broken over lines, since they are there to be
// pasted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

#include "kparity/report/report.hpp"
#include "plain_text.hpp"

namespace kparity::report {

namespace {

using result::Comparison;
using result::Mismatch;
using result::Outcome;
using result::Report;
using result::Verdict;

constexpr std::size_t tag_width = 6, id_width = 26, key_width = 18, key_indent = 2;
constexpr std::size_t value_column = key_indent + key_width;
constexpr std::size_t most_details = 60, most_names = 6;

// --- one line --------------------------------------------------------------------------------------------------------

std::string tag_of(Verdict verdict) {
  if (verdict == Verdict::skipped) return "SKIP";
  if (verdict == Verdict::expected_failure) return "XFAIL";
  std::string tag(result::name_of(verdict));
  std::ranges::transform(tag, tag.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return tag;
}

std::string coloured_tag(Verdict verdict, const Style& style) {
  const std::string tag = fmt::format("{:<{}}", tag_of(verdict) + " ", tag_width);
  if (!style.color) return tag;
  const char* colour = result::is_red(verdict, style.strict) ? "31" : verdict == Verdict::pass ? "32" : "33";
  return fmt::format("\x1b[1;{}m{}\x1b[0m", colour, tag);
}

/// "200 cases, 1.2 M elements, used 3 % of the bound (auto)".
std::string pass_text(const Outcome& outcome) {
  std::vector<std::string> parts;
  if (outcome.cases > 0) parts.push_back(counted(outcome.cases, "case"));
  if (outcome.compared > 0) {
    parts.push_back(counted(outcome.compared, "element"));
    const std::string rules = outcome.used > 0 ? rules_text(outcome.rules) : "";  // equal is equal under any rule
    parts.push_back(used_text(outcome.used) + (rules.empty() ? "" : " (" + rules + ")"));
  }
  if (!outcome.reason.empty()) parts.push_back(repaired(outcome.reason));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string_view meaning_of(Verdict verdict) {
  for (const result::VerdictInfo& info : result::verdict_table())
    if (info.verdict == verdict) return info.meaning;
  return "";
}

std::string_view advice_of(Verdict verdict) {
  for (const result::VerdictInfo& info : result::verdict_table())
    if (info.verdict == verdict) return info.advice;
  return "";
}

std::string head_text(const Outcome& outcome) {
  if (outcome.verdict == Verdict::pass) return pass_text(outcome);
  return outcome.reason.empty() ? std::string(meaning_of(outcome.verdict)) : repaired(outcome.reason);
}

std::string head_line(const Outcome& outcome, const Style& style) {
  const std::string head = head_text(outcome);
  std::string id = result::id_of(outcome);
  if (!head.empty()) id = fmt::format("{:<{}}", id + "  ", id_width);
  const std::size_t column = std::max(tag_of(outcome.verdict).size() + 1, tag_width) + columns_of(id);
  return coloured_tag(outcome.verdict, style) + id + wrapped(head, column, style.width) + "\n";
}

// --- the block of a red outcome --------------------------------------------------------------------------------------

/// Collects "  key               value" lines; keys without a value are left out.
class Block {
 public:
  explicit Block(const Style& style) : width_(style.width) {}

  void add(std::string_view key, std::string_view value) {
    add_line(key, wrapped(repaired(value), value_column, width_));
  }
  /// As it is, for commands and paths.
  void add_whole(std::string_view key, std::string_view value) { add_line(key, repaired(value)); }
  void add_details(const std::vector<std::string>& details) {
    std::size_t count = 0;
    for (const std::string& detail : details) {
      const std::string text = repaired(detail);
      for (const std::string_view line : lines_of(text))
        if (++count <= most_details) text_ += fmt::format("    {}\n", line);
    }
    if (count > most_details) text_ += fmt::format("    ... {} more\n", counted(count - most_details, "line"));
  }
  const std::string& text() const { return text_; }

 private:
  void add_line(std::string_view key, std::string_view value) {
    if (!value.empty()) text_ += fmt::format("  {:<{}}{}\n", key, key_width, value);
  }

  std::size_t width_;
  std::string text_;
};

/// The part of a token between kernel and spec hash, as name=value pairs.
std::vector<std::string> pairs_of(std::string_view token) {
  std::vector<std::string> pairs;
  token.remove_prefix(std::min(token.find(':') + 1, token.size()));
  while (!token.empty()) {
    const std::size_t end = std::min(token.find(','), token.size());
    if (!token.starts_with("spec=")) pairs.emplace_back(token.substr(0, end));
    token.remove_prefix(std::min(end + 1, token.size()));
  }
  return pairs;
}

/// "n=129 a=1.5 family=realistic seed=5eed   (from n=77012, 9 steps)".
std::string case_text(const Outcome& outcome) {
  const std::vector<std::string> pairs = pairs_of(outcome.token);
  std::string text = fmt::format("{}", fmt::join(pairs, " "));
  if (outcome.shrink_steps == 0) return text;
  std::vector<std::string> changed;
  for (const std::string& pair : pairs_of(outcome.first_token))
    if (std::ranges::find(pairs, pair) == pairs.end()) changed.push_back(pair);
  const std::string from = changed.empty() ? "" : fmt::format("from {}, ", fmt::join(changed, " "));
  return fmt::format("{}   ({}{})", text, from, counted(outcome.shrink_steps, "step"));
}

std::string element_name(const Comparison& comparison, const Mismatch& mismatch) {
  if (mismatch.position.empty()) return fmt::format("{}[{}]", comparison.output, mismatch.index);
  return fmt::format("{}[{}]", comparison.output, fmt::join(mismatch.position, ", "));
}

std::string mismatch_text(const Comparison& comparison, const Mismatch& mismatch) {
  std::string text =
      fmt::format("{}   expected {}   got {}", element_name(comparison, mismatch), mismatch.expected, mismatch.got);
  if (!mismatch.note.empty()) text += fmt::format(" ({})", mismatch.note);
  if (!mismatch.bound.empty()) text += fmt::format("   bound {}", mismatch.bound);
  if (!mismatch.thread.empty()) text += "   " + mismatch.thread;
  return text;
}

/// Bits tell more than decimals where values are so close that decimals hardly differ.
std::string bits_text(const Mismatch& mismatch) {
  if (!(mismatch.ulps > 0) || mismatch.ulps > 4096) return "";
  return fmt::format("expected {}   got {}   {} ulp apart", mismatch.expected_bits, mismatch.got_bits, mismatch.ulps);
}

void add_mismatches(Block& block, const Comparison& comparison) {
  const auto& [first, worst] = std::pair(comparison.first, comparison.worst);
  if (first && worst && first->index != worst->index) {
    block.add("first", mismatch_text(comparison, *first));
    block.add("worst", mismatch_text(comparison, *worst));
  } else if (first) {
    block.add("first, worst", mismatch_text(comparison, *first));
  } else if (worst) {
    block.add("worst", mismatch_text(comparison, *worst));
  }
  if (worst) block.add("bits", bits_text(*worst));
}

/// "1, 2, 3", and with two axes the rows: "[1, 2] [3, 4]".
std::string array_text(const std::vector<std::int64_t>& shape, const std::vector<std::string>& values) {
  if (shape.size() != 2 || shape[1] == 0) return fmt::format("{}", fmt::join(values, ", "));
  std::string text;
  const auto columns = static_cast<std::size_t>(shape[1]);
  for (std::size_t begin = 0; begin + columns <= values.size(); begin += columns)
    text += fmt::format("{}[{}]", text.empty() ? "" : " ", fmt::join(std::span(values).subspan(begin, columns), ", "));
  return text;
}

std::string rule_text(const Comparison& comparison) {
  if (comparison.rule.empty() || !std::isfinite(comparison.used)) return comparison.rule;
  return fmt::format("{}; {}{}", comparison.rule, used_text(comparison.used),
                     comparison.is_suspect() ? ", which rounding in another order could explain" : "");
}

void add_comparison(Block& block, const Comparison& comparison, bool is_one_of_several) {
  if (is_one_of_several)
    block.add("output", fmt::format("{}: {} of {} differ", comparison.output, comparison.mismatches,
                                    counted(comparison.elements, "element")));
  add_mismatches(block, comparison);
  if (comparison.elements > 1) {  // the line above has the only one
    block.add("expected", array_text(comparison.shape, comparison.all_expected));
    block.add("got", array_text(comparison.shape, comparison.all_got));
  }
  block.add("whole output", comparison.whole);
  block.add("rule", rule_text(comparison));
  block.add("pattern", comparison.pattern);
  block.add("before shrinking", comparison.pattern_before);
}

std::string block_text(const Outcome& outcome, const Style& style) {
  Block block(style);
  block.add_details(outcome.details);
  block.add(outcome.shrink_steps > 0 ? "smallest case" : "case", case_text(outcome));
  std::string_view key = "inputs";
  for (const auto& [name, shape, values] : outcome.inputs) {
    block.add(key, fmt::format("{} = {}", name, array_text(shape, values)));
    key = "";
  }
  const auto differs = [](const Comparison& comparison) { return !comparison.agrees(); };
  const bool several = std::ranges::count_if(outcome.comparisons, differs) > 1;
  for (const Comparison& comparison : outcome.comparisons)
    if (differs(comparison)) add_comparison(block, comparison, several);
  block.add("likely", outcome.likely);
  block.add("same every time", outcome.same_every_time);
  block.add_whole("file", outcome.file);
  block.add_whole("replay", outcome.replay);
  block.add_whole("saved", outcome.saved);
  return block.text();
}

// --- the closing lines -----------------------------------------------------------------------------------------------

/// "15 checks: 12 pass, 1 fail, 2 skipped; 3.2 s, seed 1".
std::string counts_line(const Report& report) {
  std::vector<std::string> counts;
  for (const result::VerdictInfo& info : result::verdict_table()) {
    const auto count = std::ranges::count(report.outcomes, info.verdict, &Outcome::verdict);
    if (count > 0) counts.push_back(fmt::format("{} {}", count, info.name));
  }
  return fmt::format("{}{}{}; {}, seed {}", counted(report.outcomes.size(), "check"), counts.empty() ? "" : ": ",
                     fmt::join(counts, ", "), seconds_text(report.seconds), report.seed);
}

/// The checks with one verdict, gathered by their reason.
void add_reasons(Block& block, const Report& report, Verdict verdict) {
  std::map<std::string, std::vector<std::string>> ids;
  for (const Outcome& outcome : report.outcomes)
    if (outcome.verdict == verdict) ids[head_text(outcome)].push_back(result::id_of(outcome));
  std::string_view key = result::name_of(verdict);
  for (const auto& [reason, names] : ids) {
    block.add(key, fmt::format("{}: {}", reason, listed(names, most_names)));
    key = "";
  }
}

void add_red(Block& block, const Report& report, const Style& style) {
  std::vector<std::string> red;
  for (const Outcome& outcome : report.outcomes)
    if (result::has_run(outcome.verdict) && result::is_red(outcome.verdict, style.strict))
      red.push_back(result::id_of(outcome));
  if (red.size() > 1) block.add("red", listed(red, 4 * most_names));
}

void add_overrides(Block& block, const Report& report) {
  std::string_view key = "tolerances stated";
  for (const Override& override : overrides_of(report.outcomes)) {
    block.add(key, override.output + ": " + override.text);
    key = "";
  }
}

/// Over all checks: "realistic 1640, shapes 2460, special 1600 (36 outside the domain)", then families without a case.
void add_families(Block& block, const Report& report) {
  std::vector<result::FamilyCases> all;
  std::uint64_t pinned = 0;
  for (const Outcome& outcome : report.outcomes) {
    pinned += outcome.pinned;
    for (const result::FamilyCases& family : outcome.families) {
      auto known = std::ranges::find(all, family.family, &result::FamilyCases::family);
      if (known == all.end()) {
        all.push_back(family);
        continue;
      }
      if (known->why_not != family.why_not) known->why_not = "";
      known->cases += family.cases;
      known->outside += family.outside;
    }
  }
  std::vector<std::string> drawn, missing;
  if (pinned > 0) drawn.push_back(fmt::format("{} pinned", pinned));
  for (const auto& family : all) {
    const std::string outside = family.outside == 0 ? "" : fmt::format(" ({} outside the domain)", family.outside);
    if (family.cases > 0) drawn.push_back(fmt::format("{} {}{}", family.family, family.cases, outside));
    if (family.cases == 0 && !family.why_not.empty())
      missing.push_back(fmt::format("{} ({})", family.family, family.why_not));
  }
  block.add("cases", fmt::format("{}", fmt::join(drawn, ", ")));
  block.add("not drawn", fmt::format("{}", fmt::join(missing, ", ")));
}

void add_slowest(Block& block, const Report& report) {
  std::vector<const Outcome*> slow;
  for (const Outcome& outcome : report.outcomes)
    if (outcome.seconds >= 1) slow.push_back(&outcome);
  std::ranges::stable_sort(slow, std::greater{}, &Outcome::seconds);
  if (slow.size() > 3) slow.resize(3);
  std::vector<std::string> texts;
  for (const Outcome* outcome : slow)
    texts.push_back(fmt::format("{} {}", result::id_of(*outcome), seconds_text(outcome->seconds)));
  block.add("slowest", fmt::format("{}", fmt::join(texts, ", ")));
}

const Outcome* first_red(const Report& report, bool strict) {
  const auto is_red = [&](const Outcome& outcome) { return result::is_red(outcome.verdict, strict); };
  const auto with_replay = [&](const Outcome& outcome) { return is_red(outcome) && !outcome.replay.empty(); };
  auto found = std::ranges::find_if(report.outcomes, with_replay);
  if (found == report.outcomes.end()) found = std::ranges::find_if(report.outcomes, is_red);
  return found == report.outcomes.end() ? nullptr : &*found;
}

void add_next(Block& block, const Report& report, const Style& style) {
  if (const Outcome* red = first_red(report, style.strict)) {
    if (red->replay.empty())
      return block.add("next", fmt::format("{}: {}", result::id_of(*red), advice_of(red->verdict)));
    return block.add_whole("next", red->replay);
  }
  if (report.outcomes.empty()) return block.add("next", "Nothing was checked: see `kparity list` for what there is.");
  const int code = result::exit_code(report, style.strict);
  if (code == 4) block.add("next", fmt::format("Nothing ran. {}", advice_of(report.outcomes.front().verdict)));
}

}  // namespace

std::string text_of(const Outcome& outcome, const Style& style) {
  const bool has_block = result::has_run(outcome.verdict) && result::is_red(outcome.verdict, style.strict);
  return head_line(outcome, style) + (has_block ? block_text(outcome, style) : "");
}

std::string summary_text(const Report& report, const Style& style) {
  Block block(style);
  for (const Verdict verdict : {Verdict::skipped, Verdict::unchecked, Verdict::expected_failure})
    add_reasons(block, report, verdict);
  add_red(block, report, style);
  add_overrides(block, report);
  add_families(block, report);
  add_slowest(block, report);
  add_next(block, report, style);
  return fmt::format("\n{}\n{}", counts_line(report), block.text());
}

}  // namespace kparity::report
