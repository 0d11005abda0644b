// How a run compares with stored runs of its machine, for the table and the JSON of a benchmark.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

#include "kparity/report/report.hpp"
#include "kparity/result/reference.hpp"

namespace kparity::report {

/// One line that says how it stands and that it only advises; then the rows that are not the same.
void write_reference_text(const result::ReferenceComparison& comparison, const Style& style, std::ostream& out);

nlohmann::ordered_json reference_json(const result::ReferenceComparison& comparison);

}  // namespace kparity::report
