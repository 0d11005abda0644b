// What each family draws: values within the bounds of the spec, classes that are really there, calls and layouts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "family.hpp"
#include "scalar.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using test::SpecBuilder;
using test::value_of;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

template <class T>
std::vector<T> contents(const spec::KernelSpec& spec, const Case& drawn, const std::string& name) {
  for (const auto& array : plan(spec, drawn)) {
    if (array.name != name) continue;
    std::vector<T> values(array.elements);
    fill(spec, drawn, array, std::as_writable_bytes(std::span(values)));
    return values;
  }
  return {};
}

/// How often each class came in so many cases.
std::map<std::string, int> classes_in(const spec::KernelSpec& spec, const std::string& family, std::uint64_t cases) {
  const Generator generator(spec);
  std::map<std::string, int> found;
  for (std::uint64_t index = 0; index < cases; ++index)
    for (const auto& name : generator.classes(generator.draw(0, family, 1, index))) ++found[name];
  return found;
}

std::vector<std::string> names_of(const std::map<std::string, int>& found) {
  std::vector<std::string> names;
  for (const auto& [name, count] : found) names.push_back(name);
  return names;
}

spec::KernelSpec pointwise(spec::KindUse generate, DType dtype = DType::float64) {
  return SpecBuilder("k")
      .size("n", "0", "5000")
      .array("x", dtype, std::move(generate), {"n"})
      .output("y", dtype, {"n"})
      .launch({"n"}, {128})
      .build();
}

std::string why_not(const spec::KernelSpec& spec, std::string_view family) {
  const Family& found = find_family(family);
  return found.why_not ? found.why_not(prepare(spec)) : "";
}

}  // namespace

TEST(Families, every_class_that_a_case_reports_is_declared) {
  for (const auto& spec : {test::axpy(), test::csr(), test::stencil(), test::push()})
    for (const auto& family : families()) {
      std::vector<std::string> declared;
      for (const auto& each : family.classes) declared.push_back(each.name);
      for (const auto& [name, count] : classes_in(spec, family.name, 60)) EXPECT_THAT(declared, Contains(name));
    }
}

TEST(Families, a_smaller_size_keeps_the_prefix) {
  const auto spec = pointwise(test::uniform(-10, 10));
  for (const auto& family : families()) {
    Case drawn = draw(spec, 0, family.name, 1, 3);
    drawn.scalars[0] = scalar_from_whole(DType::int32, 1000);
    const auto large = contents<double>(spec, drawn, "x");
    for (const std::int64_t n : {1, 63, 64, 65, 500}) {
      drawn.scalars[0] = scalar_from_whole(DType::int32, n);
      const auto small = contents<double>(spec, drawn, "x");
      EXPECT_EQ(std::memcmp(small.data(), large.data(), small.size() * sizeof(double)), 0) << family.name << " " << n;
    }
  }
}

TEST(Families, arrays_of_one_case_differ_though_their_generators_agree) {
  const auto spec = SpecBuilder("k")
                        .size("n", "1", "5000")
                        .array("x", DType::float64, test::uniform(-1, 1), {"n"})
                        .array("y", DType::float64, test::uniform(-1, 1), {"n"})
                        .output("z", DType::float64, {"n"})
                        .build();
  for (const auto& family : families()) {
    if (!why_not(spec, family.name).empty()) continue;
    Case drawn = draw(spec, 0, family.name, 1, 3);
    drawn.scalars[0] = scalar_from_whole(DType::int32, 1000);
    const auto x = contents<double>(spec, drawn, "x"), y = contents<double>(spec, drawn, "y");
    std::size_t equal = 0;
    for (std::size_t i = 0; i < x.size(); ++i) equal += x[i] == y[i] ? 1 : 0;
    EXPECT_LT(equal, x.size() / 5) << family.name;
  }
}

TEST(Special, draws_only_what_the_bounds_admit) {
  for (const auto& [low, high] :
       {std::pair(-1., 1.), std::pair(0., 1.), std::pair(0.05, 0.2), std::pair(-3.5, -2.25), std::pair(1e300, 1e305)}) {
    const auto spec = pointwise(test::uniform(low, high));
    for (std::uint64_t index = 0; index < 50; ++index) {
      const auto drawn = draw(spec, 0, "special", 1, index);
      for (const double x : contents<double>(spec, drawn, "x")) {
        ASSERT_GE(x, low);
        ASSERT_LT(x, high);
        if (low == 0) {
          ASSERT_FALSE(std::signbit(x)) << "-0 is not from 0 up";
        }
      }
    }
  }
}

