// The self-test passes with the comparator of the product and convicts comparators that are broken in the usual ways.
#include "self_test.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kparity::compare {
namespace {

using Bytes = std::span<const std::byte>;
using Shape = std::vector<std::int64_t>;
using testing::HasSubstr;
using testing::StartsWith;

bool honest(const spec::OutputSpec& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual) {
  double used = 0;
  return agrees(output, dtype, shape, expected, actual, used);
}

TEST(SelfTest, passes_with_the_comparator_of_the_product) {
  EXPECT_EQ(self_test(), "");
}

TEST(SelfTest, convicts_a_comparator_that_accepts_everything) {
  const auto all = [](const auto&, DType, const Shape&, Bytes, Bytes) { return true; };
  EXPECT_EQ(self_test_of(all),
            "the comparator accepts what it must reject: form 'exact', double, neighbouring numbers");
}

TEST(SelfTest, convicts_a_comparator_that_rejects_everything) {
  const auto none = [](const auto&, DType, const Shape&, Bytes, Bytes) { return false; };
  EXPECT_THAT(self_test_of(none), StartsWith("the comparator rejects what it must accept"));
}

TEST(SelfTest, convicts_a_comparator_that_forgets_the_last_element) {
  const auto forgetful = [](const auto& output, DType dtype, Shape shape, Bytes expected, Bytes actual) {
    if (shape[0] > 1) {
      --shape[0];
      expected = expected.first(expected.size() - size_of(dtype));
      actual = actual.first(actual.size() - size_of(dtype));
    }
    return honest(output, dtype, shape, expected, actual);
  };
  EXPECT_THAT(self_test_of(forgetful), HasSubstr("what it must reject"));
}

/// A comparator that asks whether the difference is larger than the bound: false for NaN.
TEST(SelfTest, convicts_a_comparator_that_lets_nan_pass) {
  const auto careless = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual) {
    if (dtype == DType::float64) {
      for (std::size_t i = 0; i + 8 <= actual.size(); i += 8) {
        double value = 0;
        std::memcpy(&value, actual.data() + i, 8);
        if (std::isnan(value)) return true;
      }
    }
    return honest(output, dtype, shape, expected, actual);
  };
  EXPECT_THAT(self_test_of(careless), HasSubstr("NaN got"));
}

TEST(SelfTest, convicts_a_comparator_that_compares_the_reference_with_itself) {
  const auto blind = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes) {
    return honest(output, dtype, shape, expected, expected);
  };
  EXPECT_THAT(self_test_of(blind), HasSubstr("accepts"));
}

TEST(SelfTest, convicts_a_comparator_that_ignores_the_form) {
  for (const std::string form : {"exact", "ulp", "relative", "norm"}) {
    const auto stubborn = [&](spec::OutputSpec output, DType dtype, const Shape& shape, Bytes expected, Bytes actual) {
      if (output.tolerance.form.kind == form)
        output.tolerance = {.form = {"exact", {}, {}}, .elementwise = {}, .reason = ""};
      return honest(output, dtype, shape, expected, actual);
    };
    EXPECT_EQ(self_test_of(stubborn).empty(), form == "exact") << form;
  }
}

TEST(SelfTest, convicts_a_comparator_that_is_wrong_for_one_type_only) {
  for (const DType wrong : {DType::float32, DType::int32, DType::long64, DType::uint8}) {
    const auto partial = [&](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual) {
      return dtype == wrong || honest(output, dtype, shape, expected, actual);
    };
    EXPECT_THAT(self_test_of(partial), HasSubstr(c_name(wrong)));
  }
}

TEST(SelfTest, convicts_a_comparator_that_ignores_a_policy) {
  const auto with = [](auto change) {
    return [change](spec::OutputSpec output, DType dtype, const Shape& shape, Bytes expected, Bytes actual) {
      change(output);
      return honest(output, dtype, shape, expected, actual);
    };
  };
  EXPECT_NE(self_test_of(with([](auto& output) { output.nan = spec::SpecialPolicy::match; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.nan = spec::SpecialPolicy::forbid; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.inf = spec::SpecialPolicy::match; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.inf = spec::SpecialPolicy::any; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.signed_zero = false; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.signed_zero = true; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.tolerance.elementwise.reset(); })), "");
}

}  // namespace
}  // namespace kparity::compare
