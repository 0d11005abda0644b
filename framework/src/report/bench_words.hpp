// Times, ratios and amounts of work as words that all reports of benchmarks use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/measurement.hpp"

namespace kparity::report {

/// Null unless the row passed and was measured.
const result::Timing* timing_of(const result::Measurement& row);

/// "axpy/impl:openmp/cache:cold/what:kernel/n:1000": filters of compare.py cut it at slashes.
std::string name_of(const result::Measurement& row, std::string_view what = "kernel");

/// "18.4 ms", "2.61 us": three digits.
std::string time_text(double seconds);
/// "24 kB".
std::string bytes_text(double bytes);
/// "0.64x": how many times as fast as the other; "-" without one.
std::string ratio_text(const result::Timing& timing, const result::Timing* other);
/// In 10^9 per second; "-" where the work is not known.
std::string rate_text(const std::optional<double>& work, const result::Timing& timing);
/// "95 %" of the memory's roof, or of that of arithmetic where that bounds the row.
std::string roof_text(const result::Measurement& row);
/// What the blocks of a row say about its median: "drifts by +12 %" in the order of measurement, "two kinds of blocks,
/// about 2.00 us and 3.00 us"; empty if there is nothing to say.
std::vector<std::string> shape_notes(const result::Timing& timing);
/// "9 200": three digits say enough about a size that is interpolated.
std::string size_text(double n);

}  // namespace kparity::report
