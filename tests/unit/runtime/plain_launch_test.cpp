// Plain launch rules against the general way: the same shapes and the same errors, whatever the sizes are.
#include "plain_launch.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>

#include "kernels.hpp"
#include "kparity/error.hpp"
#include "kparity/kernel.hpp"

namespace kparity {
namespace {

using detail::plain_launch;
using detail::PlainLaunch;

constexpr std::array all_integers{DType::boolean, DType::char8,   DType::int8,  DType::uint8,
                                  DType::int16,   DType::uint16,  DType::int32, DType::uint32,
                                  DType::long64,  DType::ulong64, DType::int64, DType::uint64};

Parameter scalar(std::string name, DType dtype) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.dtype = dtype;
  return parameter;
}

/// void sized(T n, Extents e), with the fields `double first`, `T n` and `T m` in e.
Signature sized(DType dtype) {
  Parameter extents;
  extents.name = "e";
  extents.kind = ParameterKind::structure;
  extents.struct_name = "Extents";
  extents.fields = {scalar("first", DType::float64), scalar("n", dtype), scalar("m", dtype)};
  return {"sized", {scalar("n", dtype), extents}, "T=" + std::string(c_name(dtype))};
}

Kernel kernel_with(const LaunchRule& rule) {
  KernelDefinition definition;
  definition.name = "sized";
  for (const DType dtype : all_integers) definition.instantiations.push_back(sized(dtype));
  definition.hosts = {test::marking<1>("reference")};
  definition.launch = rule;
  return Kernel(std::move(definition));
}

LaunchRule rule_of(const std::vector<std::string>& threads, std::vector<unsigned> block = {128}) {
  LaunchRule rule;
  for (const std::string& text : threads) rule.threads.emplace_back(text);
  rule.block = std::move(block);
  return rule;
}

/// The same rule, spelled so that it is evaluated.
LaunchRule evaluated(LaunchRule rule) {
  for (Expression& expression : rule.threads) expression = Expression("(" + expression.text() + ")");
  return rule;
}

/// The arguments of a call of `sized`, all three sizes given by their bits.
struct Sizes {
  std::array<std::uint64_t, 3> bits;  // n, e.n, e.m
  alignas(8) std::array<std::byte, 8> n{};
  alignas(8) std::array<std::byte, 24> e{};
  std::array<void*, 2> values{};

