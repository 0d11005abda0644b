// Writes the report of a benchmark: a table for a terminal, or JSON in the schema of Google Benchmark. A time is
// written only for a row that passed.
#pragma once

#include <ostream>

#include "kparity/report/report.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::report {

/// Per kernel and case: implementation, median, interval, ratio to the reference, GB/s; then what is not resolved.
void write_bench_text(const result::BenchReport& report, const Style& style, std::ostream& out);

/// One object of `benchmarks` per block, so that Google Benchmark's compare.py reads the file; rows without a time are
/// in `kparity.rows_without_time`, since tools would take them for 0.
void write_bench_json(const result::BenchReport& report, std::ostream& out);

}  // namespace kparity::report
