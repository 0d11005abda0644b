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

bool honest(const spec::OutputSpec& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
            const Context& context) {
  double used = 0;
  return agrees(output, dtype, shape, expected, actual, used, context);
}

TEST(SelfTest, passes_with_the_comparator_of_the_product) {
  EXPECT_EQ(self_test(), "");
}

TEST(SelfTest, convicts_a_comparator_that_accepts_everything) {
  const auto all = [](const auto&, DType, const Shape&, Bytes, Bytes, const Context&) { return true; };
  EXPECT_EQ(self_test_of(all),
            "the comparator accepts what it must reject: form 'exact', double, neighbouring numbers");
}

TEST(SelfTest, convicts_a_comparator_that_rejects_everything) {
  const auto none = [](const auto&, DType, const Shape&, Bytes, Bytes, const Context&) { return false; };
  EXPECT_THAT(self_test_of(none), StartsWith("the comparator rejects what it must accept"));
}

TEST(SelfTest, convicts_a_comparator_that_forgets_the_last_element) {
  const auto forgetful = [](const auto& output, DType dtype, Shape shape, Bytes expected, Bytes actual,
                            const Context& context) {
    if (shape[0] > 1) {
      --shape[0];
      expected = expected.first(expected.size() - size_of(dtype));
      actual = actual.first(actual.size() - size_of(dtype));
    }
    return honest(output, dtype, shape, expected, actual, context);
  };
  EXPECT_THAT(self_test_of(forgetful), HasSubstr("what it must reject"));
}

/// A comparator that asks whether the difference is larger than the bound: false for NaN.
TEST(SelfTest, convicts_a_comparator_that_lets_nan_pass) {
  const auto careless = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                           const Context& context) {
    if (dtype == DType::float64) {
      for (std::size_t i = 0; i + 8 <= actual.size(); i += 8) {
        double value = 0;
        std::memcpy(&value, actual.data() + i, 8);
        if (std::isnan(value)) return true;
      }
    }
    return honest(output, dtype, shape, expected, actual, context);
  };
  EXPECT_THAT(self_test_of(careless), HasSubstr("NaN got"));
}

TEST(SelfTest, convicts_a_comparator_that_compares_the_reference_with_itself) {
  const auto blind = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes,
                        const Context& context) { return honest(output, dtype, shape, expected, expected, context); };
  EXPECT_THAT(self_test_of(blind), HasSubstr("accepts"));
}

TEST(SelfTest, convicts_a_comparator_that_ignores_the_form) {
  for (const spec::KindRule& rule : tolerance_rules()) {
    const std::string form = rule.name;
    const auto stubborn = [&](spec::OutputSpec output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                              const Context& context) {
      if (output.tolerance.form.kind == form) output.tolerance = {.form = {"exact", {}, {}}};
      return honest(output, dtype, shape, expected, actual, context);
    };
    EXPECT_EQ(self_test_of(stubborn).empty(), form == "exact") << form;
  }
}

TEST(SelfTest, convicts_a_comparator_that_ignores_the_comparison) {
  for (const spec::KindRule& rule : comparison_rules()) {
    const auto in_order = [&](spec::OutputSpec output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                              const Context& context) {
      if (output.comparison.kind == rule.name) output.comparison.kind = spec::elementwise;
      return honest(output, dtype, shape, expected, actual, context);
    };
    EXPECT_NE(self_test_of(in_order), "") << rule.name;
  }
}

TEST(SelfTest, convicts_a_comparator_that_takes_the_wider_of_the_derived_bounds) {
  const auto generous = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                           const Context& given) {
    if (given.derived == nullptr) return honest(output, dtype, shape, expected, actual, given);
    std::vector<Allowance> allowances(given.derived->allowances.begin(), given.derived->allowances.end());
    for (Allowance& allowance : allowances) allowance.statistical = allowance.linear;
    const Derived derived{allowances, "", 0};
    Context context = given;
    context.derived = &derived;
    return honest(output, dtype, shape, expected, actual, context);
  };
  EXPECT_THAT(self_test_of(generous), HasSubstr("form 'auto'"));
}

TEST(SelfTest, convicts_a_comparator_that_ignores_derived_bounds) {
  const auto plain = [](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                        Context context) {
    context.derived = nullptr;
    return honest(output, dtype, shape, expected, actual, context);
  };
  EXPECT_THAT(self_test_of(plain), HasSubstr("at the derived bound"));
}

TEST(SelfTest, convicts_a_comparator_that_is_wrong_for_one_type_only) {
  for (const DType wrong : {DType::float32, DType::int32, DType::long64, DType::uint8}) {
    const auto partial = [&](const auto& output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                             const Context& context) {
      return dtype == wrong || honest(output, dtype, shape, expected, actual, context);
    };
    EXPECT_THAT(self_test_of(partial), HasSubstr(c_name(wrong)));
  }
}

TEST(SelfTest, convicts_a_comparator_that_ignores_a_policy) {
  const auto with = [](auto change) {
    return [change](spec::OutputSpec output, DType dtype, const Shape& shape, Bytes expected, Bytes actual,
                    const Context& context) {
      change(output);
      return honest(output, dtype, shape, expected, actual, context);
    };
  };
  EXPECT_NE(self_test_of(with([](auto& output) { output.nan = spec::SpecialPolicy::match; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.nan = spec::SpecialPolicy::forbid; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.inf = spec::SpecialPolicy::match; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.inf = spec::SpecialPolicy::any; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.signed_zero = false; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.signed_zero = true; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.tolerance.elementwise.reset(); })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.tolerance.within.reset(); })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.subnormal = spec::SubnormalPolicy::detect; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.defined.kind = spec::Defined::Kind::all; })), "");
  EXPECT_NE(self_test_of(with([](auto& output) { output.defined.untouched_outside = false; })), "");
}

}  // namespace
}  // namespace kparity::compare
