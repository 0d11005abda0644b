// A diagnosis from the pattern of the mismatches, where the pattern supports one.
#pragma once

#include <string>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::parity {

/// "the loop ends one element too early", or empty.
std::string likely_cause(const std::vector<result::Comparison>& comparisons);

}  // namespace kparity::parity
