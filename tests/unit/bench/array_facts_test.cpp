// What arrays say about benchmarks that use them, whatever the number of threads that look.
#include "array_facts.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace kparity::bench {
namespace {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

TEST(ArrayFacts, subnormals_and_the_largest_magnitude_are_found_by_any_number_of_threads) {
  std::vector<double> values(3 << 20, 1.5);
  for (std::size_t i = 0; i < 1000; ++i) values[i * 3001] = -1e-310;
  values[17] = -7;
  values[18] = 0;
  for (const std::size_t jobs : {1, 2, 5}) {
    const auto facts = facts_of(DType::float64, bytes_of(values), jobs);
    EXPECT_EQ(facts.largest, 7);
    EXPECT_EQ(facts.subnormals, 1000u);
  }
  const std::vector<float> singles{1e-39F, 0, -2};
  EXPECT_EQ(facts_of(DType::float32, bytes_of(singles), 2).subnormals, 1u);
  EXPECT_EQ(facts_of(DType::float32, bytes_of(singles), 2).largest, 2);
}

TEST(ArrayFacts, whole_numbers_have_none) {
  const std::vector<std::int32_t> values{1, 2, 3};
  EXPECT_EQ(facts_of(DType::int32, bytes_of(values), 1).largest, 0);
}

TEST(ArrayFacts, one_value_in_more_than_half_of_the_elements_is_found_in_small_and_in_large_arrays) {
  for (const std::size_t count : {100, 5'000'000}) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    EXPECT_FALSE(is_mostly_one_value(DType::float32, bytes_of(values)));
    for (std::size_t i = 0; i < count; ++i)
      if (i % 3 != 0) values[i] = 4;
    EXPECT_TRUE(is_mostly_one_value(DType::float32, bytes_of(values)));
  }
}

}  // namespace
}  // namespace kparity::bench
