// Writes what a comparison of two revisions found: for a terminal, for programs, and for the author of a pull request.
#pragma once

#include <ostream>

#include "kparity/report/report.hpp"
#include "kparity/result/change.hpp"

namespace kparity::report {

/// The verdict in words, then one line per row that changed or could not be resolved.
void write_change_text(const result::ChangeReport& report, const Style& style, std::ostream& out);

/// `verdict.json`: all rows with their figures, for wrappers that lose exit codes.
void write_change_json(const result::ChangeReport& report, bool require_verdict, std::ostream& out);

/// `pr.md`: a comment that can be found again and replaced, with the rows that changed only.
void write_change_markdown(const result::ChangeReport& report, std::ostream& out);

}  // namespace kparity::report
