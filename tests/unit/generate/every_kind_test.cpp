// The laws that every generator must obey, for every type it serves; and the bytes that tokens stand for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>

#include "hash.hpp"
#include "prepared.hpp"
#include "scalar.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using test::SpecBuilder;

/// One generator with fields that suit the type.
struct KindCase {
  std::string kind;
  DType dtype;
  spec::KindUse use;
  std::uint64_t bytes_hash;  // of 1000 elements with seed 5eed
  bool keeps_prefix = true;
  double low, high;  // of the values
};

void PrintTo(const KindCase& c, std::ostream* out) {
  *out << c.kind << " of " << c_name(c.dtype);
}

std::string test_name(const testing::TestParamInfo<KindCase>& info) {
  return info.param.kind + "_" + std::string(name_of(info.param.dtype)) + "_" + std::to_string(info.index);
}

spec::KernelSpec spec_of(const KindCase& c) {
  return SpecBuilder("k").size("n", "0", "100000").array("x", c.dtype, c.use, {"n"}).build();
}

Case case_of(std::int64_t n, std::uint64_t seed) {
  return {.family = "realistic", .seed = seed, .scalars = {scalar_from_whole(DType::int32, n)}};
}

std::vector<std::byte> bytes_of(const KindCase& c, std::int64_t n, std::uint64_t seed) {
  const auto spec = spec_of(c);
  const auto drawn = case_of(n, seed);
  const auto array = plan(spec, drawn).at(0);
  std::vector<std::byte> bytes(array.elements * size_of(array.dtype), std::byte{0xcd});
  fill(spec, drawn, array, bytes);
  return bytes;
}

double element(const KindCase& c, const std::vector<std::byte>& bytes, std::size_t i) {
  ScalarValue value{.dtype = c.dtype, .bits = 0};
  std::memcpy(&value.bits, bytes.data() + i * size_of(c.dtype), size_of(c.dtype));
  return is_floating(c.dtype) ? real_of(value) : static_cast<double>(whole_of(value));
}

std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
  return hash_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

constexpr double inf = std::numeric_limits<double>::infinity();
const auto number = test::number;

spec::KindUse between(const char* kind, double min, double max) {
  return test::use(kind, {number("min", min), number("max", max)});
}