  void** place(DType dtype) {
    const std::size_t size = size_of(dtype);
    if (dtype == DType::boolean) {
      for (std::uint64_t& each : bits) each &= 1;
    }
    std::memcpy(n.data(), &bits[0], size);
    std::memcpy(e.data() + 8, &bits[1], size);
    std::memcpy(e.data() + 8 + size, &bits[2], size);
    values = {n.data(), e.data()};
    return values.data();
  }
};

std::string shown(const LaunchShape& shape) {
  std::string text;
  for (const unsigned each : shape.grid) text += std::to_string(each) + " ";
  for (const unsigned each : shape.block) text += std::to_string(each) + " ";
  return text + std::to_string(shape.shared_memory);
}

std::string outcome(const Kernel& kernel, std::size_t instantiation, void** values) {
  try {
    return shown(kernel.launch_shape_erased(instantiation, values));
  } catch (const Error& error) {
    return error.what();
  }
}

/// Sizes at and around every edge, and random ones of every magnitude.
std::vector<std::uint64_t> interesting_sizes() {
  std::vector<std::uint64_t> sizes;
  const auto around = [&](std::uint64_t middle) {
    for (int delta = -2; delta <= 2; ++delta) sizes.push_back(middle + static_cast<std::uint64_t>(delta));
  };
  for (const std::uint64_t edge :
       {std::uint64_t{0}, std::uint64_t{128}, std::uint64_t{65535}, std::uint64_t{65535} * 16, std::uint64_t{INT32_MAX},
        std::uint64_t{UINT32_MAX}, std::uint64_t{INT64_MAX}}) {
    around(edge);
  }
  std::mt19937_64 random(7);
  for (unsigned bits = 1; bits <= 64; ++bits) {
    for (int i = 0; i < 3; ++i) sizes.push_back(random() >> (64 - bits));
  }
  return sizes;
}

std::string plain_outcome(const LaunchRule& rule, const Signature& signature, void** values) {
  const auto shape = detail::shape_of(plain_launch(rule, signature), values);
  return shape ? shown(*shape) : "left to launch_shape()";
}

void expect_same(const LaunchRule& rule) {
  const Kernel plain = kernel_with(rule), general = kernel_with(evaluated(rule));
  const std::vector<std::uint64_t> sizes = interesting_sizes();
  std::mt19937_64 random(11);
  int answered = 0, left = 0;
  for (std::size_t type = 0; type < all_integers.size(); ++type) {
    for (const std::uint64_t size : sizes) {
      Sizes arguments{{size, sizes[random() % sizes.size()], sizes[random() % sizes.size()]}};
      void** const values = arguments.place(all_integers[type]);
      const std::string wanted = outcome(general, type, values);
      ASSERT_EQ(outcome(plain, type, values), wanted) << c_name(all_integers[type]) << ", size " << size;
      const std::string by_itself = plain_outcome(rule, sized(all_integers[type]), values);
      if (by_itself == wanted) {
        ++answered;
      } else {
        ++left;
        ASSERT_EQ(by_itself, "left to launch_shape()") << wanted;
      }
    }
  }
  EXPECT_GT(answered, 100);  // or nothing was compared
  EXPECT_GT(left, 100);
}

TEST(PlainLaunch, gives_what_the_evaluated_rule_gives) {
  for (const unsigned block : {1U, 7U, 128U, 1024U}) expect_same(rule_of({"n"}, {block}));
  expect_same(rule_of({"e.m"}));
}

TEST(PlainLaunch, gives_what_the_evaluated_rule_gives_in_two_and_three_dimensions) {
  expect_same(rule_of({"n", "e.n"}));
  expect_same(rule_of({"e.n", "n"}, {16, 16}));
  expect_same(rule_of({"n", "e.m", "e.n"}, {4, 8, 32}));
  expect_same(rule_of({"n", "n", "n"}, {64}));
}

TEST(PlainLaunch, is_found_where_the_rule_only_names_parameters) {
  const auto rank = [](const LaunchRule& rule) { return plain_launch(rule, sized(DType::int32)).rank; };
  EXPECT_EQ(rank(rule_of({"n"})), 1U);
  EXPECT_EQ(rank(rule_of({"e.n", "e.m"}, {8, 8})), 2U);
  EXPECT_EQ(rank(rule_of({"n", "e.n", "e.m"})), 3U);
  const PlainLaunch plain = plain_launch(rule_of({"e.m"}, {32}), sized(DType::int16));
  EXPECT_EQ(plain.threads[0].parameter, 1U);
  EXPECT_EQ(plain.threads[0].offset, 10U);
  EXPECT_EQ(plain.threads[0].dtype, DType::int16);
  EXPECT_EQ(plain.block[0], 32U);
}

TEST(PlainLaunch, every_other_rule_is_left_to_the_general_way) {
  const auto rank = [](const LaunchRule& rule) { return plain_launch(rule, sized(DType::int32)).rank; };
  EXPECT_EQ(rank(LaunchRule{}), 0U);
  EXPECT_EQ(rank(rule_of({"n+1"})), 0U);
  EXPECT_EQ(rank(rule_of({"-n"})), 0U);
  EXPECT_EQ(rank(rule_of({"5"})), 0U);
  EXPECT_EQ(rank(rule_of({"n", "2*n"})), 0U);
  EXPECT_EQ(rank(rule_of({"n"}, {16, 16})), 0U);  // which every call refuses
  LaunchRule rule = rule_of({"n"});
  rule.shared_memory = Expression("8*n");
  EXPECT_EQ(rank(rule), 0U);
  rule = rule_of({"n"});
  rule.threads_from = first_array();
  EXPECT_EQ(rank(rule), 0U);
}

TEST(PlainLaunch, sizes_that_need_a_judgement_are_left_to_the_general_way) {
  const PlainLaunch plain = plain_launch(rule_of({"n"}), sized(DType::int64));
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-1}, INT64_MIN, std::int64_t{INT32_MAX} + 1, INT64_MAX}) {
    Sizes arguments{{static_cast<std::uint64_t>(n), 0, 0}};
    EXPECT_FALSE(detail::shape_of(plain, arguments.place(DType::int64))) << n;
  }
  Sizes largest{{INT32_MAX, 0, 0}};
  EXPECT_EQ(detail::shape_of(plain, largest.place(DType::int64))->grid[0], 16777216U);
  EXPECT_FALSE(detail::shape_of(PlainLaunch{}, largest.place(DType::int64)));
}

TEST(PlainLaunch, what_a_call_says_about_its_shape_wins_and_a_stream_says_nothing) {
  KernelOptions options;
  options.launch = rule_of({"n"});
  const Kernel kernel = test::axpy_kernel(std::move(options));
  std::vector<double> x(1), y(1);
  const auto shape = [&](const LaunchOptions& with) { return shown(kernel.with(with).launch_shape(2.0, x, y, 1000)); };
  EXPECT_EQ(shape({}), "8 1 1 128 1 1 0");
  EXPECT_EQ(shape({.stream = &x, .check_finite = true}), "8 1 1 128 1 1 0");
  EXPECT_EQ(shape({.block = {64}}), "16 1 1 64 1 1 0");
  EXPECT_EQ(shape({.threads = {64, 3}}), "1 3 1 128 1 1 0");
  EXPECT_EQ(shape({.grid = {3}}), "3 1 1 128 1 1 0");
  EXPECT_EQ(shape({.shared_memory = 16}), "8 1 1 128 1 1 16");
}

}  // namespace
}  // namespace kparity