TEST(Special, draws_every_class_that_fits_and_reports_it) {
  EXPECT_THAT(names_of(classes_in(pointwise(test::uniform(-10, 10)), "special", 40)),
              testing::UnorderedElementsAre("zero", "one", "end", "subnormal", "border", "tie"));
  EXPECT_THAT(names_of(classes_in(pointwise(test::uniform(0.05, 0.2)), "special", 40)),
              testing::UnorderedElementsAre("end", "tie"));
  EXPECT_THAT(
      names_of(classes_in(pointwise(test::use("indices", {test::whole("below", "n")}), DType::int32), "special", 40)),
      testing::UnorderedElementsAre("zero", "one", "end", "tie", "equal"));
}

TEST(Special, the_classes_it_reports_are_in_the_arrays) {
  const auto spec = pointwise(test::uniform(-10, 10));
  const Generator generator(spec);
  for (std::uint64_t index = 0; index < 60; ++index) {
    const auto drawn = generator.draw(0, "special", 1, index);
    const auto found = generator.classes(drawn);
    const auto reports = [&](const char* name) { return std::ranges::find(found, name) != found.end(); };
    const auto x = contents<double>(spec, drawn, "x");
    const auto ordinary = [&] {
      Case other = drawn;
      other.family = "realistic";
      return contents<double>(spec, other, "x");
    }();
    bool zero = false, subnormal = false, one = false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] == ordinary[i]) continue;
      zero |= x[i] == 0;
      one |= std::fabs(x[i]) == 1;
      subnormal |= x[i] != 0 && std::fabs(x[i]) <= std::numeric_limits<double>::min();
    }
    EXPECT_EQ(zero && !reports("zero") && !reports("border") && !reports("tie"), false);
    EXPECT_GE(zero, reports("zero"));
    EXPECT_EQ(subnormal && !reports("border"), reports("subnormal") && !reports("border"));
    EXPECT_GE(one, reports("one"));
  }
}

TEST(Special, values_beyond_the_bounds_are_for_the_inputs_that_allow_them) {
  auto spec = pointwise(test::uniform(-1, 1));
  const auto holds = [&](auto predicate) {
    int cases = 0;
    for (std::uint64_t index = 0; index < 40; ++index) {
      const auto x = contents<double>(spec, draw(spec, 0, "special", 1, index), "x");
      cases += std::ranges::any_of(x, predicate);
    }
    return cases;
  };
  const auto is_nan = [](double x) { return std::isnan(x); };
  const auto is_inf = [](double x) { return std::isinf(x); };
  EXPECT_EQ(holds(is_nan) + holds(is_inf), 0);
  spec.inputs[1].special = {"nan"};
  EXPECT_GT(holds(is_nan), 5);
  EXPECT_LT(holds(is_nan), 30) << "not in every case, since it hides what else there is";
  EXPECT_EQ(holds(is_inf), 0);
  EXPECT_THAT(names_of(classes_in(spec, "special", 40)), Contains("nan"));
  spec.inputs[1].special = {};
  spec.inputs[1].nothing_special = true;
  EXPECT_EQ(why_not(spec, "special"), "no input is an array whose values are drawn one by one");
}

TEST(Special, whole_numbers_have_tiny_ones_among_them_only_where_the_input_says_so) {
  auto spec = pointwise(test::integers("-100", "100"));
  const auto cases_with_tiny = [&] {
    int cases = 0;
    for (std::uint64_t index = 0; index < 40; ++index)
      cases += std::ranges::any_of(contents<double>(spec, draw(spec, 0, "special", 1, index), "x"),
                                   [](double x) { return x != 0 && std::fabs(x) < 1; })
                   ? 1
                   : 0;
    return cases;
  };
  EXPECT_EQ(cases_with_tiny(), 0);
  spec.inputs[1].special = {"subnormal"};
  EXPECT_GT(cases_with_tiny(), 5);
  EXPECT_THAT(names_of(classes_in(spec, "special", 40)), Contains("subnormal"));
  spec.cuda_options = {"-use_fast_math"};
  EXPECT_EQ(cases_with_tiny(), 0) << "a device that takes them for zero";
}

