// The arrays of a case: extents, limits, and what is refused before it is allocated.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scalar.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using test::SpecBuilder;
using testing::HasSubstr;

spec::KernelSpec one_array(const std::vector<std::string>& shape) {
  return SpecBuilder("k")
      .size("n", "0", "9000000000000000000", DType::int64)
      .array("x", DType::float64, test::uniform(0, 1), shape)
      .output("y", DType::float64, {"n"})
      .build();
}

Case with_n(std::int64_t n) {
  return {.family = "shapes", .seed = 1, .scalars = {scalar_from_whole(DType::int64, n)}};
}

std::string refusal(const spec::KernelSpec& spec, std::int64_t n, std::uint64_t limit = default_case_limit) {
  try {
    plan(spec, with_n(n), limit);
    return "";
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

}  // namespace

TEST(Plan, lists_arrays_in_the_order_of_the_signature) {
  const auto spec = SpecBuilder("k")
                        .array("x", DType::float64, test::uniform(0, 1), {"n"})
                        .output("partial", DType::float32, {"2", "n"}, spec::Role::scratch)
                        .array("counter", DType::uint32, test::use("constant", {test::number("value", 0)}), {"1"},
                               spec::Role::scratch)
                        .size("n", "0", "100")
                        .array("y", DType::float64, test::uniform(0, 1), {"n"})
                        .output("y", DType::float64, {"n"})
                        .output("z", DType::int8, {"n", "n + 1"})
                        .build();
  const auto arrays = plan(spec, {.family = "shapes", .seed = 1, .scalars = {scalar_from_whole(DType::int32, 3)}});
  ASSERT_EQ(arrays.size(), 5u);
  const auto describe = [](const ArrayPlan& a) {
    return a.name + (a.is_input ? " in" : "") + (a.is_output ? " out" : "") + (a.is_scratch ? " scratch" : "") + " " +
           std::to_string(a.elements) + " " + std::string(c_name(a.dtype));
  };
  EXPECT_EQ(describe(arrays[0]), "x in 3 double");
  EXPECT_EQ(describe(arrays[1]), "partial scratch 6 float");
  EXPECT_EQ(describe(arrays[2]), "counter in scratch 1 unsigned int");
  EXPECT_EQ(describe(arrays[3]), "y in out 3 double");
  EXPECT_EQ(describe(arrays[4]), "z out 12 signed char");
  EXPECT_EQ(arrays[4].shape, (std::vector<std::int64_t>{3, 4}));
}

TEST(Plan, follows_the_instantiation) {
  EXPECT_EQ(plan(test::push(), draw(test::push(), 0, "shapes", 1, 1)).at(0).dtype, DType::float32);
  EXPECT_EQ(plan(test::push(), draw(test::push(), 1, "shapes", 1, 1)).at(0).dtype, DType::float64);
}

TEST(Plan, refuses_a_negative_extent) {
  EXPECT_EQ(refusal(one_array({"n - 5"}), 3), "k: array 'x' of shape [n - 5] has the negative extent -2");
}

TEST(Plan, refuses_what_overflows) {
  EXPECT_THAT(refusal(one_array({"n*n"}), 9000000000000), HasSubstr("k: array 'x' of shape [n*n]: "));
  EXPECT_EQ(refusal(one_array({"n", "n"}), 9000000000000),
            "k: array 'x' of shape [n, n] has more elements than 64 bits can count");
  EXPECT_THAT(refusal(one_array({"8/n"}), 0), HasSubstr("k: array 'x' of shape [8/n]: "));
}

TEST(Plan, refuses_more_bytes_than_the_limit_before_allocating) {
  EXPECT_EQ(
      refusal(one_array({"n"}), 125000000000),
      "k: array 'x' of shape [n] takes 1000000000000 bytes; the limit for all arrays of a case is 1073741824 bytes");
  EXPECT_EQ(refusal(one_array({"n"}), 10, 159),
            "k: array 'y' of shape [n] takes 80 bytes, 160 bytes with the arrays before it; the limit for all arrays "
            "of a case is 159 bytes");
  EXPECT_EQ(refusal(one_array({"n"}), 10, 160), "");
}

TEST(Plan, an_empty_array_needs_no_room_whatever_its_other_extents) {
  const auto arrays = plan(one_array({"n", "4000000000000000000", "4000000000000000000"}), with_n(0));
  EXPECT_EQ(arrays[0].elements, 0u);
  EXPECT_EQ(arrays[0].shape.size(), 3u);
}

TEST(Fill, refuses_memory_of_another_size_and_pure_outputs) {
  const auto spec = one_array({"n"});
  const auto drawn = with_n(10);
  const auto arrays = plan(spec, drawn);
  std::vector<std::byte> memory(79);
  EXPECT_THROW(fill(spec, drawn, arrays[0], memory), InvalidArgument);
  memory.resize(80);
  EXPECT_NO_THROW(fill(spec, drawn, arrays[0], memory));
  EXPECT_THROW(fill(spec, drawn, arrays[1], memory), InvalidArgument);
}

TEST(Fill, bounds_follow_the_sizes_of_the_case) {
  const auto spec = test::push();
  for (std::uint64_t index = 0; index < 30; ++index) {
    const auto drawn = draw(spec, 0, "realistic", 1, index);
    const auto cells = static_cast<float>(test::value_of(spec, drawn, "cells"));
    for (const float x : test::contents<float>(spec, drawn, "particles.x")) {
      ASSERT_GE(x, 0);
      ASSERT_LT(x, cells);
    }
  }
}

}  // namespace kparity::generate
