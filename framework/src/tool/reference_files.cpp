// The name of a file comes from a hash of its machine; what counts is what stands in it.
#include "reference_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/sha256.hpp"

namespace kparity::tool {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int format_number = 1;
constexpr std::string_view prefix = "kparity-reference-";

std::string path_of(const std::string& folder, const bench::Machine& machine) {
  std::string text;
  for (const auto& [key, value] : machine) text += key + "=" + value + "\n";
  return (fs::path(folder) / fmt::format("{}{}.json", prefix, sha256(text).substr(0, 12))).string();
}

bench::StoredReference read(const std::string& path) {
  bench::StoredReference stored;
  try {
    const auto json = Json::parse(read_file(path));
    if (json.at("kparity_reference") != format_number)
      throw InvalidArgument(fmt::format("'{}' is a stored reference of another version", path));
    for (const auto& [key, value] : json.at("machine").items()) stored.machine.emplace_back(key, value);
    for (const auto& run : json.at("runs")) {
      bench::StoredRun one{run.at("date"), {}};
      for (const auto& [name, microseconds] : run.at("median_us").items())
        one.seconds[name] = microseconds.get<double>() * 1e-6;
      stored.runs.push_back(std::move(one));
    }
  } catch (const nlohmann::json::exception& fault) {
    throw InvalidArgument(fmt::format("'{}' is no stored reference of kparity: {}", path, fault.what()));
  }
  return stored;
}

/// What the folder has instead.
std::string why_none(const std::string& folder, const bench::Machine& here) {
  std::string nearest;
  std::size_t fewest = SIZE_MAX;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || entry.path().extension() != ".json") continue;
    const std::string text = bench::difference(here, read(entry.path().string()).machine);
    const auto differences = static_cast<std::size_t>(std::ranges::count(text, ';'));
    if (differences >= fewest) continue;
    fewest = differences;
    nearest = fmt::format("; that of '{}' is another: {}", name, text);
  }
  return fmt::format("'{}' holds no runs of this machine{}; --save-reference adds one", folder, nearest);
}

}  // namespace

result::ReferenceComparison compare_with_folder(const std::string& folder, const result::BenchReport& report,
                                                const bench::ReferenceLimits& limits) {
  const bench::Machine here = bench::machine_of(report);
  const std::string path = path_of(folder, here);
  result::ReferenceComparison comparison;
  if (!fs::exists(path)) {
    comparison.no_reference = why_none(folder, here);
    return comparison;
  }
  const bench::StoredReference stored = read(path);
  if (const std::string text = bench::difference(here, stored.machine); !text.empty()) {  // somebody edited it
    comparison.no_reference = fmt::format("'{}' is of another machine: {}", path, text);
    return comparison;
  }
  comparison = bench::compare_with_stored(report, stored, limits);
  comparison.file = path;
  return comparison;
}

std::string add_to_folder(const std::string& folder, const result::BenchReport& report) {
  bench::StoredReference stored;
  const bench::Machine here = bench::machine_of(report);
  const std::string path = path_of(folder, here);
  if (fs::exists(path)) stored = read(path);
  stored.machine = here;
  stored.runs.push_back(bench::stored_run_of(report));
  Json runs = Json::array(), machine = Json::object();
  for (const auto& [key, value] : stored.machine) machine[key] = value;
  for (const auto& run : stored.runs) {
    Json medians = Json::object();
    for (const auto& [name, seconds] : run.seconds) medians[name] = seconds * 1e6;
    runs.push_back({{"date", run.date}, {"median_us", std::move(medians)}});
  }
  const Json whole = {{"kparity_reference", format_number}, {"machine", machine}, {"runs", runs}};
  const std::string scratch = path + ".part";
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream file(scratch);
  file << whole.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
  file.close();
  if (file) fs::rename(scratch, path, error);
  if (!file || error) throw RuntimeFailure(fmt::format("cannot write '{}'", path));
  return fmt::format("stored in {}: {} run{} of this machine", path, stored.runs.size(),
                     stored.runs.size() == 1 ? "" : "s");
}

}  // namespace kparity::tool
