// The pattern line: where the mismatches are and what was got there, each on planted faults of the kind kernels have.
#include <gmock/gmock.h>

#include <limits>

#include "support.hpp"

namespace kparity::compare {
namespace {

/// 0.5, 1.75, 3, ...: all different, never 0, 1 or -1 in a row that matters.
std::vector<double> ramp(std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = 0.5 + 1.25 * static_cast<double>(i);
  return values;
}

/// Changes the elements that `wrong` names to something unrelated.
template <class Wrong>
std::string where(std::vector<std::int64_t> shape, const Wrong& wrong) {
  std::size_t size = 1;
  for (const std::int64_t extent : shape) size *= static_cast<std::size_t>(extent);
  const std::vector<double> expected = ramp(size);
  std::vector<double> actual = expected;
  for (std::size_t i = 0; i < size; ++i)
    if (wrong(i)) actual[i] += 1e4 + 0.3 * static_cast<double>(i * i);
  return compared<double>(exact(), expected, actual, {}, shape).pattern;
}

/// Replaces what `got` says from index `first` on.
template <class Got>
std::string what(std::size_t size, const Got& got, std::size_t first = 0) {
  const std::vector<double> expected = ramp(size);
  std::vector<double> actual = expected;
  for (std::size_t i = first; i < size; ++i) actual[i] = got(expected, i);
  return compared<double>(relative(1e-12), expected, actual).pattern;
}

TEST(PatternWhere, nothing_is_said_when_all_agree) {
  EXPECT_EQ(where({50}, [](std::size_t) { return false; }), "");
}

TEST(PatternWhere, ranges) {
  EXPECT_EQ(where({50}, [](std::size_t) { return true; }), "every element");
  EXPECT_EQ(where({1}, [](std::size_t) { return true; }), "the only element");
  EXPECT_EQ(where({50}, [](std::size_t i) { return i >= 7; }), "every element from 7 on");
  EXPECT_EQ(where({50}, [](std::size_t i) { return i <= 7; }), "every element up to 7");
  EXPECT_EQ(where({50}, [](std::size_t i) { return i >= 7 && i < 20; }), "every element from 7 to 19");
}

TEST(PatternWhere, single_elements) {
  EXPECT_EQ(where({50}, [](std::size_t i) { return i == 7; }), "a single element");
  EXPECT_EQ(where({50}, [](std::size_t i) { return i == 0; }), "a single element, the first");
  EXPECT_EQ(where({48}, [](std::size_t i) { return i == 47; }), "a single element, the last");
  EXPECT_EQ(where({129}, [](std::size_t i) { return i == 128; }), "a single element, the last (from n - n mod 128 on)");
}

TEST(PatternWhere, tails_of_a_partly_filled_group) {
  EXPECT_EQ(where({300}, [](std::size_t i) { return i >= 256; }), "every element from 256 on (from n - n mod 256 on)");
  EXPECT_EQ(where({1000}, [](std::size_t i) { return i >= 896; }), "every element from 896 on (from n - n mod 128 on)");
  EXPECT_EQ(where({1000}, [](std::size_t i) { return i >= 992 && i % 3 != 0; }), "only elements from n - n mod 16 on");
}

TEST(PatternWhere, every_nth_element) {
  EXPECT_EQ(where({320}, [](std::size_t i) { return i % 32 == 31; }), "every element with i mod 32 = 31");
  EXPECT_EQ(where({100}, [](std::size_t i) { return i % 2 == 1; }), "every element with i mod 2 = 1");
  EXPECT_EQ(where({320}, [](std::size_t i) { return i % 32 == 31 && i > 64; }),
            "every element from 95 to 319 with i mod 32 = 31");
  EXPECT_EQ(where({3200}, [](std::size_t i) { return i == 31 || i == 63 || i == 1055; }),
            "only elements with i mod 32 = 31");
}

TEST(PatternWhere, scattered_elements_have_no_pattern) {
  EXPECT_EQ(where({99}, [](std::size_t i) { return i == 7 || i == 20 || i == 61; }), "");
  EXPECT_EQ(where({99}, [](std::size_t i) { return i == 7 || i == 9; }), "");
}

TEST(PatternWhere, rows_columns_and_border_of_a_grid) {
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i / 5 == 2; }), "the whole row 2");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i / 5 >= 4; }), "the whole rows 4 to 5");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i % 5 == 4; }), "the whole column 4, the last");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i % 5 == 4 && i != 14; }), "only in column 4, the last");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i % 5 == 0; }), "the whole column 0, the first");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i % 5 == 2; }), "the whole column 2");
  EXPECT_EQ(where({6, 5}, [](std::size_t i) { return i < 5 || i >= 25 || i % 5 == 0 || i % 5 == 4; }),
            "only elements on the border");
}

