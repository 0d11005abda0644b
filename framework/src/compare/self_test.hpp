// The self-test with the comparator as a parameter, so that a test can hand it a broken one and see it convicted.
#pragma once

#include <functional>
#include <string>

#include "kparity/compare/compare.hpp"

namespace kparity::compare {

/// Answers whether one pair of arrays agrees; both arrays hold `count` elements of `dtype`.
using Comparator =
    std::function<bool(const spec::OutputSpec& output, DType dtype, const std::vector<std::int64_t>& shape,
                       std::span<const std::byte> expected, std::span<const std::byte> actual, const Context& context)>;

/// The first pair that `comparator` judges wrongly, in words; empty if there is none.
std::string self_test_of(const Comparator& comparator);

}  // namespace kparity::compare
