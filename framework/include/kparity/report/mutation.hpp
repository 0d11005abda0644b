// Writes what `kparity mutate` found.
#pragma once

#include <ostream>
#include <string>

#include "kparity/report/report.hpp"
#include "kparity/result/mutation.hpp"

namespace kparity::report {

/// One mutant in one or a few lines; of those that were killed one.
std::string text_of(const result::MutantRow& row, const Style& style);
/// Survivors, then one line per implementation and the score.
void write_mutation_text(const result::MutationReport& report, const Style& style, std::ostream& out);
void write_mutation_json(const result::MutationReport& report, std::ostream& out);

}  // namespace kparity::report
