// Judges one output of one case: counts what was compared, finds the first and the worst mismatch, and says which rule
// judged. Comparing never prints and never throws for a difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// The rules of all tolerance forms, for the spec reader and `describe`.
std::vector<spec::KindRule> tolerance_rules();

/// Compares `actual` with `expected`, both holding the elements of `shape` of type `dtype`. Expected before actual.
/// `values` evaluates expressions of the tolerance (for instance a size); it may be empty when the form uses none.
result::Comparison compare(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                           std::span<const std::byte> expected, std::span<const std::byte> actual);

/// Only the question "does it agree", for the hot loop; the same answer as compare().agrees().
bool agrees(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
            std::span<const std::byte> expected, std::span<const std::byte> actual, double& used);

/// Feeds every tolerance form with pairs it must accept and pairs it must reject; returns what went wrong, empty if
/// nothing. Runs at every start of a check (microseconds).
std::string self_test();

}  // namespace kparity::compare
