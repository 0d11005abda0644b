// What the values of an array say about a benchmark that uses them: how large they are, whether they are numbers that
// processors treat in their own way, and whether they are all the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kparity/dtype.hpp"

namespace kparity::bench {

struct ArrayFacts {
  double largest = 0;            // magnitude of the floating-point elements; 0 for other types
  std::uint64_t subnormals = 0;  // elements that are neither 0 nor of normal size
};

/// On so many threads.
ArrayFacts facts_of(DType dtype, std::span<const std::byte> bytes, std::size_t jobs);

/// Whether more than half the elements have one value. Looks at every element of up to a million, and at a million
/// evenly spaced ones of more.
bool is_mostly_one_value(DType dtype, std::span<const std::byte> bytes);

}  // namespace kparity::bench
