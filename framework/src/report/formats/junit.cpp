// For CI: JUnit XML, a test suite per kernel and a test case per check. Red verdicts are failures whose type is the
// verdict; skipped, unchecked and expected failures are skipped with their reason. Files and properties belong to the
// suite, since the schema of Jenkins, which refuses a file that does not follow it, knows neither for a test case.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kparity/report/report.hpp"
#include "plain_text.hpp"

namespace kparity::report::writers {

namespace {

using result::Outcome;
using result::Verdict;

/// Valid as text and between double quotes.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : repaired(text)) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

/// As `escaped`, keeping line ends, which XML turns into blanks within attributes.
std::string attribute(std::string_view text) {
  std::string result;
  for (const char c : escaped(text)) {
    if (c == '\n') {
      result += "&#10;";
    } else if (c == '\t') {
      result += "&#9;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string time_text(double seconds) {
  return fmt::format("{:.3f}", std::isfinite(seconds) ? seconds : 0.0);
}

struct Counts {
  std::size_t tests = 0, failures = 0, skipped = 0;
  double seconds = 0;
};

enum class Shown : std::uint8_t { passed, failed, skipped };

Shown shown_as(const Outcome& outcome, bool strict) {
  if (result::is_red(outcome.verdict, strict)) return Shown::failed;
  return outcome.verdict == Verdict::pass ? Shown::passed : Shown::skipped;
}

void count(Counts& counts, const Outcome& outcome, bool strict) {
  ++counts.tests;
  counts.failures += shown_as(outcome, strict) == Shown::failed;
  counts.skipped += shown_as(outcome, strict) == Shown::skipped;
  counts.seconds += outcome.seconds;
}

/// The document has no count of what was skipped: the schema knows it for a suite only.
std::string counts_text(const Counts& counts) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{}\"", counts.tests, counts.failures,
                     time_text(counts.seconds));
}

std::string name_within_kernel(const Outcome& outcome) {
  return result::id_of(outcome).substr(outcome.kernel.size() + 1);
}

void write_property(const std::string& name, const std::string& value, std::ostream& out) {
  out << fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", attribute(name), attribute(value));
}

/// What a check drew: `emulated.cuda: cases.shapes.empty`.
void write_families(const Outcome& outcome, std::ostream& out) {
  const auto property = [&](const std::string& name, std::uint64_t cases) {
    write_property(fmt::format("{}: cases.{}", name_within_kernel(outcome), name), fmt::format("{}", cases), out);
  };
  if (outcome.pinned > 0) property("pinned", outcome.pinned);
  for (const result::FamilyCases& family : outcome.families) {
    property(family.family, family.cases);
    if (family.outside > 0) property(family.family + ".outside", family.outside);
    for (const result::Drawn& each : family.classes) property(family.family + "." + each.name, each.cases);
  }
}

void write_case(const Outcome& outcome, const Style& style, std::ostream& out) {
  out << fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{}\">\n", attribute(outcome.kernel),
                     attribute(name_within_kernel(outcome)), time_text(outcome.seconds));
  const Shown shown = shown_as(outcome, style.strict);
  const std::string text = text_of(outcome, {.color = false, .strict = style.strict, .width = style.width});
  const std::string reason = attribute(outcome.reason);
  if (shown == Shown::failed)
    out << fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", result::name_of(outcome.verdict),
                       reason, escaped(text));
  if (shown == Shown::skipped)
    out << fmt::format("      <skipped message=\"{}: {}\"/>\n", result::name_of(outcome.verdict), reason);
  if (shown != Shown::failed) out << fmt::format("      <system-out>{}</system-out>\n", escaped(text));
  out << "    </testcase>\n";
}

/// Kernels in the order of their first outcome.
std::vector<std::string> kernels_of(const result::Report& report) {
  std::vector<std::string> kernels;
  for (const Outcome& outcome : report.outcomes)
    if (std::ranges::find(kernels, outcome.kernel) == kernels.end()) kernels.push_back(outcome.kernel);
  return kernels;
}

void write_suite(const result::Report& report, const std::string& kernel, const Style& style, std::ostream& out) {
  std::vector<const Outcome*> outcomes;
  for (const Outcome& outcome : report.outcomes)
    if (outcome.kernel == kernel) outcomes.push_back(&outcome);
  Counts counts;
  for (const Outcome* outcome : outcomes) count(counts, *outcome, style.strict);
  out << fmt::format("  <testsuite name=\"{}\" {} skipped=\"{}\"", attribute(kernel), counts_text(counts),
                     counts.skipped);
  if (const std::string& file = outcomes.front()->file; !file.empty())
    out << fmt::format(" file=\"{}\"", attribute(file));
  out << ">\n    <properties>\n";
  write_property("version", report.version, out);
  write_property("seed", fmt::format("{}", report.seed), out);
  write_property("cases", fmt::format("{}", report.cases), out);
  for (const Override& override : overrides_of(report.outcomes))
    if (override.output.starts_with(kernel + "."))
      write_property("tolerance stated: " + override.output, override.text, out);
  for (const Outcome* outcome : outcomes) write_families(*outcome, out);
  out << "    </properties>\n";
  for (const Outcome* outcome : outcomes) write_case(*outcome, style, out);
  out << "  </testsuite>\n";
}

void write(const result::Report& report, const Style& style, std::ostream& out) {
  Counts counts;
  for (const Outcome& outcome : report.outcomes) count(counts, outcome, style.strict);
  if (report.seconds > 0) counts.seconds = report.seconds;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out << fmt::format("<testsuites name=\"kparity {}\" {}>\n", attribute(report.command), counts_text(counts));
  for (const std::string& kernel : kernels_of(report)) write_suite(report, kernel, style, out);
  out << "</testsuites>\n";
}

}  // namespace

Format junit() {
  return {"junit", "For CI: JUnit XML, a suite per kernel and a case per check.", write};
}

}  // namespace kparity::report::writers
