// A diagnosis from the pattern of the mismatches, where the pattern supports one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::parity {

/// "the loop ends one element too early", or empty.
std::string likely_cause(const std::vector<result::Comparison>& comparisons);

/// A cause that only a launch with `block` threads per block can have, or empty. A large case tells more than the
/// smallest: where only one element is beyond the first block, several causes look alike.
std::string cause_in_launch(const std::vector<result::Comparison>& comparisons, std::uint64_t block);

}  // namespace kparity::parity
