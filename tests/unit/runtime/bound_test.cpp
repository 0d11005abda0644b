// That bounds hold: whatever order and rounding a computation takes, its error against quadruple precision is within
// the linear bound, for sums within the statistical one, and neither is so wide that it says nothing.
#include "kparity/bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace kparity {
namespace {

__extension__ using Quad = __float128;

double quad_size(Quad x) {
  return static_cast<double>(x < 0 ? -x : x);
}

Quad wide_of(const Bound<float>& x) {
  return Quad(x.wide());
}
Quad wide_of(const Bound<double>& x) {
  return Quad(x.wide().high) + Quad(x.wide().low);
}

template <class T>
long double long_of(const Bound<T>& x) {
  return static_cast<long double>(wide_of(x));
}

template <class T>
class BoundOf : public ::testing::Test {
 protected:
  std::mt19937_64 random{7};

  T uniform(double low, double high) {
    return static_cast<T>(std::uniform_real_distribution<double>(low, high)(random));
  }
  std::vector<T> numbers(std::size_t count, double low, double high) {
    std::vector<T> all(count);
    for (T& x : all) x = uniform(low, high);
    return all;
  }
};

using Formats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoundOf, Formats);

/// The computations that implementations of a sum make of it.
template <class T>
std::vector<T> sums_in_other_orders(std::vector<T> terms, std::mt19937_64& random) {
  const auto serial = [](const std::vector<T>& all) { return std::accumulate(all.begin(), all.end(), T(0)); };
  std::vector<T> sums{serial(terms)};
  std::reverse(terms.begin(), terms.end());
  sums.push_back(serial(terms));
  std::shuffle(terms.begin(), terms.end(), random);
  sums.push_back(serial(terms));
  std::sort(terms.begin(), terms.end());
  sums.push_back(serial(terms));
  std::vector<T> tree = terms;
  for (std::size_t n = tree.size(); n > 1; n = (n + 1) / 2)
    for (std::size_t i = 0; i < n / 2; ++i) tree[i] += tree[n - 1 - i];
  sums.push_back(tree.empty() ? T(0) : tree[0]);
  std::vector<T> lanes(32, T(0));
  for (std::size_t i = 0; i < terms.size(); ++i) lanes[i % 32] += terms[i];
  sums.push_back(serial(lanes));
  return sums;
}

// --- sums ---

TYPED_TEST(BoundOf, sums_hold_in_every_order) {
  for (const auto& [low, high] :
       {std::pair(-1., 1.), std::pair(0., 1.), std::pair(999., 1001.), std::pair(-1e-3, 1e3)}) {
    for (const std::size_t n : {2, 3, 5, 33, 257, 4097}) {
      const auto terms = this->numbers(n, low, high);
      Bound<TypeParam> sum = 0;
      Quad exact = 0;
      for (const TypeParam x : terms) {
        sum += x;
        exact += Quad(x);
      }
      const Allowance allowed = sum.allowance();
      EXPECT_LE(allowed.statistical, allowed.linear);
      EXPECT_EQ(sum.length(), static_cast<double>(n));
      EXPECT_LE(quad_size(wide_of(sum) - exact), 1e-4 * allowed.statistical);
      for (const TypeParam other : sums_in_other_orders(terms, this->random)) {
        EXPECT_LE(quad_size(Quad(other) - exact), allowed.linear) << n;
        EXPECT_LE(quad_size(Quad(other) - exact), allowed.statistical) << n << " from " << low << " to " << high;
      }
    }
  }
}

TYPED_TEST(BoundOf, bound_of_a_sum_knows_what_cancels) {
  Bound<TypeParam> sum = 0;
  for (const double x : {1e4 / 3, -1e4 / 3, .1}) sum += static_cast<TypeParam>(x);
  EXPECT_EQ(sum.value(), TypeParam(.1));
  EXPECT_NEAR(sum.terms(), 2e4 / 3 + .1, 1e-3);
  EXPECT_GE(sum.errors().linear, 6e3 * BoundFormat<TypeParam>::unit);
}

TYPED_TEST(BoundOf, a_sum_of_two_is_bounded_by_its_result) {
  const Bound<TypeParam> near = Bound<TypeParam>(TypeParam(1.6)) - Bound<TypeParam>(TypeParam(.1));
  EXPECT_EQ(near.errors().linear, static_cast<double>(near.value()) * BoundFormat<TypeParam>::unit);
}