std::vector<KindCase> kind_cases() {
  using enum DType;
  const auto log_signed =
      test::use("log_uniform", {number("min", 1e-30), number("max", 1e30), test::flag("both_signs", true)});
  const auto normal = test::use("normal", {number("mean", 1000), number("deviation", 2)});
  const auto indices = [](const char* below) { return test::use("indices", {test::whole("below", below)}); };
  const auto offsets = test::use("offsets", {test::whole("total", "5*n")});
  return {
      {"boolean", boolean, test::use("boolean"), 0xf5bf4d1b44d561e8, true, 0, 1},
      {"boolean", uint8, test::use("boolean", {number("probability", 0.1)}), 0xa404c69d2617e4ce, true, 0, 1},
      {"constant", float32, test::use("constant", {number("value", 0.1)}), 0xef2d017503b0e815, true, 0.1f, 0.1f},
      {"constant", int16, test::use("constant", {number("value", -7)}), 0xe83f447743b30325, true, -7, -7},
      {"constant", boolean, test::use("constant", {number("value", 1)}), 0xd8e406b8f018c8ad, true, 1, 1},
      {"distinct", int32, between("distinct", -5000, 100000), 0x4df9ae80319c5a8e, true, -5000, 100000},
      {"distinct", float32, between("distinct", -1, 1), 0x4d11110ca5a48031, true, -1, 1},
      {"distinct", float64, between("distinct", 1e-3, 1e10), 0x12642d114148dd46, true, 1e-3, 1e10},
      {"indices", int32, indices("777"), 0x947199b5578bdfeb, true, 0, 776},
      {"indices", long64, indices("1000000000000"), 0xef8442b82dd4ec23, true, 0, 999999999999.0},
      {"integer", int32, test::integers("-10", "10"), 0x696dd2726f1821f6, true, -10, 10},
      {"integer", int32, test::integers("-2147483648", "2147483647"), 0xaa4cdf8494afadf2, true, -2147483648.0,
       2147483647},
      {"integer", int64, test::integers("-1000000000000", "1000000000000"), 0xb4a1d2de7cce0e3c, true, -1e12, 1e12},
      {"integer", uint64, test::integers("0", "9223372036854775807"), 0xd4877b074d56a394, true, 0, 0x1p63},
      {"integer", int8, test::integers("-128", "127"), 0xfd5b519b51ebbd94, true, -128, 127},
      {"integer", float32, test::integers("-1000", "1000"), 0x8db880bad1f19f19, true, -1000, 1000},
      {"log_uniform", float64, log_signed, 0x984ee8d8ff54eb08, true, -1e30, 1e30},
      {"log_uniform", float32, log_signed, 0x35ac0c35d3d76438, true, -1e30f, 1e30f},
      {"normal", float64, normal, 0xf62b340c6ce54aad, true, 986, 1014},
      {"normal", float32, normal, 0xe2b405127df9bc34, true, 986, 1014},
      {"offsets", int32, offsets, 0x8964cd5030b4b6be, false, 0, inf},
      {"offsets", ulong64, offsets, 0xb054b18eb90462ae, false, 0, inf},
      {"permutation", int32, test::use("permutation"), 0xa1ea6a24b31cddbd, false, 0, inf},
      {"permutation", uint16, test::use("permutation"), 0xc9abc976cf97fca5, false, 0, inf},
      {"sorted", float64, between("sorted", -3, 5), 0xdf61037436d8e21d, false, -3, 5},
      {"sorted", float32, between("sorted", -3, 5), 0x382fd809a4570fa5, false, -3, 5},
      {"sorted", int32, between("sorted", 10, 500), 0x178d512b4951e013, false, 10, 500},
      {"uniform", float64, test::uniform(-1, 1), 0x60aff4a4961e6e6d, true, -1, 0x1.fffffffffffffp-1},
      {"uniform", float32, test::uniform(-1, 1), 0xfbe051d6e1ef2567, true, -1, 0x1.fffffep-1},
      {"uniform", float32, test::uniform(0.1, 0.3), 0x4fdeb9247d5b39e4, true, 0.1, 0.3},
      {"uniform", float64, test::uniform(-1.7e308, 1.7e308), 0x63ffb66e381e18cb, true, -1.7e308, 1.7e308},
  };
}

/// The cases for which a law holds.
template <class Predicate>
std::vector<KindCase> kind_cases_that(Predicate predicate) {
  auto cases = kind_cases();
  std::erase_if(cases, [&](const KindCase& c) { return !predicate(c); });
  return cases;
}

class EveryKind : public testing::TestWithParam<KindCase> {};
class KindWithPrefix : public EveryKind {};
class KindOfManyValues : public EveryKind {};
class KindForScalars : public EveryKind {};

TEST_P(EveryKind, same_seed_gives_the_same_bytes) {
  EXPECT_EQ(bytes_of(GetParam(), 1000, 5), bytes_of(GetParam(), 1000, 5));
}

TEST_P(KindOfManyValues, another_seed_gives_other_values) {
  EXPECT_NE(bytes_of(GetParam(), 1000, 5), bytes_of(GetParam(), 1000, 6));
}

TEST_P(EveryKind, bytes_are_pinned) {
  EXPECT_EQ(hash_of(bytes_of(GetParam(), 1000, 0x5eed)), GetParam().bytes_hash);
}

TEST_P(KindWithPrefix, a_smaller_size_keeps_the_prefix) {
  const auto all = bytes_of(GetParam(), 1000, 9);
  for (const std::int64_t n : {0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 256, 999}) {
    const auto some = bytes_of(GetParam(), n, 9);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << n;
  }
}

TEST_P(EveryKind, all_values_are_legal) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto bytes = bytes_of(GetParam(), 10000, seed);
    for (std::size_t i = 0; i < 10000; ++i) {
      ASSERT_GE(element(GetParam(), bytes, i), GetParam().low) << i;
      ASSERT_LE(element(GetParam(), bytes, i), GetParam().high) << i;
    }
  }
}