TEST(Special, a_stated_tolerance_keeps_values_as_the_generator_draws_them) {
  auto spec = pointwise(test::uniform(-1, 1));
  spec.outputs[0].tolerance.form = test::use("rel", {test::number("rel", 1e-12)});
  EXPECT_THAT(why_not(spec, "special"), testing::HasSubstr("a tolerance is stated"));
  spec.inputs[1].special = {"inf"};
  EXPECT_EQ(why_not(spec, "special"), "");
  EXPECT_THAT(names_of(classes_in(spec, "special", 40)), testing::ElementsAre("inf"));
  spec.outputs[0].tolerance.form = test::use("exact");
  spec.inputs[1].special = {};
  EXPECT_EQ(why_not(spec, "special"), "") << "equality holds for all values";
}

TEST(Special, leaves_alone_what_depends_on_its_neighbours) {
  const auto spec = SpecBuilder("k")
                        .size("n", "0", "300")
                        .array("p", DType::int32, test::use("permutation"), {"n"})
                        .output("y", DType::float64, {"n"})
                        .build();
  EXPECT_NE(why_not(spec, "special"), "");
  EXPECT_EQ(why_not(test::csr(), "special"), "");
  const auto drawn = draw(test::csr(), 0, "special", 1, 5);
  const auto start = contents<std::int32_t>(test::csr(), drawn, "start");
  EXPECT_TRUE(std::ranges::is_sorted(start));
}

TEST(Special, some_scalars_are_neutral_or_at_an_end) {
  std::set<double> found;
  for (std::uint64_t index = 0; index < 100; ++index)
    found.insert(real_of(draw(test::axpy(), 0, "special", 1, index).scalars[1]));
  EXPECT_THAT(found, IsSupersetOf({0., 1., -10.}));
  EXPECT_GT(found.size(), 50u) << "most are ordinary";
}

TEST(Exact, sums_and_products_do_not_round) {
  for (const auto& [low, high] :
       {std::pair(-1., 1.), std::pair(0., 1.), std::pair(0.05, 0.2), std::pair(0., 1000.), std::pair(-1e6, 1e6)}) {
    const auto spec = pointwise(test::uniform(low, high), DType::float32);
    for (std::uint64_t index = 0; index < 20; ++index) {
      const auto x = contents<float>(spec, draw(spec, 0, "exact", 1, index), "x");
      double sum = 0;
      float narrow = 0;
      for (const float each : x) {
        ASSERT_GE(each, low);
        ASSERT_LE(each, high);
        sum += static_cast<double>(each);
        narrow += each;
      }
      ASSERT_EQ(sum, static_cast<double>(narrow)) << low << " " << high;
      if (x.size() > 100) {
        EXPECT_GE(std::set<float>(x.begin(), x.end()).size(), 6u);
      }
    }
  }
}

TEST(Exact, scalars_are_multiples_of_a_power_of_two_and_not_neutral) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    const double a = real_of(draw(test::axpy(), 0, "exact", 1, index).scalars[1]);
    EXPECT_EQ(a * 4, std::round(a * 4));
    EXPECT_GT(std::fabs(a), 0.4);
    EXPECT_NE(std::fabs(a), 1);
  }
}

TEST(Exact, needs_floating_point_numbers) {
  EXPECT_THAT(why_not(pointwise(test::integers("0", "5"), DType::int32), "exact"),
              testing::HasSubstr("no array of floating-point numbers"));
  EXPECT_EQ(why_not(test::axpy(), "exact"), "");
}

TEST(Repeat, changes_data_and_parameters_and_keeps_the_sizes) {
  const auto spec = test::axpy();
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto drawn = draw(spec, 0, "repeat", 1, index);
    const auto all = calls(spec, drawn);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0], drawn);
    EXPECT_EQ(all[2], drawn);
    EXPECT_EQ(value_of(spec, all[1], "n"), value_of(spec, drawn, "n"));
    EXPECT_NE(all[1].seed, drawn.seed);
    EXPECT_NE(real_of(all[1].scalars[1]), real_of(drawn.scalars[1]));
    EXPECT_EQ(Generator(spec).why_illegal(all[1]), "");
  }
  EXPECT_EQ(calls(spec, draw(spec, 0, "realistic", 1, 0)).size(), 1u);
}