TYPED_TEST(BoundOf, statistical_bound_grows_with_the_root_and_linear_with_the_length) {
  const auto bounds_of = [](int n) {
    Bound<TypeParam> sum = 0;
    for (int i = 0; i < n; ++i) sum += TypeParam(.7);
    return sum.errors();
  };
  const BoundErrors short_one = bounds_of(102), long_one = bounds_of(10002);
  EXPECT_NEAR(long_one.linear / short_one.linear, 1e4, 300);
  EXPECT_NEAR(long_one.statistical / short_one.statistical, 1e3, 300);
}

TYPED_TEST(BoundOf, what_is_exact_in_any_order_has_no_bound) {
  Bound<TypeParam> sum = 0;
  for (int i = 0; i < 1000; ++i) sum += Bound<TypeParam>(TypeParam(i % 7 - 3) / 4) * TypeParam(1.5) - i;
  EXPECT_EQ(sum.errors().linear, 0);
  EXPECT_EQ(sum.allowance().linear, 0);
  EXPECT_EQ(fabs(-sum).errors().linear, 0);
  EXPECT_EQ((sum * TypeParam(.25)).errors().linear, 0);
  EXPECT_GT((sum / TypeParam(3)).errors().linear, 0);
  EXPECT_GT((sum + TypeParam(.1)).errors().linear, 0) << "no multiple of a common unit";
}

TYPED_TEST(BoundOf, what_no_longer_fits_the_mantissa_has_a_bound) {
  const TypeParam most = TypeParam(1 / BoundFormat<TypeParam>::unit);  // the whole numbers up to here
  EXPECT_EQ((Bound<TypeParam>(most - 2) + 1).errors().linear, 0);
  EXPECT_GT((Bound<TypeParam>(most) + 2 - 1).errors().linear, 0) << "the order matters";
  EXPECT_GT((Bound<TypeParam>(most / 2 + 1) * TypeParam(3)).errors().linear, 0);
  Bound<TypeParam> sum = most / 2;
  sum += most / 2;
  sum -= most / 2;
  EXPECT_GT((sum + 1).errors().linear, 0) << "in another order the sum passes what fits";
}

TYPED_TEST(BoundOf, tiny_numbers_are_not_taken_for_exact) {
  const TypeParam tiny = std::numeric_limits<TypeParam>::min();
  EXPECT_GT((Bound<TypeParam>(tiny) * tiny).errors().linear, 0);
  EXPECT_GT((Bound<TypeParam>(tiny / 2) + tiny / 2 + tiny / 2).errors().linear, 0);
}

TYPED_TEST(BoundOf, a_scalar_product_holds_with_and_without_fused_operations) {
  for (const std::size_t n : {1, 2, 17, 1000}) {
    const auto x = this->numbers(n, -1, 1), y = this->numbers(n, -2, 2);
    Bound<TypeParam> bound = 0;
    Quad exact = 0;
    TypeParam fused = 0;
    std::vector<TypeParam> products;
    for (std::size_t i = 0; i < n; ++i) {
      bound += Bound<TypeParam>(x[i]) * y[i];
      exact += Quad(x[i]) * Quad(y[i]);
      fused = std::fma(x[i], y[i], fused);
      products.push_back(x[i] * y[i]);
    }
    const Allowance allowed = bound.allowance();
    EXPECT_LE(quad_size(Quad(fused) - exact), allowed.statistical);
    for (const TypeParam other : sums_in_other_orders(products, this->random))
      EXPECT_LE(quad_size(Quad(other) - exact), allowed.statistical) << n;
  }
}

// --- formulas ---

/// A template as references are; with plain numbers it is a candidate, with quadruple ones the truth.
template <class N>
N formula(int which, N a, N b, N c, N d) {
  switch (which) {
    case 0: return a * b + c * d;
    case 1: return (a - b) * (c - d);
    case 2: return a / b - c / d;
    case 3: return (a + b + c + d) * N(3) - a * N(4);
    case 4: return N(1) / (a * a + b * b) + c;
    case 5: return -(a - b) / (N(2) + c * d);
    case 6: return (a * b * c * d - a) * N(0.5);
    default: {
      N t = a;
      t *= b;
      t -= c;
      t /= d;
      return t;
    }
  }
}

