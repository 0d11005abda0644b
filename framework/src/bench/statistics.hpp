// The statistics of a benchmark: quantiles, and how well a median is known. Times are never averaged, since one spike
// moves a mean anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "kparity/result/measurement.hpp"

namespace kparity::bench {

/// By linear interpolation between the sorted values (type 7 of Hyndman and Fan, 1996). `values` is not empty.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

inline constexpr std::size_t fewest_blocks_for_an_interval = 6;
inline constexpr unsigned resamplings = 1000;

/// The 95 % percentile interval of the median: `resamplings` samples of the same size are drawn from the values, and
/// the middle 95 % of their medians is the answer (Efron and Tibshirani, 1993, chapter 13). `values` is not empty.
result::Interval bootstrap_of_median(const std::vector<double>& values, std::uint64_t seed);

/// Half the interval as a share of the median; 0 for a median of 0.
double half_width(const result::Interval& interval, double median);

}  // namespace kparity::bench
