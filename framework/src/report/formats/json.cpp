// For programs: every field of every outcome in a fixed order. Numbers that JSON has no words for are the strings
// "nan", "inf" and "-inf"; broken UTF-8 is replaced. `schema` grows when a field changes its meaning or goes away.
#include <cmath>
#include <nlohmann/json.hpp>

#include "kparity/report/report.hpp"
#include "plain_text.hpp"

namespace kparity::report::writers {

namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json json_of(const std::optional<result::Mismatch>& mismatch) {
  if (!mismatch) return nullptr;
  return {{"index", mismatch->index},
          {"position", mismatch->position},
          {"expected", mismatch->expected},
          {"got", mismatch->got},
          {"expected_bits", mismatch->expected_bits},
          {"got_bits", mismatch->got_bits},
          {"difference", number(mismatch->difference)},
          {"ulps", number(mismatch->ulps)},
          {"bound", mismatch->bound},
          {"used", number(mismatch->used)},
          {"note", mismatch->note},
          {"thread", mismatch->thread}};
}

Json json_of(const result::Comparison& comparison) {
  return {{"output", comparison.output},
          {"agrees", comparison.agrees()},
          {"rule", comparison.rule},
          {"shape", comparison.shape},
          {"elements", comparison.elements},
          {"compared", comparison.compared},
          {"mismatches", comparison.mismatches},
          {"explainable", comparison.explainable},
          {"used", number(comparison.used)},
          {"first", json_of(comparison.first)},
          {"worst", json_of(comparison.worst)},
          {"pattern", comparison.pattern},
          {"pattern_before", comparison.pattern_before},
          {"whole", comparison.whole},
          {"all_expected", comparison.all_expected},
          {"all_got", comparison.all_got}};
}

Json json_of(const result::Rule& rule) {
  return {{"output", rule.output},        {"text", rule.text},         {"reason", rule.reason},
          {"override", rule.is_override}, {"used", number(rule.used)}, {"judged", rule.judged}};
}

Json json_of(const result::FamilyCases& family) {
  Json classes = Json::object();
  for (const result::Drawn& each : family.classes) classes[each.name] = each.cases;
  return {{"family", family.family},
          {"cases", family.cases},
          {"outside", family.outside},
          {"classes", std::move(classes)},
          {"why_not", family.why_not}};
}

Json json_of(const result::Outcome& outcome, bool strict) {
  Json families = Json::array();
  for (const result::FamilyCases& family : outcome.families) families.push_back(json_of(family));
  Json inputs = Json::object();
  for (const result::ShownArray& input : outcome.inputs) inputs[input.name] = input.values;
  Json rules = Json::array();
  for (const result::Rule& rule : outcome.rules) rules.push_back(json_of(rule));
  Json properties = Json::array();
  for (const result::Property& property : outcome.properties)
    properties.push_back({{"property", property.text}, {"cases", property.cases}});
  Json comparisons = Json::array();
  for (const result::Comparison& comparison : outcome.comparisons) comparisons.push_back(json_of(comparison));
  return {{"id", result::id_of(outcome)},
          {"kernel", outcome.kernel},
          {"check", outcome.check},
          {"implementation", outcome.implementation},
          {"place", outcome.place},
          {"verdict", result::name_of(outcome.verdict)},
          {"red", result::is_red(outcome.verdict, strict)},
          {"reason", outcome.reason},
          {"details", outcome.details},
          {"comparisons", std::move(comparisons)},
          {"rules", std::move(rules)},
          {"properties", std::move(properties)},
          {"cases", outcome.cases},
          {"pinned", outcome.pinned},
          {"families", std::move(families)},
          {"compared", outcome.compared},
          {"used", number(outcome.used)},
          {"token", outcome.token},
          {"first_token", outcome.first_token},
          {"shrink_steps", outcome.shrink_steps},
          {"inputs", std::move(inputs)},
          {"likely", outcome.likely},
          {"same_every_time", outcome.same_every_time},
          {"replay", outcome.replay},
          {"saved", outcome.saved},
          {"file", outcome.file},
          {"seconds", number(outcome.seconds)}};
}

/// How often each verdict came, in the order of the table; those that did not come are left out.
Json counts_of(const result::Report& report) {
  Json counts = Json::object();
  for (const result::VerdictInfo& info : result::verdict_table()) {
    const auto count = std::ranges::count(report.outcomes, info.verdict, &result::Outcome::verdict);
    if (count > 0) counts[std::string(info.name)] = count;
  }
  return counts;
}

Json overrides_as_json(const result::Report& report) {
  Json overrides = Json::array();
  for (const Override& override : overrides_of(report.outcomes))
    overrides.push_back({{"output", override.output}, {"tolerance", override.text}});
  return overrides;
}

void write(const result::Report& report, const Style& style, std::ostream& out) {
  Json outcomes = Json::array();
  for (const result::Outcome& outcome : report.outcomes) outcomes.push_back(json_of(outcome, style.strict));
  const Json whole = {{"schema", schema_version},
                      {"tool", "kparity"},
                      {"version", report.version},
                      {"command", report.command},
                      {"seed", report.seed},
                      {"cases", report.cases},
                      {"seconds", number(report.seconds)},
                      {"strict", style.strict},
                      {"exit_code", result::exit_code(report, style.strict)},
                      {"counts", counts_of(report)},
                      {"warnings", report.warnings},
                      {"overrides", overrides_as_json(report)},
                      {"outcomes", std::move(outcomes)}};
  out << whole.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace

Format json() {
  return {"json", "For programs: every field of every outcome, schema version 1.", write};
}

}  // namespace kparity::report::writers
