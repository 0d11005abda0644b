// The second shrinker on made-up faults: which elements it leaves, what it says of them, and that it stops.
#include "simplify.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Simplify : public testing::Test {
 protected:
  generate::Case drawn_with(int n, const std::string& family = "realistic") {
    return generate::parse_token(spec_, "scale:n=" + std::to_string(n) + ",a=3,family=" + family + ",seed=5").drawn;
  }
  std::vector<int> contents(const generate::Case& drawn) {
    for (const auto& array : generator_.plan(drawn)) {
      if (array.name != "x") continue;
      std::vector<int> x(array.elements);
      generator_.fill(drawn, array, std::as_writable_bytes(std::span(x)));
      return x;
    }
    return {};
  }
  Simplified simplified(const generate::Case& drawn, const std::function<bool(const std::vector<int>&)>& is_wrong) {
    return simplify_values(generator_, drawn, [&](const generate::Case& changed) {
      ++calls_;
      return is_wrong(contents(changed));
    });
  }

  const spec::KernelSpec spec_ = scale_spec();
  const generate::Generator generator_{spec_};
  unsigned calls_ = 0;
};

TEST_F(Simplify, finds_the_one_element_that_matters) {
  const auto result = simplified(drawn_with(100), [](const auto& x) { return x[17] > 1 || x[17] < 0; });
  EXPECT_THAT(result.facts, ElementsAre("of x only [17] matters: it fails with the other 99 set to 0"));
  const auto x = contents(result.drawn);
  EXPECT_EQ(x[17], 2);
  EXPECT_EQ(std::ranges::count(x, 0), 99);
  EXPECT_EQ(generate::parse_token(spec_, generate::token(spec_, result.drawn)).drawn, result.drawn);
}

TEST_F(Simplify, finds_two_elements_that_matter_together) {
  const auto result = simplified(drawn_with(64), [](const auto& x) { return x[3] != 0 && x[40] != 0; });
  EXPECT_THAT(result.facts, ElementsAre("the values of x do not matter: it fails with all set to 1"));
  const auto other = simplified(drawn_with(64), [](const auto& x) { return x[3] > x[40] + 1 || x[40] > x[3] + 1; });
  ASSERT_EQ(other.facts.size(), 1u);
  EXPECT_THAT(other.facts[0], HasSubstr("of x only ["));
}

TEST_F(Simplify, says_that_values_do_not_matter) {
  const auto result = simplified(drawn_with(100), [](const auto&) { return true; });
  EXPECT_THAT(result.facts, ElementsAre("the values of x do not matter: it fails with all set to 0"));
  EXPECT_EQ(calls_, 1u);
}

TEST_F(Simplify, leaves_a_case_alone_that_needs_all_its_values) {
  const generate::Case drawn = drawn_with(100);
  const auto before = contents(drawn);
  const auto result = simplified(drawn, [&](const auto& x) { return x == before; });
  EXPECT_EQ(result.drawn, drawn);
  EXPECT_THAT(result.facts, IsEmpty());
  EXPECT_LE(calls_, 400u);
}

TEST_F(Simplify, keeps_values_that_would_need_many_edits) {
  const generate::Case drawn = drawn_with(200);
  const auto before = contents(drawn);
  const auto result = simplified(drawn, [&](const auto& x) {
    for (std::size_t i = 0; i < x.size(); i += 2)
      if (x[i] != before[i]) return false;
    return true;
  });
  EXPECT_THAT(result.drawn.edits, IsEmpty());
  EXPECT_EQ(result.steps, 0u);
}

TEST_F(Simplify, leaves_cases_of_several_calls_alone) {
  const auto result = simplified(drawn_with(100, "repeat"), [](const auto&) { return true; });
  EXPECT_THAT(result.drawn.edits, IsEmpty());
  EXPECT_EQ(calls_, 0u);
}

}  // namespace
}  // namespace kparity::parity