TYPED_TEST(BoundOf, formulas_hold) {
  double smallest_share = 1, largest_share = 0;
  for (int which = 0; which <= 7; ++which) {
    for (int trial = 0; trial < 2000; ++trial) {
      const auto in = this->numbers(4, .5, 4);
      using B = Bound<TypeParam>;
      const B bound = formula<B>(which, in[0], in[1], in[2], in[3]);
      const TypeParam plain = formula<TypeParam>(which, in[0], in[1], in[2], in[3]);
      const Quad exact = formula<Quad>(which, Quad(in[0]), Quad(in[1]), Quad(in[2]), Quad(in[3]));
      ASSERT_EQ(bound.value(), plain) << which;
      ASSERT_LE(quad_size(wide_of(bound) - exact), 1e-3 * bound.errors().linear) << which;
      const double share = quad_size(Quad(plain) - exact) / bound.errors().linear;
      ASSERT_LE(share, 1) << which;
      smallest_share = std::min(smallest_share, share);
      largest_share = std::max(largest_share, share);
    }
  }
  EXPECT_GT(largest_share, .3);  // not so wide that it says nothing
}

TYPED_TEST(BoundOf, errors_of_operands_go_on_through_every_operation) {
  // The operands are products, which are off by a rounding: with any operand moved by it the result stays within.
  using B = Bound<TypeParam>;
  using L = long double;
  struct Operation {
    const char* name;
    B (*bound)(B, B);
    L (*exact)(L, L);
  };
  const Operation operations[] = {
      {"+", [](B a, B b) { return a + b; }, [](L a, L b) { return a + b; }},
      {"-", [](B a, B b) { return a - b; }, [](L a, L b) { return a - b; }},
      {"*", [](B a, B b) { return a * b; }, [](L a, L b) { return a * b; }},
      {"/", [](B a, B b) { return a / b; }, [](L a, L b) { return a / b; }},
      {"min", [](B a, B b) { return min(a, b); }, [](L a, L b) { return std::fmin(a, b); }},
      {"fmax", [](B a, B b) { return fmax(a, b); }, [](L a, L b) { return std::fmax(a, b); }},
      {"hypot", [](B a, B b) { return hypot(a, b); }, [](L a, L b) { return std::hypot(a, b); }},
      {"atan2", [](B a, B b) { return atan2(a, b); }, [](L a, L b) { return std::atan2(a, b); }},
      {"pow", [](B a, B b) { return pow(a, b); }, [](L a, L b) { return std::pow(a, b); }}};
  for (const auto& operation : operations) {
    for (int trial = 0; trial < 500; ++trial) {
      const auto product = [&] { return B(this->uniform(.5, 4)) * B(this->uniform(.5, 4)); };
      const B a = product(), b = trial % 2 == 0 ? product() : a * TypeParam(1.0001);
      const B result = operation.bound(a, b);
      for (const int side_a : {-1, 0, 1}) {
        for (const int side_b : {-1, 0, 1}) {
          const L moved = operation.exact(long_of(a) + side_a * static_cast<L>(a.errors().linear),
                                          long_of(b) + side_b * static_cast<L>(b.errors().linear));
          ASSERT_LE(std::fabs(static_cast<double>(moved - long_of(result))),
                    result.errors().linear * (1 + 1e-7) + 0x1p-58)
              << operation.name;  // long double has 64 bits
        }
      }
    }
  }
}

// --- elementary functions ---

template <class T>
struct FunctionCase {
  const char* name;
  std::function<Bound<T>(Bound<T>)> bound;
  long double (*exact)(long double);
  T (*plain)(T);
  double low, high;
};

