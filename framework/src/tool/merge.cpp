// `kparity merge`: puts the JSON reports of the parts of one run together, and refuses what would not be the whole run.
#include <fmt/format.h>

#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "options.hpp"
#include "verbs.hpp"

namespace kparity::tool {

namespace {

using Json = nlohmann::ordered_json;

constexpr int has_holes = 3;

struct MergeArguments {
  std::vector<std::string> files;
  std::string output;
  bool partial = false;
};

Json read_part(const std::string& file) {
  Json part = Json::parse(read_file(file), nullptr, false);
  const bool is_part = part.is_object() && part.contains("outcomes") && part.contains("shard") &&
                       part["shard"].is_object() && part["shard"].contains("plan");
  if (!is_part)
    throw InvalidArgument(fmt::format(
        "'{}' is no report of a part: kparity check --shard I/N --format json --output FILE writes them", file));
  return part;
}

/// What all parts must have in common.
void refuse_other_runs(const std::string& first, const Json& a, const std::string& second, const Json& b) {
  if (a["shard"]["plan"] != b["shard"]["plan"])
    throw InvalidArgument(
        fmt::format("'{}' and '{}' are of different runs: kernels, checks or sources differ", first, second));
  for (const char* key : {"version", "seed", "cases", "strict"})
    if (a[key] != b[key])
      throw InvalidArgument(fmt::format("'{}' and '{}' are of different runs: {} is {} and {}", first, second, key,
                                        a[key].dump(), b[key].dump()));
}

struct Merged {
  Json report;
  std::vector<std::string> missing;
};

Merged merge(const MergeArguments& arguments) {
  std::map<std::string, Json> outcomes;
  std::map<std::string, std::string> file_of;
  Merged merged;
  double seconds = 0;
  for (const std::string& file : arguments.files) {
    Json part = read_part(file);
    if (merged.report.is_null()) {
      merged.report = part;
    } else {
      refuse_other_runs(arguments.files.front(), merged.report, file, part);
    }
    seconds += part["seconds"].is_number() ? part["seconds"].get<double>() : 0;
    for (Json& outcome : part["outcomes"]) {
      const std::string id = outcome.at("id");
      if (const auto [other, is_new] = file_of.emplace(id, file); !is_new)
        throw InvalidArgument(fmt::format("'{}' is in '{}' and in '{}'", id, other->second, file));
      outcomes.emplace(id, std::move(outcome));
    }
  }
  Json all = Json::array();
  std::set<std::string> planned;
  for (const Json& id : merged.report["shard"]["planned"]) {
    planned.insert(id.get<std::string>());
    const auto found = outcomes.find(id);
    if (found == outcomes.end()) {
      merged.missing.push_back(id);
    } else {
      all.push_back(found->second);
    }
  }
  for (const auto& [id, file] : file_of)
    if (!planned.contains(id)) throw InvalidArgument(fmt::format("'{}' of '{}' is not part of the run", id, file));
  merged.report["seconds"] = seconds;
  merged.report["outcomes"] = std::move(all);
  return merged;
}

/// What of a report follows from its outcomes.
void count(Json& report) {
  Json counts = Json::object(), overrides = Json::array();
  bool red = false, ran = false;
  for (const Json& outcome : report["outcomes"]) {
    const std::string verdict = outcome.at("verdict");
    counts[verdict] = counts.value(verdict, 0) + 1;
    red = red || outcome.at("red").get<bool>();
    ran = ran || (verdict != "skipped" && verdict != "unchecked");
    for (const Json& rule : outcome.at("rules")) {
      if (!rule.at("override").get<bool>()) continue;
      const std::string reason = rule.at("reason");
      Json entry{{"output",
                  fmt::format("{}.{}", outcome.at("kernel").get<std::string>(), rule.at("output").get<std::string>())},
                 {"tolerance", rule.at("text").get<std::string>() + (reason.empty() ? "" : "; " + reason)}};
      if (std::find(overrides.begin(), overrides.end(), entry) == overrides.end()) overrides.push_back(entry);
    }
  }
  report["counts"] = std::move(counts);
  report["overrides"] = std::move(overrides);
  report["exit_code"] = red ? 1 : ran ? 0 : 4;
}

int run(const MergeArguments& arguments) {
  OutputOptions options;
  options.file = arguments.output;
  Output output(options);
  Merged merged = merge(arguments);
  if (!merged.missing.empty() && !arguments.partial) {
    std::string message =
        fmt::format("{} of {} checks are in no part:", merged.missing.size(), merged.report["shard"]["planned"].size());
    for (const auto& id : merged.missing) message += "\n  " + id;
    throw InvalidArgument(message + "\n  (--partial merges what there is and exits with 3)");
  }
  count(merged.report);
  merged.report.erase("shard");
  if (!merged.missing.empty()) {
    merged.report["missing"] = merged.missing;
    merged.report["exit_code"] = has_holes;
    std::cerr << fmt::format("kparity: {} checks are missing\n", merged.missing.size());
  }
  const int code = merged.report["exit_code"];
  output.stream() << merged.report.dump(2) << '\n';
  output.close();
  return code;
}

}  // namespace

void add_merge(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<MergeArguments>();
  auto* verb = app.add_subcommand("merge", "put the reports of the parts of a run together");
  verb->add_option("reports", arguments->files, "what kparity check --shard --format json wrote")->required();
  verb->add_option("--output", arguments->output, "write to this file instead of standard output");
  verb->add_flag("--partial", arguments->partial, "merge although parts are missing, name them, and exit with 3");
  verb->callback([arguments, context] { *context.action = [arguments] { return run(*arguments); }; });
}

}  // namespace kparity::tool
