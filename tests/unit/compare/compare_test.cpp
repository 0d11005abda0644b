// What compare() reports: counts, first and worst mismatch with all their texts, policies for what is no number, and
// that the quick question gives the same answer.
#include "kparity/compare/compare.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kparity/error.hpp"
#include "support.hpp"

namespace kparity::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

TEST(Compare, equal_arrays_agree_and_are_counted) {
  const auto c = compared<double>(exact(), {1, 2, 3}, {1, 2, 3});
  EXPECT_TRUE(c.agrees());
  EXPECT_EQ(c.output, "y");
  EXPECT_EQ(c.rule, "exact");
  EXPECT_EQ(c.elements, 3u);
  EXPECT_EQ(c.compared, 3u);
  EXPECT_EQ(c.used, 0);
  EXPECT_FALSE(c.first);
  EXPECT_FALSE(c.worst);
}

TEST(Compare, no_elements_agree_and_nothing_is_compared) {
  const auto c = compared<double>(relative(1e-9), {}, {}, {}, {0});
  EXPECT_TRUE(c.agrees());
  EXPECT_EQ(c.compared, 0u);
}

TEST(Compare, a_scalar_output_has_one_element) {
  const std::vector<int> one{1}, two{2};
  EXPECT_EQ(compare(exact(), DType::int32, {}, bytes_of(one), bytes_of(two)).mismatches, 1u);
}

TEST(Compare, first_and_worst_mismatch_are_told_apart) {
  const auto c = compared<double>(relative(0, 0.1), {1, 2, 3, 4}, {1.05, 2.5, 3, 0}, {}, {2, 2});
  EXPECT_EQ(c.rule, "abs 0.1");
  EXPECT_EQ(c.mismatches, 2u);
  ASSERT_TRUE(c.first && c.worst);
  EXPECT_EQ(c.first->index, 1u);
  EXPECT_THAT(c.first->position, ElementsAre(0, 1));
  EXPECT_EQ(c.worst->index, 3u);
  EXPECT_THAT(c.worst->position, ElementsAre(1, 1));
  EXPECT_EQ(c.worst->bound, "0.1");
  EXPECT_EQ(c.worst->difference, 4);
  EXPECT_DOUBLE_EQ(c.worst->used, 40);
  EXPECT_DOUBLE_EQ(c.used, 40);
}

TEST(Compare, numbers_are_shortest_round_trips_with_their_bits) {
  const auto c = compared<double>(exact(), {0.34375, 0.1}, {0.25, 0.1});
  EXPECT_EQ(c.first->expected, "0.34375");
  EXPECT_EQ(c.first->got, "0.25");
  EXPECT_EQ(c.first->expected_bits, "0x3fd6000000000000");
  EXPECT_EQ(c.first->got_bits, "0x3fd0000000000000");
  EXPECT_THAT(c.first->position, IsEmpty());
  EXPECT_EQ(c.first->bound, "");
  EXPECT_EQ(c.first->used, inf);
  const auto f = compared<float>(exact(), {0.1f}, {std::nextafter(0.1f, 1.0f)});
  EXPECT_EQ(f.first->expected, "0.1");
  EXPECT_EQ(f.first->got, "0.10000001");
  EXPECT_EQ(f.first->expected_bits, "0x3dcccccd");
  EXPECT_EQ(f.first->ulps, 1);
}

TEST(Compare, share_of_the_bound_is_the_largest_of_all_elements) {
  const auto c = compared<double>(relative(0.5), {4, 8}, {5, 8.5});
  EXPECT_TRUE(c.agrees());
  EXPECT_DOUBLE_EQ(c.used, 0.5);
}

/// One element is wrong in an array of several blocks whose other elements use a third of the bound.
template <class T>
void expect_found_at(std::size_t index, T wrong, double used) {
  std::vector<T> expected(3000, T(1)), actual(3000, T(1.25));
  actual[index] = wrong;
  const auto c = compared<T>(relative(0.75), expected, actual);
  ASSERT_EQ(c.mismatches, 1u) << index << " " << wrong;
  EXPECT_EQ(c.first->index, index);
  EXPECT_DOUBLE_EQ(c.used, used);
  double quick = 0;
  EXPECT_FALSE(agrees(relative(0.75), dtype_of<T>, {3000}, bytes_of(expected), bytes_of(actual), quick));
}

