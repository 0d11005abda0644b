// Outputs that hold indices into an input: which may be any of those with the same value.
#pragma once

#include <string>

#include "arrangement.hpp"

namespace kparity::compare {

/// What is wrong with indices into `below` elements: one out of range, or one that stands twice. Empty if nothing.
std::string fault_of_indices(DType dtype, std::span<const std::byte> indices, std::uint64_t below);

/// Puts the values of `array` in the place of their indices, to be compared exactly; faults of `actual` are told.
void replace_by_values(Arranged& arranged, const NamedArray& array, const std::string& name);

}  // namespace kparity::compare
