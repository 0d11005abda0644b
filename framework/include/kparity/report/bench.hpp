// Writes the report of a benchmark: a table for a terminal, JSON in the schema of Google Benchmark, and files for other
// programs and for pages. A time is written only for a row that passed.
#pragma once

#include <cstddef>
#include <ostream>
#include <span>

#include "kparity/report/report.hpp"
#include "kparity/result/measurement.hpp"

namespace kparity::report {

/// Per kernel and case: implementation, median, interval, ratio to the reference, GB/s; then what is not resolved.
/// Columns that a narrow terminal has no room for are left out in a fixed order; notes are wrapped.
void write_bench_text(const result::BenchReport& report, const Style& style, std::ostream& out);

/// The same in pieces, while the rows come: what is known before them; the rows of one kernel and case, with what all
/// sizes say together after the last of a kernel; what is known at the end.
void write_bench_head(const result::BenchReport& report, std::ostream& out);
void write_bench_rows(const result::BenchReport& report, std::size_t first, std::size_t count, const Style& style,
                      std::ostream& out);
void write_bench_end(const result::BenchReport& report, const Style& style, std::ostream& out);

/// What each column and word of the table means, a line each.
void write_bench_explanation(const Style& style, std::ostream& out);

/// One object of `benchmarks` per block, so that Google Benchmark's compare.py reads the file; rows without a time are
/// in `kparity.rows_without_time`, since tools would take them for 0.
void write_bench_json(const result::BenchReport& report, std::ostream& out);

/// An array of {name, unit, value, range, extra}, as github-action-benchmark takes it with `customSmallerIsBetter`: one
/// entry per measured row, never two of one name, never 0.
void write_bench_gha(const result::BenchReport& report, std::ostream& out);

/// Tables for a page or a comment.
void write_bench_markdown(const result::BenchReport& report, std::ostream& out);

/// One line per row and part of a row, also of those without a time.
void write_bench_csv(const result::BenchReport& report, std::ostream& out);

/// One object per block in the order of measurement within its row: the raw numbers. Of some rows, to be added to what
/// was written before, or of all.
void write_bench_lines_of(std::span<const result::Measurement> rows, std::ostream& out);
void write_bench_lines(const result::BenchReport& report, std::ostream& out);

/// One page that needs nothing else: tables, time against size, roofline, blocks, environment.
void write_bench_html(const result::BenchReport& report, std::ostream& out);

}  // namespace kparity::report
