// The JSON report reads back, keeps its order, and survives numbers and bytes that JSON has no words for.
#include <gmock/gmock.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "values.hpp"

namespace kparity::report {
namespace {

using Json = nlohmann::ordered_json;
using testing::StartsWith;

Json parsed(const result::Report& report, const Style& style = {}) {
  return Json::parse(written("json", report, style));
}

TEST(Json, begins_with_schema_and_tool_in_a_fixed_order) {
  EXPECT_THAT(written("json", report_of({})), StartsWith(R"({
  "schema": 1,
  "tool": "kparity",
  "version": "0.1.0",
  "command": "check",
  "seed": 1,
  "cases": 200,
  "seconds": 3.21,
  "strict": false,
  "exit_code": 4,
  "counts": {},
  "warnings": [],
  "overrides": [],
  "outcomes": [])"));
}

TEST(Json, has_every_field_of_an_outcome) {
  auto with_inputs = failed();
  with_inputs.inputs = {{"x", {2}, {"0.5", "2"}}};
  const Json outcome = parsed(report_of({with_inputs}))["outcomes"][0];
  std::string keys;
  for (const auto& item : outcome.items()) keys += item.key() + " ";
  EXPECT_EQ(keys,
            "id kernel check implementation place verdict red reason details comparisons rules properties cases pinned "
            "families "
            "compared used token "
            "first_token shrink_steps inputs likely same_every_time replay saved file seconds ");
  EXPECT_EQ(outcome["id"], "axpy.parity.cuda");
  EXPECT_EQ(outcome["verdict"], "fail");
  EXPECT_EQ(outcome["red"], true);
  EXPECT_EQ(outcome["token"], failed().token);
  EXPECT_EQ(outcome["shrink_steps"], 9);
  EXPECT_EQ(outcome["inputs"], Json::parse(R"({"x": ["0.5", "2"]})"));
}

TEST(Json, counts_the_cases_of_every_family_and_class) {
  const Json outcome = parsed(report_of({covered()}))["outcomes"][0];
  EXPECT_EQ(outcome["pinned"], 2);
  EXPECT_EQ(outcome["families"], Json::parse(R"([
    {"family": "alias", "cases": 0, "outside": 0, "classes": {}, "why_not": "no output says `may_alias:`"},
    {"family": "special", "cases": 40, "outside": 3, "classes": {"nan": 12, "zero": 30}, "why_not": ""}])"));
}

TEST(Json, has_every_field_of_a_comparison_and_a_mismatch) {
  const Json comparison = parsed(report_of({failed()}))["outcomes"][0]["comparisons"][0];
  EXPECT_EQ(comparison["shape"], Json::parse("[129]"));
  EXPECT_EQ(comparison["mismatches"], 1);
  EXPECT_EQ(comparison["agrees"], false);
  EXPECT_EQ(comparison["first"]["got_bits"], "0x3fd0000000000000");
  EXPECT_EQ(comparison["first"]["note"], "its initial value");
  EXPECT_EQ(comparison["worst"]["difference"], 0.09375);
}

TEST(Json, has_the_rules_of_an_outcome_and_the_ledger_of_overrides) {
  const auto json = parsed(report_of({judged_by_rules(), judged_by_rules()}));
  EXPECT_EQ(json["outcomes"][0]["rules"][1],
            Json::parse(R"({"output": "z", "text": "rel 1e-12", "reason": "a table of six digits", "override": true,
                            "used": 0.5, "judged": 200})"));
  EXPECT_EQ(json["overrides"],
            Json::parse(R"([{"output": "axpy.z", "tolerance": "rel 1e-12; a table of six digits"}])"));
}

TEST(Json, absent_mismatches_are_null) {
  auto outcome = failed();
  outcome.comparisons[0].first.reset();
  EXPECT_TRUE(parsed(report_of({outcome}))["outcomes"][0]["comparisons"][0]["first"].is_null());
}

TEST(Json, infinities_and_nan_are_strings) {
  auto outcome = failed();
  outcome.used = std::numeric_limits<double>::infinity();
  outcome.comparisons[0].first->difference = std::numeric_limits<double>::quiet_NaN();
  outcome.comparisons[0].first->used = -std::numeric_limits<double>::infinity();
  const Json json = parsed(report_of({outcome}))["outcomes"][0];
  EXPECT_EQ(json["used"], "inf");
  EXPECT_EQ(json["comparisons"][0]["first"]["difference"], "nan");
  EXPECT_EQ(json["comparisons"][0]["first"]["used"], "-inf");
}

TEST(Json, broken_text_is_repaired) {
  auto outcome = failed();
  outcome.details = {"a\xff\x01z"};
  EXPECT_EQ(parsed(report_of({outcome}))["outcomes"][0]["details"][0], "a\xEF\xBF\xBD\x01z");
}

TEST(Json, counts_and_exit_code_follow_strictness) {
  const auto report = report_of({passed(), passed(), skipped("axpy")});
  EXPECT_EQ(parsed(report)["counts"].dump(), R"({"pass":2,"skipped":1})");
  EXPECT_EQ(parsed(report)["exit_code"], 0);
  EXPECT_EQ(parsed(report, {.strict = true})["exit_code"], 1);
  EXPECT_EQ(parsed(report, {.strict = true})["outcomes"][2]["red"], true);
}

TEST(Json, keeps_all_digits_of_a_seed) {
  auto report = report_of({});
  report.seed = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(parsed(report)["seed"].get<std::uint64_t>(), report.seed);
}

}  // namespace
}  // namespace kparity::report