TEST(Alias, puts_an_output_over_an_input_that_it_may_alias) {
  auto spec = pointwise(test::uniform(-1, 1));
  EXPECT_EQ(why_not(spec, "alias"), "no output says `may_alias:`");
  spec.outputs[0].may_alias = {"x"};
  EXPECT_EQ(why_not(spec, "alias"), "");
  const auto arrays = plan(spec, draw(spec, 0, "alias", 1, 0));
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[1].shares, std::optional<std::size_t>(0));
  EXPECT_FALSE(arrays[0].shares);
  EXPECT_FALSE(plan(spec, draw(spec, 0, "realistic", 1, 0))[1].shares);
}

TEST(Strided, draws_pitches_at_and_above_their_rows) {
  const auto spec = SpecBuilder("k")
                        .size("width", "0", "100")
                        .size("height", "0", "100")
                        .size("pitch", "width", "width + 60")
                        .array("x", DType::float64, test::uniform(0, 1), {"height", "pitch"})
                        .output("y", DType::float64, {"height"})
                        .build();
  EXPECT_EQ(why_not(spec, "strided"), "");
  EXPECT_THAT(why_not(test::stencil(), "strided"), testing::HasSubstr("no size is a pitch"));
  const auto found = classes_in(spec, "strided", 20);
  EXPECT_GE(found.at("padded"), 10);
  EXPECT_GE(found.at("packed"), 3);
}

TEST(Large, crosses_sixteen_bits_where_the_spec_allows_it) {
  EXPECT_THAT(names_of(classes_in(test::axpy(), "large", 10)), IsSupersetOf({"bits16", "square"}));
  EXPECT_THAT(names_of(classes_in(test::stencil(), "large", 10)), Contains("bits16"));
  EXPECT_THAT(why_not(test::axpy("3000"), "large"), testing::HasSubstr("below 65536"));
  const auto bytes = SpecBuilder("k")
                         .size("n", "0", "30000000")
                         .array("x", DType::uint8, test::integers("0", "255"), {"n"})
                         .output("y", DType::uint8, {"n"})
                         .build();
  EXPECT_THAT(names_of(classes_in(bytes, "large", 30)), Contains("bits24"));
}

TEST(Shapes, surrounds_the_constants_of_the_kernel) {
  auto spec = test::axpy();
  spec.source_constants = {777};
  std::set<std::int64_t> sizes;
  for (std::uint64_t index = 0; index < 30; ++index)
    sizes.insert(value_of(spec, draw(spec, 0, "shapes", 1, index), "n"));
  EXPECT_THAT(sizes, IsSupersetOf({776, 777, 778}));
  EXPECT_THAT(names_of(classes_in(spec, "shapes", 30)),
              testing::UnorderedElementsAre("empty", "one", "warp", "block", "blocks", "constant", "largest"));
}

TEST(Shapes, takes_constants_from_the_launch_rule) {
  auto spec = test::axpy();
  spec.launch.threads = {Expression("max(1, min(n, 65_536))")};
  std::set<std::int64_t> sizes;
  for (std::uint64_t index = 0; index < 30; ++index)
    sizes.insert(value_of(spec, draw(spec, 0, "shapes", 1, index), "n"));
  EXPECT_THAT(sizes, IsSupersetOf({65535, 65536, 65537}));
}

TEST(Mandatory, names_what_is_no_class) {
  auto spec = test::axpy();
  spec.mandatory = {{"alias", {}}, {"special.nan", {}}, {"specail", {}}, {"special.nun", {}}, {"repeat.x", {}}};
  std::vector<std::string> messages;
  for (const auto& problem : problems(spec)) messages.push_back(problem.message);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_THAT(messages[0], testing::HasSubstr("'specail' is no family (did you mean 'special'?)"));
  EXPECT_THAT(messages[1], testing::HasSubstr("family 'special' has no class 'nun'; there are: special.zero"));
  EXPECT_THAT(messages[2], testing::HasSubstr("family 'repeat' has no class 'x'; it has none"));
}

}  // namespace kparity::generate