TEST(Compare, one_wrong_element_is_found_wherever_it_is) {
  for (const std::size_t index : {0, 1, 2, 3, 4, 1023, 1024, 2047, 2048, 2049, 2050, 2996, 2997, 2998, 2999}) {
    expect_found_at<double>(index, 4, 4);
    expect_found_at<float>(index, 4, 4);
    expect_found_at<double>(index, nan, inf);
    expect_found_at<float>(index, -std::numeric_limits<float>::infinity(), inf);
  }
}

TEST(Compare, the_largest_share_is_found_in_whatever_block_it_is) {
  for (const std::size_t index : {0, 3, 1023, 1024, 2050, 2999}) {
    std::vector<float> expected(3000, 1), actual(3000, 1.25f);
    actual[index] = 1.5f;
    const auto c = compared<float>(relative(1), expected, actual);
    EXPECT_TRUE(c.agrees());
    EXPECT_DOUBLE_EQ(c.used, 0.5) << index;
    double quick = 0;
    EXPECT_TRUE(agrees(relative(1), DType::float32, {3000}, bytes_of(expected), bytes_of(actual), quick));
    EXPECT_DOUBLE_EQ(quick, 0.5) << index;
  }
}

TEST(Compare, ulp_counts_representable_numbers) {
  const auto output = output_of(use_of("ulp", {{"ulp", 2}}));
  const double up2 = std::nextafter(std::nextafter(1.0, 2.0), 2.0), up3 = std::nextafter(up2, 2.0);
  EXPECT_TRUE(compared<double>(output, {1}, {up2}).agrees());
  const auto c = compared<double>(output, {1}, {up3});
  EXPECT_EQ(c.rule, "ulp 2");
  EXPECT_EQ(c.first->ulps, 3);
  EXPECT_EQ(c.first->bound, "2 ulp");
  EXPECT_DOUBLE_EQ(c.used, 1.5);
}

TEST(Compare, integers_are_exact_whatever_the_form) {
  const auto c = compared<int>(relative(0.5), {100, -5}, {101, 5});
  EXPECT_EQ(c.rule, "exact");
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.worst->index, 1u);
  EXPECT_EQ(c.worst->difference, 10);
  EXPECT_EQ(c.worst->expected_bits, "0xfffffffb");
  EXPECT_EQ(c.worst->ulps, 0);
}

TEST(Compare, the_ends_of_64_bit_integers_are_far_apart) {
  using Limits = std::numeric_limits<long long>;
  const auto c = compared<long long>(exact(), {Limits::min()}, {Limits::max()});
  EXPECT_DOUBLE_EQ(c.worst->difference, 18446744073709551615.0);
}

TEST(Compare, small_integers_are_printed_as_numbers) {
  const auto c = compared<signed char>(exact(), {65}, {-66});
  EXPECT_EQ(c.first->expected, "65");
  EXPECT_EQ(c.first->got, "-66");
}

TEST(Compare, booleans_are_bytes_that_must_be_equal) {
  const std::vector<std::uint8_t> expected{1, 0, 1}, actual{1, 1, 0xa5};
  const auto c = compare(exact(), DType::boolean, {3}, bytes_of(expected), bytes_of(actual));
  EXPECT_EQ(c.mismatches, 2u);
  EXPECT_EQ(c.first->expected, "false");
  EXPECT_EQ(c.first->got, "true");
  EXPECT_EQ(c.worst->got, "165 (no boolean)");
}

TEST(Compare, unaligned_bytes_are_read_as_they_are) {
  std::vector<std::byte> storage(8 * 3 + 1);
  const double value = 1.5;
  for (std::size_t i = 0; i < 3; ++i) std::memcpy(storage.data() + 1 + 8 * i, &value, 8);
  const auto view = std::span<const std::byte>(storage).subspan(1);
  EXPECT_TRUE(compare(relative(1e-9), DType::float64, {3}, view, view).agrees());
}

TEST(Compare, bytes_that_do_not_fit_the_shape_are_a_finding) {
  const std::vector<double> three{1, 2, 3}, two{1, 2};
  double used = 0;
  const auto c = compare(exact(), DType::float64, {3}, bytes_of(three), bytes_of(two));
  EXPECT_FALSE(c.agrees());
  EXPECT_EQ(c.whole, "the shape [3] needs 24 bytes, but the reference gave 24 and the implementation 16");
  EXPECT_FALSE(agrees(exact(), DType::float64, {3}, bytes_of(three), bytes_of(two), used));
  EXPECT_THAT(compare(exact(), DType::float64, {-1}, {}, {}).whole, HasSubstr("negative extent"));
  const std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_THAT(compare(exact(), DType::float64, {huge, huge}, {}, {}).whole, HasSubstr("too large"));
  EXPECT_FALSE(agrees(exact(), DType::float64, {huge, huge}, {}, {}, used));
}

