// Outputs that are not compared place by place: what reports say of them, and where mismatches are.
#include "arrangement.hpp"

#include <gmock/gmock.h>

#include "support.hpp"

namespace kparity::compare {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

spec::OutputSpec by(const std::string& comparison, const std::string& array = "") {
  spec::OutputSpec output = exact();
  output.comparison = use_of(comparison);
  if (!array.empty()) output.comparison.fields.push_back({comparison, array, {}});
  return output;
}

TEST(Arrangement, rules_describe_every_comparison) {
  std::vector<std::string> names;
  for (const spec::KindRule& rule : comparison_rules()) {
    names.push_back(rule.name);
    EXPECT_TRUE(rule.doc.ends_with('.')) << rule.name;
    for (const spec::FieldRule& field : rule.fields) EXPECT_TRUE(field.doc.ends_with('.')) << rule.name << field.name;
  }
  EXPECT_THAT(names, ElementsAre("keyed", "multiset", "permutation", "scalar", "set_with_ties"));
}

TEST(Arrangement, a_rule_names_the_comparison) {
  EXPECT_EQ(rule_text(by("multiset"), true), "multiset, exact");
  EXPECT_EQ(rule_text(by("permutation", "x"), false), "permutation, exact");
}

TEST(Arrangement, mismatches_of_a_multiset_are_numbered_in_ascending_order) {
  const auto c = compared<double>(by("multiset"), {3, 1, 2}, {1, 2, 4});
  EXPECT_EQ(c.rule, "multiset, exact");
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first->index, 2u);
  EXPECT_EQ(c.first->note, "in ascending order");
  EXPECT_EQ(c.first->expected, "3");
  EXPECT_EQ(c.first->got, "4");
}

TEST(Arrangement, the_bounds_of_a_multiset_are_the_largest_of_its_elements) {
  const std::vector<Allowance> allowances{{0, 1, 2}, {-.5, .25, .25}, {}};
  const Derived derived{allowances, "derived", 0};
  Context context;
  context.derived = &derived;
  spec::OutputSpec output = by("multiset");
  output.tolerance.form = use_of("auto");
  EXPECT_TRUE(compared<double>(output, {3, 10, 20}, {21, 3, 9}, context).agrees());
  EXPECT_FALSE(compared<double>(output, {3, 10, 20}, {21.5, 3, 9}, context).agrees());
}

TEST(Arrangement, faults_of_a_permutation_are_told_in_words) {
  const std::vector<double> keys{5, 6, 7};
  Context context;
  context.inputs = {{"key", DType::float64, bytes_of(keys)}};
  EXPECT_EQ(compared<int>(by("permutation", "key"), {0, 1, 2}, {0, 1, 1}, context).whole,
            "the index 1 stands there twice, also at [2] (indices into 'key')");
  EXPECT_EQ(compared<int>(by("permutation", "key"), {0, 1, 2}, {0, 1, -3}, context).whole,
            "element [2] is -3, which is no index below 3 (indices into 'key')");
  EXPECT_EQ(compared<int>(by("permutation", "key"), {0, 1}, {0, 1}, context).whole,
            "a permutation of 'key' has 3 elements, not 2");
  EXPECT_EQ(compared<int>(by("set_with_ties", "key"), {1, 1}, {0, 1}, context).whole,
            "of the reference: the index 1 stands there twice, also at [1] (indices into 'key')");
}

TEST(Arrangement, nan_is_sorted_last_and_judged_by_its_policy) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  spec::OutputSpec output = by("multiset");
  EXPECT_FALSE(compared<double>(output, {nan, 1}, {1, nan}).agrees());
  output.nan = spec::SpecialPolicy::match;
  EXPECT_TRUE(compared<double>(output, {nan, 1}, {1, nan}).agrees());
  EXPECT_FALSE(compared<double>(output, {nan, 1}, {1, 2}).agrees());
}

TEST(Defined, mismatches_keep_their_places) {
  const std::vector<int> mask{0, 1, 0, 1};
  Context context;
  context.inputs = {{"mask", DType::int32, bytes_of(mask)}};
  spec::OutputSpec output = exact();
  output.defined.kind = spec::Defined::Kind::where;
  output.defined.array = "mask";
  output.defined.untouched_outside = false;
  const auto c = compared<double>(output, {1, 2, 3, 4}, {9, 2, 9, 5}, context, {2, 2});
  EXPECT_EQ(c.compared, 2u);
  EXPECT_EQ(c.elements, 4u);
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first->index, 3u);
  EXPECT_THAT(c.first->position, ElementsAre(1, 1));
}

TEST(Defined, what_is_not_defined_keeps_its_poison) {
  const std::vector<std::byte> pattern{std::byte{0xa5}};
  const auto poison = [](int) { return static_cast<int>(0xa5a5a5a5); };
  Context context;
  context.poisons = {pattern};
  context.values = [](std::string_view) { return 1; };
  spec::OutputSpec output = exact();
  output.defined.kind = spec::Defined::Kind::first;
  output.defined.count = Expression("n");
  EXPECT_TRUE(compared<int>(output, {1, poison(0)}, {1, poison(0)}, context).agrees());
  const auto c = compared<int>(output, {1, poison(0)}, {1, 2}, context);
  EXPECT_FALSE(c.agrees());
  EXPECT_EQ(c.whole, "element [1] is not defined, but was written; 1 of 2 are defined");
}