template <class T>
std::vector<FunctionCase<T>> functions() {
  using B = Bound<T>;
  return {
      {"sqrt", [](B x) { return sqrt(x); }, std::sqrt, std::sqrt, 1e-3, 10},
      {"cbrt", [](B x) { return cbrt(x); }, std::cbrt, std::cbrt, -3, 10},
      {"exp", [](B x) { return exp(x); }, std::exp, std::exp, -20, 20},
      {"exp2", [](B x) { return exp2(x); }, std::exp2, std::exp2, -20, 20},
      {"expm1", [](B x) { return expm1(x); }, std::expm1, std::expm1, -1, 1},
      {"log", [](B x) { return log(x); }, std::log, std::log, 1e-3, 10},
      {"log2", [](B x) { return log2(x); }, std::log2, std::log2, 1e-3, 10},
      {"log10", [](B x) { return log10(x); }, std::log10, std::log10, 1e-3, 10},
      {"log1p", [](B x) { return log1p(x); }, std::log1p, std::log1p, -.9, 3},
      {"sin", [](B x) { return sin(x); }, std::sin, std::sin, -10, 10},
      {"cos", [](B x) { return cos(x); }, std::cos, std::cos, -10, 10},
      {"tan", [](B x) { return tan(x); }, std::tan, std::tan, -1.4, 1.4},
      {"asin", [](B x) { return asin(x); }, std::asin, std::asin, -.99, .99},
      {"acos", [](B x) { return acos(x); }, std::acos, std::acos, -.99, .99},
      {"atan", [](B x) { return atan(x); }, std::atan, std::atan, -5, 5},
      {"sinh", [](B x) { return sinh(x); }, std::sinh, std::sinh, -5, 5},
      {"cosh", [](B x) { return cosh(x); }, std::cosh, std::cosh, -5, 5},
      {"tanh", [](B x) { return tanh(x); }, std::tanh, std::tanh, -5, 5},
      {"asinh", [](B x) { return asinh(x); }, std::asinh, std::asinh, -5, 5},
      {"acosh", [](B x) { return acosh(x); }, std::acosh, std::acosh, 1.1, 5},
      {"atanh", [](B x) { return atanh(x); }, std::atanh, std::atanh, -.95, .95},
      {"erf", [](B x) { return erf(x); }, std::erf, std::erf, -3, 3},
      {"erfc", [](B x) { return erfc(x); }, std::erfc, std::erfc, -3, 3},
  };
}

TYPED_TEST(BoundOf, elementary_functions_hold_for_exact_and_for_inexact_arguments) {
  using B = Bound<TypeParam>;
  for (const auto& function : functions<TypeParam>()) {
    double largest = 0;
    for (int trial = 0; trial < 1000; ++trial) {
      const TypeParam x = this->uniform(function.low, function.high);
      const B exact_argument = function.bound(x);
      ASSERT_EQ(exact_argument.value(), function.plain(x)) << function.name;
      const long double truth = function.exact(x);
      const double bound = exact_argument.errors().linear;
      ASSERT_LE(std::fabs(static_cast<double>(function.plain(x) - truth)), bound) << function.name << " " << x;
      largest = std::max(largest, bound / std::fabs(static_cast<double>(truth)));

      const B product = B(x) * B(TypeParam(1) + std::numeric_limits<TypeParam>::epsilon());
      const B inexact = function.bound(product);
      for (const double side : {-1., 1.}) {
        const long double moved = long_of(product) + side * static_cast<long double>(product.errors().linear);
        ASSERT_LE(std::fabs(static_cast<double>(function.exact(moved) - long_of(inexact))),
                  inexact.errors().linear * (1 + 1e-3))
            << function.name << " " << x;
      }
    }
    EXPECT_LT(largest, 20 * std::numeric_limits<TypeParam>::epsilon()) << function.name;
  }
}

TYPED_TEST(BoundOf, a_large_error_of_an_argument_is_followed_along_the_function) {
  using B = Bound<TypeParam>;
  B x = B(TypeParam(.5)) + TypeParam(.1) - TypeParam(.1);  // no longer exact
  ASSERT_EQ(x.value(), TypeParam(.5));
  for (int i = 0; i < 40; ++i) x = (x - TypeParam(.25)) * TypeParam(3) - TypeParam(.25);  // stays at .5, errors grow
  const double error = x.errors().linear;
  ASSERT_GT(error, 0);
  EXPECT_GE(exp(x).errors().linear, std::exp(.5) * std::expm1(std::min(error, 700.)));
  EXPECT_LE(sin(x).errors().linear, 2.001);
  if (error >= .5) {
    EXPECT_TRUE(std::isinf(log(x).errors().linear));
    EXPECT_TRUE(std::isinf((B(1) / x).errors().linear));
  }
}

// --- copies, constants, special values ---