// --- what is no number -----------------------------------------------------------------------------------------------

TEST(Policies, nan_on_both_sides_is_a_mismatch_by_default_and_says_so) {
  const auto c = compared<double>(relative(1), {1, nan}, {1, nan});
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first->note, "NaN on both sides, which `nan: forbid` rejects");
  EXPECT_EQ(c.first->expected, "NaN");
  EXPECT_EQ(c.used, inf);
  EXPECT_TRUE(std::isnan(c.first->difference));
}

TEST(Policies, matching_nans_agree_whatever_their_payload) {
  auto output = exact();
  output.nan = spec::SpecialPolicy::match;
  const auto c = compared<double>(output, {nan}, {-std::nan("7")});
  EXPECT_TRUE(c.agrees());
  EXPECT_EQ(c.compared, 1u);
  EXPECT_EQ(compared<double>(output, {nan}, {1}).first->note, "a number where the reference has NaN");
  EXPECT_EQ(compared<double>(output, {1}, {nan}).first->note, "NaN where the reference has a number");
}

TEST(Policies, any_nan_is_not_compared_and_not_counted) {
  auto output = exact();
  output.nan = spec::SpecialPolicy::any;
  const auto c = compared<double>(output, {nan, 1, 2}, {5, nan, 2});
  EXPECT_TRUE(c.agrees());
  EXPECT_EQ(c.elements, 3u);
  EXPECT_EQ(c.compared, 1u);
}

TEST(Policies, infinities_of_one_sign_match_and_no_bound_swallows_them) {
  EXPECT_TRUE(compared<double>(relative(0.5), {inf, -inf}, {inf, -inf}).agrees());
  EXPECT_EQ(compared<double>(relative(0.5, 1), {inf}, {-inf}).first->note, "infinity of the other sign");
  EXPECT_EQ(compared<double>(relative(0.5, 1), {inf}, {1e308}).first->note, "finite where the reference is infinite");
  EXPECT_EQ(compared<double>(relative(0.5, 1), {1e308}, {inf}).first->note, "infinite where the reference is finite");
  auto forbid = relative(0.5);
  forbid.inf = spec::SpecialPolicy::forbid;
  EXPECT_EQ(compared<double>(forbid, {inf}, {inf}).first->note, "infinite on both sides, which `inf: forbid` rejects");
}

TEST(Policies, zeros_of_both_signs_are_equal_unless_the_spec_tells_them_apart) {
  EXPECT_TRUE(compared<double>(exact(), {0.0}, {-0.0}).agrees());
  auto output = exact();
  output.signed_zero = true;
  const auto c = compared<double>(output, {0.0, -0.0}, {-0.0, -0.0});
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first->got, "-0");
  EXPECT_EQ(c.first->note, "zero of the other sign");
}

// --- norms -----------------------------------------------------------------------------------------------------------

TEST(Norm, is_judged_beside_the_elementwise_form) {
  auto output = output_of(norm_of("l2", 1));
  output.tolerance.elementwise = use_of("relative", {{"abs", 1}});
  const auto c = compared<double>(output, {0, 0, 0}, {0.9, 0.9, 1});
  EXPECT_EQ(c.rule, "norm l2 1 and abs 1");
  EXPECT_EQ(c.mismatches, 0u);
  EXPECT_FALSE(c.agrees());
  EXPECT_EQ(c.whole, "the l2 norm of the difference is 1.62, more than 1");
  ASSERT_TRUE(c.worst);
  EXPECT_EQ(c.worst->index, 2u);
  EXPECT_FALSE(c.first);
}

TEST(Norm, does_not_hide_one_wrong_element) {
  auto output = output_of(norm_of("l2_rel", 0.1));
  output.tolerance.elementwise = use_of("relative", {{"rel", 1e-6}});
  std::vector<double> expected(10000, 1.0), actual = expected;
  actual[5000] = 1.5;
  const auto c = compared<double>(output, expected, actual);
  EXPECT_TRUE(c.whole.empty());
  EXPECT_EQ(c.mismatches, 1u);
}