TEST(PatternWhat, changed_values) {
  EXPECT_EQ(what(20, [](const auto&, std::size_t) { return 0.0; }), "every element; got is zero");
  EXPECT_EQ(what(20, [](const auto& e, std::size_t i) { return -e[i]; }),
            "every element; got is the negated expected value");
  EXPECT_EQ(what(
                20, [](const auto& e, std::size_t i) { return 2 * e[i]; }, 12),
            "every element from 12 on; got is twice the expected value");
  EXPECT_EQ(what(20, [](const auto& e, std::size_t i) { return e[i] / 2; }),
            "every element; got is half the expected value");
  EXPECT_EQ(what(20, [](const auto&, std::size_t) { return std::numeric_limits<double>::quiet_NaN(); }),
            "every element; got is NaN");
}

TEST(PatternWhat, shifted_values_up_to_the_rule) {
  EXPECT_EQ(what(20, [](const auto& e, std::size_t i) { return i + 1 < 20 ? e[i + 1] * (1 + 4e-16) : -77.0; }),
            "every element; got equals the expected value of index i+1");
  EXPECT_EQ(what(20, [](const auto& e, std::size_t i) { return i > 0 ? e[i - 1] : 1e9; }),
            "every element; got equals the expected value of index i-1");
}

TEST(PatternWhat, transposed_values) {
  const std::vector<double> expected = ramp(12);
  std::vector<double> actual(12);
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) actual[r * 4 + c] = expected[c * 3 + r];
  EXPECT_EQ(compared<double>(exact(), expected, actual, {}, {3, 4}).pattern,
            "every element from 1 to 10; got is the transposed expected output");
}

TEST(PatternWhat, initial_values) {
  const std::vector<double> expected = ramp(129), initial(129, 0.25);
  std::vector<double> actual = expected;
  actual[128] = 0.25;
  Context context;
  context.initial = bytes_of(initial);
  const auto c = compared<double>(exact(), expected, actual, context);
  EXPECT_EQ(c.pattern, "a single element, the last (from n - n mod 128 on); got is the initial value");
  EXPECT_EQ(c.first->note, "its initial value");
}

TEST(PatternWhat, poison_of_any_length_and_type) {
  const std::vector<std::byte> poison{std::byte{0x11}, std::byte{0x22}, std::byte{0x33}};
  Context context;
  context.poisons = {poison};
  const std::vector<int> expected(5, 7);
  std::vector<int> actual = expected;
  auto* bytes = reinterpret_cast<std::byte*>(actual.data());
  for (std::size_t i = 8; i < 20; ++i) bytes[i] = poison[i % 3];
  const auto c = compared<int>(exact(), expected, actual, context);
  EXPECT_EQ(c.pattern, "every element from 2 on; got is poison, nobody wrote there");
  EXPECT_EQ(c.first->note, "poison");
}

TEST(PatternWhat, values_of_an_input) {
  const std::vector<double> expected = ramp(20), x = {9.5, 8.5, 7.5};
  const std::vector<double> y(20, 3.5);
  Context context;
  context.inputs = {{"x", DType::float64, bytes_of(x)}, {"y", DType::float64, bytes_of(y)}};
  EXPECT_EQ(compared<double>(exact(), expected, y, context).pattern, "every element; got equals input y");
}

TEST(PatternWhat, small_integers_that_coincide_once_say_nothing) {
  EXPECT_EQ(compared<int>(exact(), {1, 2, 3, 9, 4}, {1, 2, 9, 9, 4}).pattern, "a single element");
  EXPECT_EQ(compared<int>(exact(), {5, 2, 3, 9, 4}, {2, 3, 9, 4, 4}).pattern,
            "every element up to 3; got equals the expected value of index i+1");
}

TEST(PatternWhat, notes_keep_the_reason_of_a_special_value) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(compared<double>(exact(), {1}, {nan}).first->note, "NaN where the reference has a number");
}

}  // namespace
}  // namespace kparity::compare
