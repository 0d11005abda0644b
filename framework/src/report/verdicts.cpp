// The page about verdicts, printed from the table that the checks use.
#include <fmt/format.h>

#include "kparity/report/report.hpp"

namespace kparity::report {

namespace {

using result::VerdictInfo;

std::string_view exit_text(const VerdictInfo& info) {
  if (!result::has_run(info.verdict)) return "0; 1 under `--strict`; 4 if nothing ran";
  return result::is_red(info.verdict, false) ? "1" : "0";
}

}  // namespace

std::string verdicts_markdown() {
  std::string text =
      "## Verdicts\n\n"
      "Every check ends in one of these. The exit code is that of the worst verdict: 0 nothing is red, 1 something is, "
      "4 nothing\n"
      "ran. Errors of usage or in a spec give 2. A verdict is about a whole check, never about one case: a case with n "
      "= 0 compares\n"
      "nothing and is fine. Findings (`race` to `limit`) count even if the numbers agree.\n\n"
      "| verdict | meaning | what to do | exit |\n| --- | --- | --- | --- |\n";
  for (const VerdictInfo& info : result::verdict_table())
    text += fmt::format("| `{}` | {} | {} | {} |\n", info.name, info.meaning, info.advice, exit_text(info));
  return text;
}

}  // namespace kparity::report