TEST_P(EveryKind, memory_of_any_alignment_gets_the_same_bytes) {
  const auto spec = spec_of(GetParam());
  const auto drawn = case_of(100, 4);
  const auto array = plan(spec, drawn).at(0);
  const auto aligned = bytes_of(GetParam(), 100, 4);
  std::vector<std::byte> room(aligned.size() + 1);
  fill(spec, drawn, array, std::span(room).subspan(1));
  EXPECT_TRUE(std::equal(aligned.begin(), aligned.end(), room.begin() + 1));
}

TEST_P(KindOfManyValues, another_argument_gets_other_values) {
  const auto spec = SpecBuilder("k")
                        .size("n", "0", "100000")
                        .array("x", GetParam().dtype, GetParam().use, {"n"})
                        .array("y", GetParam().dtype, GetParam().use, {"n"})
                        .build();
  const auto drawn = case_of(1000, 4);
  const auto arrays = plan(spec, drawn);
  std::vector<std::byte> x(1000 * size_of(GetParam().dtype)), y(x.size());
  fill(spec, drawn, arrays[0], x);
  fill(spec, drawn, arrays[1], y);
  EXPECT_NE(x, y);
}

TEST_P(KindForScalars, every_draw_and_every_shrink_is_legal_and_survives_its_token) {
  const auto spec = SpecBuilder("k").scalar("a", GetParam().dtype, GetParam().use).build();
  const Generator generator(spec);
  for (std::uint64_t index = 0; index < 50; ++index) {
    const auto drawn = generator.draw(0, "realistic", 3, index);
    ASSERT_EQ(generator.why_illegal(drawn), "");
    ASSERT_EQ(parse_token(spec, token(spec, drawn)).drawn, drawn) << token(spec, drawn);
    for (const auto& simpler : generator.shrinks(drawn)) {
      ASSERT_EQ(generator.why_illegal(simpler), "") << token(spec, simpler);
      ASSERT_EQ(parse_token(spec, token(spec, simpler)).drawn, simpler) << token(spec, simpler);
    }
  }
}

TEST_P(EveryKind, its_rule_lists_the_fields_in_use) {
  const auto rules = generator_rules();
  const auto rule = std::ranges::find(rules, GetParam().kind, &spec::KindRule::name);
  ASSERT_NE(rule, rules.end());
  EXPECT_FALSE(rule->doc.empty());
  for (const auto& field : GetParam().use.fields) {
    EXPECT_NE(std::ranges::find(rule->fields, field.name, &spec::FieldRule::name), rule->fields.end()) << field.name;
  }
  const Kind& kind = find_kind(GetParam().kind);
  EXPECT_EQ(rule->for_scalars || kind.independent, kind.range != nullptr);
  EXPECT_TRUE(is_floating(GetParam().dtype)        ? rule->for_floats
              : GetParam().dtype == DType::boolean ? rule->for_booleans
                                                   : rule->for_integers);
}

bool keeps_prefix(const KindCase& c) {
  return c.keeps_prefix;
}
bool has_many_values(const KindCase& c) {
  return c.kind != "constant";
}
bool serves_scalars(const KindCase& c) {
  return find_kind(c.kind).rule.for_scalars;
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind, testing::ValuesIn(kind_cases()), test_name);
INSTANTIATE_TEST_SUITE_P(Kinds, KindWithPrefix, testing::ValuesIn(kind_cases_that(keeps_prefix)), test_name);
INSTANTIATE_TEST_SUITE_P(Kinds, KindOfManyValues, testing::ValuesIn(kind_cases_that(has_many_values)), test_name);
INSTANTIATE_TEST_SUITE_P(Kinds, KindForScalars, testing::ValuesIn(kind_cases_that(serves_scalars)), test_name);

TEST(EveryKindIsTested, by_the_cases_above) {
  for (const auto& rule : generator_rules()) {
    EXPECT_TRUE(std::ranges::any_of(kind_cases(), [&](const KindCase& c) { return c.kind == rule.name; })) << rule.name;
  }
}

}  // namespace

}  // namespace kparity::generate