TEST(Norm, neither_overflows_nor_vanishes) {
  auto output = output_of(norm_of("l2_rel", 0.5));
  EXPECT_TRUE(compared<double>(output, {1e300, 1e300}, {1.4e300, 1e300}).agrees());
  EXPECT_FALSE(compared<double>(output, {1e-300, 1e-300}, {2e-300, 2e-300}).agrees());
  EXPECT_FALSE(compared<double>(output, {1e308}, {-1e308}).agrees());
}

TEST(Norm, leaves_pairs_that_are_not_finite_out_in_whatever_block_they_are) {
  for (const std::size_t index : {0, 5, 1023, 1024, 2999}) {
    std::vector<double> expected(3000, 3), actual(3000, 3);
    expected[index] = actual[index] = inf;
    actual[(index + 1) % 3000] = 5;
    EXPECT_TRUE(compared<double>(output_of(norm_of("l2", 2)), expected, actual).agrees()) << index;
    EXPECT_EQ(compared<double>(output_of(norm_of("l2", 1)), expected, actual).whole,
              "the l2 norm of the difference is 2, more than 1")
        << index;
  }
}

TEST(Norm, counts_each_pair_of_each_block_once) {
  for (const std::size_t size : {1u, 7u, 8u, 9u, 1023u, 1024u, 1025u, 4100u}) {
    const double root = std::sqrt(static_cast<double>(size));
    for (const double most : {0.999 * root, 1.001 * root}) {
      const auto output = output_of(norm_of("l2", most));
      const std::vector<float> expected(size, 2), actual(size, 3);
      const auto c = compared<float>(output, expected, actual);
      EXPECT_EQ(c.whole.empty(), most > root) << size;
      double used = 0;
      EXPECT_EQ(agrees(output, DType::float32, c.shape, bytes_of(expected), bytes_of(actual), used), most > root);
    }
  }
}

TEST(Norm, overflow_in_a_later_block_is_noticed) {
  std::vector<double> expected(3000, 1), actual = expected;
  expected[2500] = 1e200;
  actual[2500] = 1.4e200;
  EXPECT_TRUE(compared<double>(output_of(norm_of("l2_rel", 0.41)), expected, actual).agrees());
  EXPECT_FALSE(compared<double>(output_of(norm_of("l2_rel", 0.39)), expected, actual).agrees());
}

TEST(Norm, says_how_a_relative_norm_was_measured) {
  EXPECT_EQ(compared<double>(output_of(norm_of("linf_rel", 0.25)), {4, 2}, {4, 4}).whole,
            "the linf_rel norm of the difference is 2, more than 1 (that is 0.25 of the reference's)");
}

// --- the quick question ----------------------------------------------------------------------------------------------

TEST(Agrees, gives_the_answer_of_compare_and_its_share_of_the_bound) {
  for (const double last : {1.0, 1.05, 1.2, nan, inf}) {
    for (const std::size_t size : {1u, 5u, 8u, 1024u, 1025u, 5000u}) {
      std::vector<double> expected(size, 1.0), actual(size, 1.01);
      actual.back() = last;
      double used = -1;
      const auto c = compared<double>(relative(0.1), expected, actual);
      const bool quick = agrees(relative(0.1), DType::float64, c.shape, bytes_of(expected), bytes_of(actual), used);
      EXPECT_EQ(quick, c.agrees()) << last << " " << size;
      if (quick) {
        EXPECT_EQ(used, c.used) << last << " " << size;
      } else {
        EXPECT_GT(used, 1) << last << " " << size;
      }
    }
  }
}

TEST(Agrees, share_is_above_1_exactly_for_a_mismatch_even_a_hair_beyond_the_bound) {
  double used = 0;
  const std::vector<double> expected{1}, actual{std::nextafter(1.1, 2.0)};
  ASSERT_FALSE(agrees(relative(0, 0.1), DType::float64, {1}, bytes_of(expected), bytes_of(actual), used));
  EXPECT_GT(used, 1);
}

