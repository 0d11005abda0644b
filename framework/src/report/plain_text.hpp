// Pieces of text that every format needs: words of compilers made printable, lines that fit a width, counts and times
// that a person reads at a glance.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::report {

/// Valid UTF-8 without colour sequences and without control characters but newline and tab; what is broken becomes
/// U+FFFD.
std::string repaired(std::string_view text);

/// Characters on a terminal, one per code point.
std::size_t columns_of(std::string_view text);

/// Breaks lines at blanks so that they have at most `width` columns, where the first begins in column `indent` and the
/// others are indented by as much. Words longer than a line are left whole; runs of blanks inside a line stay.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

std::vector<std::string_view> lines_of(std::string_view text);

/// "950", "46 k", "1.2 M": two digits are enough to see what happened.
std::string count_text(std::uint64_t count);
/// "1 case", "200 cases", "1.2 M elements".
std::string counted(std::uint64_t count, std::string_view noun);
/// "0.03 s", "12 s", "3 min 20 s".
std::string seconds_text(double seconds);
/// "no difference", "used 3 % of the bound", "used 17 times the bound", "beyond any bound".
std::string used_text(double used);
/// Which rules judged: "auto", "auto, estimated", "stated", "auto and stated"; empty where everything is exact.
std::string rules_text(const std::vector<result::Rule>& rules);
/// An output whose spec states a tolerance, which `auto` would derive.
struct Override {
  std::string output;  // "axpy.y"
  std::string text;    // "rel 1e-12; the reason"
};
/// The ledger of a report: every override once, in the order of the outcomes.
std::vector<Override> overrides_of(const std::vector<result::Outcome>& outcomes);
/// "a, b, c and 5 more".
std::string listed(const std::vector<std::string>& names, std::size_t most);

}  // namespace kparity::report