TEST(Defined, a_count_beyond_the_array_defines_all_of_it_and_a_negative_one_nothing) {
  spec::OutputSpec output = exact();
  output.defined.kind = spec::Defined::Kind::first;
  output.defined.array = "count";
  for (const auto& [count, expected] : {std::pair{9, 3u}, {-2, 0u}, {2, 2u}}) {
    const std::vector<int> array{count};
    Context context;
    context.outputs = {{"count", DType::int32, bytes_of(array), bytes_of(array)}};
    EXPECT_EQ(defined_elements(output, 3, context)->size(), expected);
  }
  EXPECT_EQ(defined_elements(exact(), 3, {}), std::nullopt);
}

TEST(Defined, a_region_is_a_block_of_indices_and_ends_with_the_array) {
  spec::OutputSpec output = exact();
  output.shape = {Expression("rows"), Expression("columns")};
  output.defined.kind = spec::Defined::Kind::region;
  output.defined.region = {{Expression("1"), Expression("rows-1")}, {Expression("1"), Expression("columns")}};
  const auto indices = [&](std::int64_t rows, std::int64_t columns) {
    Context context;
    context.values = [=](std::string_view name) { return name == "rows" ? rows : columns; };
    return *defined_elements(output, static_cast<std::uint64_t>(rows * columns), context);
  };
  EXPECT_THAT(indices(4, 3), ElementsAre(4, 5, 7, 8));
  EXPECT_THAT(indices(3, 2), ElementsAre(3));
  EXPECT_THAT(indices(2, 5), ElementsAre());
  EXPECT_THAT(indices(0, 5), ElementsAre());
  output.defined.region = {{Expression("-2"), Expression("9")}, {Expression("0"), Expression("99")}};
  EXPECT_THAT(indices(2, 2), ElementsAre(0, 1, 2, 3));
}

TEST(Outliers, are_counted_against_their_share) {
  spec::OutputSpec output = output_of(use_of("outliers", {{"outliers", .5}}));
  output.tolerance.elementwise = use_of("exact");
  output.tolerance.within = use_of("relative", {{"abs", 8}});
  EXPECT_EQ(rule_text(output, true), "at most 0.5 outliers within abs 8, else exact");
  const auto half = compared<double>(output, {1, 2, 3, 4}, {1, 3, 3, 4});
  EXPECT_TRUE(half.agrees());
  EXPECT_EQ(half.used, .5);  // one of the two that are allowed
  const auto most = compared<double>(output, {1, 2, 3, 4}, {2, 3, 4, 4});
  EXPECT_FALSE(most.agrees());
  EXPECT_EQ(most.whole, "3 of 4 elements are outliers, more than 2");
  ASSERT_TRUE(most.first);
  EXPECT_EQ(most.first->index, 0u);
  const auto far = compared<double>(output, {1, 2, 3, 4}, {1, 12, 3, 4});
  EXPECT_EQ(far.mismatches, 1u);
  EXPECT_EQ(far.first->bound, "8");
}

TEST(Quantised, integers_are_judged_by_their_distance) {
  const auto output = output_of(use_of("quantised", {{"quantised", 1}}));
  EXPECT_EQ(rule_text(output, false), "quantised 1");
  EXPECT_TRUE(compared<signed char>(output, {-128, 127}, {-127, 126}).agrees());
  const auto c = compared<signed char>(output, {-128, 127}, {-126, 127});
  EXPECT_EQ(c.mismatches, 1u);
  EXPECT_EQ(c.first->bound, "1");
}

TEST(Rooms, are_what_a_rule_leaves_in_the_unit_of_the_output) {
  const std::vector<double> values{2, -4};
  const auto rooms_by = [&](const spec::OutputSpec& output, const Context& context = {}) {
    return rooms(output, DType::float64, bytes_of(values), context);
  };
  EXPECT_THAT(rooms_by(relative(.25, 1)), ElementsAre(1.5, 2));
  EXPECT_THAT(rooms_by(output_of(use_of("ulp", {{"ulp", 2}}))), ElementsAre(0x1p-50, 0x1p-49));
  EXPECT_THAT(rooms_by(exact()), ElementsAre(0, 0));
  const std::vector<Allowance> allowances{{0, 1, 3}, {}};
  const Derived derived{allowances, "derived", 0};
  Context context;
  context.derived = &derived;
  EXPECT_THAT(rooms_by(output_of(use_of("auto")), context), ElementsAre(3, 0));
  const std::vector<int> whole{1};
  EXPECT_THAT(rooms(output_of(use_of("auto")), DType::int32, bytes_of(whole), {}), ElementsAre(0));
}

}  // namespace
}  // namespace kparity::compare
