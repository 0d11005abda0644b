// Writes a report in one of the formats. A format is one file that turns result values into characters.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::report {

struct Style {
  bool color = false;
  bool strict = false;  // how skipped and unchecked are counted
  unsigned width = 120;
};

struct Format {
  std::string_view name;  // "text", "json", "junit"
  std::string_view doc;
  void (*write)(const result::Report& report, const Style& style, std::ostream& out);
};

/// All formats, in alphabetical order.
const std::vector<Format>& formats();
/// Throws std::invalid_argument listing the formats.
const Format& find_format(std::string_view name);

/// One outcome as the text report shows it (several lines for a red one, one line otherwise).
std::string text_of(const result::Outcome& outcome, const Style& style);
/// The closing lines of the text report: counts of every verdict, what was skipped and why, what took longest, what
/// next.
std::string summary_text(const result::Report& report, const Style& style);

/// The table of verdicts as Markdown, for `kparity describe verdicts` and docs/verdicts.md.
std::string verdicts_markdown();

}  // namespace kparity::report