TEST(Tolerance, may_be_an_expression_over_sizes) {
  spec::OutputSpec output = output_of({"relative", {{"abs", spec::Real(Expression("2*n")), {}}}, {}});
  Context context;
  context.values = [](std::string_view) { return 3; };
  EXPECT_TRUE(compared<double>(output, {0}, {6}, context).agrees());
  EXPECT_FALSE(compared<double>(output, {0}, {6.5}, context).agrees());
  EXPECT_THROW(compared<double>(output, {0}, {6}), InvalidArgument);
  spec::OutputSpec ulp = output_of({"ulp", {{"ulp", Expression("4"), {}}}, {}});
  EXPECT_EQ(compared<double>(ulp, {0}, {0}).rule, "ulp 4");
}

TEST(Tolerance, that_is_no_bound_is_refused) {
  EXPECT_THAT([] { compared<double>(relative(-1), {0}, {0}); },
              testing::ThrowsMessage<InvalidArgument>(
                  "axpy.yaml:6:22: tolerance field 'rel' is -1; it must be a number of at least 0"));
  EXPECT_THROW(compared<double>(relative(nan), {0}, {0}), InvalidArgument);
  EXPECT_THAT([] { compared<double>(output_of(use_of("close")), {0}, {0}); },
              testing::ThrowsMessage<InvalidArgument>(
                  "unknown tolerance form 'close'; there are: custom, discontinuity, exact, norm, outliers, quantised, "
                  "reduction, relative, ulp"));
}

TEST(Tolerance, auto_is_exact) {
  EXPECT_EQ(compared<int>(output_of(use_of("auto")), {1}, {1}).rule, "exact");
}

TEST(Tolerance, rules_describe_every_form_with_its_fields) {
  std::vector<std::string> names;
  for (const spec::KindRule& rule : tolerance_rules()) {
    names.push_back(rule.name);
    EXPECT_TRUE(rule.doc.ends_with('.')) << rule.name;
    EXPECT_TRUE(rule.for_floats) << rule.name;
    EXPECT_EQ(rule.for_booleans, rule.name == "exact");
    for (const spec::FieldRule& field : rule.fields) EXPECT_TRUE(field.doc.ends_with('.')) << rule.name << field.name;
  }
  EXPECT_THAT(names, ElementsAre("custom", "discontinuity", "exact", "norm", "outliers", "quantised", "reduction",
                                 "relative", "ulp"));
}

spec::OutputSpec custom() {
  spec::KindUse use = use_of("custom");
  use.fields.push_back({"custom", std::string("close"), {}});
  return output_of(std::move(use));
}

/// Gives these shares, whatever the arrays hold.
Custom giving(std::vector<double> shares) {
  return [shares](auto, auto, const auto&, std::span<double> out) { std::ranges::copy(shares, out.begin()); };
}

TEST(Compare, a_function_of_the_author_judges_each_element) {
  const Custom judge = giving({0, 1, 1.5, .5});
  Context context;
  context.custom = &judge;
  const auto c = compared<double>(custom(), {1, 2, 3, 4}, {1, 7, 3, 4}, context);
  EXPECT_EQ(c.rule, "custom close");
  EXPECT_EQ(c.mismatches, 1u);
  ASSERT_TRUE(c.first);
  EXPECT_EQ(c.first->index, 2u);
  EXPECT_EQ(c.first->bound, "what close() allows");
  EXPECT_EQ(c.used, 1.5);
}

TEST(Compare, a_function_of_the_author_judges_integers_too) {
  const Custom judge = giving({0, 2});
  Context context;
  context.custom = &judge;
  const auto c = compared<int>(custom(), {1, 2}, {5, 2}, context);
  EXPECT_EQ(c.mismatches, 1u);
  ASSERT_TRUE(c.first);
  EXPECT_EQ(c.first->index, 1u);
}

TEST(Compare, elements_about_which_the_author_says_nothing_differ) {
  const Custom judge = giving({0});
  Context context;
  context.custom = &judge;
  EXPECT_EQ(compared<float>(custom(), {1, 2, 3}, {1, 2, 3}, context).mismatches, 2u);
}

TEST(Compare, what_is_no_number_is_not_asked_of_the_author) {
  const Custom judge = giving({0, 0});
  Context context;
  context.custom = &judge;
  EXPECT_EQ(compared<double>(custom(), {1, inf}, {nan, 1}, context).mismatches, 2u);
}

TEST(Compare, without_the_function_of_the_author_nothing_is_judged) {
  EXPECT_THROW(compared<double>(custom(), {1}, {1}), InvalidArgument);
}

}  // namespace
}  // namespace kparity::compare