TYPED_TEST(BoundOf, copies_are_allowed_nothing) {
  using B = Bound<TypeParam>;
  const B x = TypeParam(1.7), y = TypeParam(-3.1);
  for (const B& copy : {x, B(-x), B(fabs(y)), B(max(x, y)), B(min(x, y)), B(x < y ? x : y), B(copysign(x, y)),
                        B(x * TypeParam(2)), B(y / TypeParam(4)), B(x + 0), B(floor(x)), B(TypeParam(0) + y)}) {
    EXPECT_EQ(copy.allowance().linear, 0);
    EXPECT_EQ(copy.allowance().offset, 0);
  }
  EXPECT_EQ(bound_context.close_decisions, 0u);
}

TYPED_TEST(BoundOf, an_output_has_room_for_its_store_and_for_the_error_of_the_reference) {
  using B = Bound<TypeParam>;
  const Allowance product = (B(TypeParam(1.1)) * TypeParam(1.3)).allowance();
  const double value = static_cast<double>(TypeParam(1.1) * TypeParam(1.3)), unit = BoundFormat<TypeParam>::unit;
  EXPECT_NEAR(product.linear, 2 * unit * value, 1e-3 * unit);
  EXPECT_LE(std::fabs(product.offset), unit * value);

  B biased = 0;  // a serial sum of equal numbers rounds to one side
  for (int i = 0; i < 3000; ++i) biased += TypeParam(.7);
  const Allowance allowed = biased.allowance();
  EXPECT_GE(allowed.statistical, std::min(2 * std::fabs(allowed.offset), allowed.linear));
}

TYPED_TEST(BoundOf, constants_keep_what_the_format_cannot_hold_as_an_error) {
  const Bound<float> tenth = 0.1;
  EXPECT_EQ(tenth.value(), 0.1F);
  EXPECT_EQ(tenth.wide(), 0.1);
  EXPECT_NEAR(tenth.errors().linear, 0.1F - 0.1, 1e-20);
  EXPECT_EQ(Bound<float>(0.1F).errors().linear, 0);
  EXPECT_EQ(Bound<float>(3).errors().linear, 0);
  EXPECT_EQ(Bound<double>(0.1).errors().linear, 0);
  EXPECT_EQ(Bound<TypeParam>(std::numeric_limits<Bound<TypeParam>>::epsilon()).value(),
            std::numeric_limits<TypeParam>::epsilon());
}

TYPED_TEST(BoundOf, infinity_and_nan_go_their_ordinary_way) {
  using B = Bound<TypeParam>;
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  EXPECT_TRUE(isinf(B(1) / B(0)));
  EXPECT_TRUE(isnan(B(infinity) - B(infinity)));
  EXPECT_TRUE(isnan(sqrt(B(-1))));
  EXPECT_EQ(B(infinity).allowance().linear, 0);
  EXPECT_EQ(max(B(std::numeric_limits<TypeParam>::quiet_NaN()), B(1)).value(), 1);
  EXPECT_TRUE(B(1) < B(infinity));
  EXPECT_FALSE(B(std::numeric_limits<TypeParam>::quiet_NaN()) == B(1));
}

TYPED_TEST(BoundOf, results_below_the_normal_numbers_have_an_absolute_bound) {
  using B = Bound<TypeParam>;
  const TypeParam small = std::numeric_limits<TypeParam>::min();
  const B product = B(small) * B(TypeParam(.3));
  EXPECT_GE(product.errors().linear, std::numeric_limits<TypeParam>::denorm_min());
  EXPECT_LT(product.errors().linear, small);
  const B gone = B(small) * B(small) * B(TypeParam(.3));
  EXPECT_EQ(gone.value(), 0);
  EXPECT_GE(gone.errors().linear, std::numeric_limits<TypeParam>::denorm_min());

  bound_context.flushes_subnormals = true;
  EXPECT_GE((B(small) * B(TypeParam(.3))).errors().linear, small);
  EXPECT_GE(B(small / 2).errors().linear, small);
  EXPECT_GE((B(small * TypeParam(1.5)) - B(small)).errors().linear, small);
  EXPECT_EQ(B(1).errors().linear, 0);
  bound_context.flushes_subnormals = false;
}

// --- decisions ---

