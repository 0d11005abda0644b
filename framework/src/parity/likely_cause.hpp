// A diagnosis from the pattern of the mismatches, where the pattern supports one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::parity {

/// Fewer elements show no pattern, and a factor or a shift by chance.
inline constexpr std::uint64_t handful = 5;

/// "the loop ends one element too early", or empty. `first` are the comparisons before shrinking, if it shrank.
std::string likely_cause(const std::vector<result::Comparison>& comparisons,
                         const std::vector<result::Comparison>& first = {});

/// The same output in the case before shrinking, where it had more elements; null if there is none.
const result::Comparison* larger_comparison(const result::Comparison& comparison,
                                            const std::vector<result::Comparison>& first);

/// A cause that only a launch with `block` threads per block can have, or empty. A large case tells more than the
/// smallest: where only one element is beyond the first block, several causes look alike.
std::string cause_in_launch(const std::vector<result::Comparison>& comparisons, std::uint64_t block);

}  // namespace kparity::parity