TYPED_TEST(BoundOf, close_decisions_are_counted_and_sure_ones_are_not) {
  using B = Bound<TypeParam>;
  bound_context.close_decisions = 0;
  const TypeParam epsilon = std::numeric_limits<TypeParam>::epsilon();
  const B third = B(1) / B(3), about_one = third * B(3), one = 1;
  EXPECT_FALSE(third > one);
  EXPECT_TRUE(one == B(1));
  EXPECT_FALSE(one == B(1 + epsilon));
  EXPECT_EQ(static_cast<int>(B(TypeParam(2.5))), 2);
  EXPECT_EQ(bound_context.close_decisions, 0u);

  (void)(about_one < one);
  EXPECT_EQ(bound_context.close_decisions, 1u);
  EXPECT_EQ(static_cast<int>(about_one * B(3)), static_cast<int>(TypeParam(1) / 3 * 3 * 3));
  EXPECT_EQ(bound_context.close_decisions, 2u);
  EXPECT_EQ(floor(about_one).value(), std::floor(TypeParam(1) / 3 * 3));
  EXPECT_EQ(bound_context.close_decisions, 3u);
  (void)signbit(about_one - one);
  EXPECT_EQ(bound_context.close_decisions, 4u);
  (void)fmod(about_one * B(2), one);
  EXPECT_EQ(bound_context.close_decisions, 4u + not_to_be_turned);
  (void)max(about_one, one);  // either is within the other's bound
  EXPECT_EQ(bound_context.close_decisions, 4u + not_to_be_turned);
  bound_context.close_decisions = 0;
}

TYPED_TEST(BoundOf, close_decisions_are_taken_the_other_way_by_their_number) {
  using B = Bound<TypeParam>;
  const B one = 1, about_one = one / B(3) * B(3), about_three = about_one * B(3);
  const auto decisions = [&](std::uint64_t other_ways) {
    bound_context = {0, false, other_ways};
    const bool less = about_one < one;
    const TypeParam whole = floor(about_three).value();
    const bool sure = one < B(2);
    return std::tuple(less, whole, sure);
  };
  const auto [less, whole, sure] = decisions(0);
  EXPECT_EQ(bound_context.close_decisions, 2u);
  const TypeParam other = whole == 3 ? 2 : 3;
  EXPECT_EQ(decisions(1), std::tuple(!less, whole, sure));
  EXPECT_EQ(decisions(2), std::tuple(less, other, sure));
  EXPECT_EQ(decisions(3), std::tuple(!less, other, sure));
  EXPECT_EQ(decisions(4), std::tuple(less, whole, sure));
  bound_context = {};
}

TEST(Bound, of_two_close_candidates_has_the_bound_of_either) {
  const Bound<float> a = Bound<float>(1.F) / 3 * 3, b = 1.F;
  EXPECT_EQ(max(a, b).errors().linear, a.errors().linear);
  EXPECT_GT(max(a, b).errors().linear, 0);
}

// --- fast math ---

TEST(Bound, fast_math_has_rows_of_its_own_for_floats) {
  using Fast = Bound<float, MathBuild::fast>;
  using Plain = Bound<float>;
  EXPECT_GT(exp(Fast(5.F)).errors().linear, 2 * exp(Plain(5.F)).errors().linear);
  EXPECT_GT(log(Fast(1.0001F)).errors().linear, 100 * log(Plain(1.0001F)).errors().linear);
  EXPECT_GT(sin(Fast(100.F)).errors().linear, 10 * sin(Fast(1.F)).errors().linear);
  EXPECT_GT(tanh(Fast(1.F)).errors().linear, 3e-4);
  EXPECT_GT(pow(Fast(3.F), Fast(7.F)).errors().linear, pow(Plain(3.F), Plain(7.F)).errors().linear);
  EXPECT_GT((Fast(1.F) / Fast(3.F)).errors().linear, (Plain(1.F) / Plain(3.F)).errors().linear);
  EXPECT_EQ((Fast(1.F) + Fast(3.F)).errors().linear, (Plain(1.F) + Plain(3.F)).errors().linear);
  using FastDouble = Bound<double, MathBuild::fast>;
  EXPECT_EQ(exp(FastDouble(5.)).errors().linear, exp(Bound<double>(5.)).errors().linear);
}

}  // namespace
}  // namespace kparity
