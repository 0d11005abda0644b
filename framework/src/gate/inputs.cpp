// Files that people and CI hand to the gate.
#include "inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "states.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

namespace {

constexpr const char* policy_name = "kparity.yaml";

std::vector<std::string> rule_ids() {
  std::vector<std::string> ids;
  for (const Rule& rule : rules()) ids.emplace_back(rule.info.id);
  return ids;
}

/// Why ssh does not accept the signature beside a file, or empty.
std::string why_not_signed(const std::string& file, const std::string& signers) {
  const std::string signature = file + ".sig";
  std::error_code ignored;
  if (!fs::exists(signature, ignored)) return fmt::format("it is not signed: '{}' is missing", signature);
  try {
    const auto found =
        compile::run_process_apart({"ssh-keygen", "-Y", "find-principals", "-s", signature, "-f", signers});
    const std::string principal = found.output.substr(0, found.output.find('\n'));
    if (found.exit_code != 0 || principal.empty()) return fmt::format("its signature is by nobody in '{}'", signers);
    const auto verified = compile::run_process_apart(
        {"ssh-keygen", "-Y", "verify", "-f", signers, "-I", principal, "-n", "kparity", "-s", signature},
        read_file(file));
    return verified.exit_code == 0 ? "" : "its signature does not fit it";
  } catch (const RuntimeFailure& error) {
    return fmt::format("its signature cannot be checked: {}", error.what());
  }
}

struct Reader {
  const GateOptions& options;
  const ScanOptions& scan;
  const spec::GatePolicy& policy;
  Tree& tree;

  void take(const std::string& path) {
    const std::string name = name_below(scan.top, path);
    try {
      Evidence evidence = parse_evidence(read_file(path), name);
      const auto facts = tree.kernels.find(evidence.kernel);
      if (facts == tree.kernels.end()) return;  // of a kernel that is gone
      if (!policy.signers.empty()) evidence.distrust = why_not_signed(path, signers_path());
      const auto [place, is_new] = tree.evidence.try_emplace(evidence.kernel, evidence);
      if (!is_new && is_better(facts->second, evidence, place->second)) place->second = std::move(evidence);
    } catch (const InvalidArgument& error) {
      tree.evidence_problems.push_back({{name, 0, 0}, error.what()});
    }
  }

 private:
  std::string signers_path() const {
    return (fs::path(scan.top) / fs::path(policy.file).parent_path() / policy.signers).lexically_normal().string();
  }

  static bool is_better(const KernelFacts& facts, const Evidence& one, const Evidence& other) {
    const bool fresh = is_fresh(facts, one), other_fresh = is_fresh(facts, other);
    return fresh != other_fresh ? fresh : one.date > other.date;
  }
};

}  // namespace

spec::GatePolicy find_policy(const GateOptions& options, const std::string& top) {
  const auto read = [&](const std::string& path) {
    return spec::read_policy(read_file(path), name_below(top, path), rule_ids());
  };
  if (!options.policy_file.empty()) return read(options.policy_file);
  const fs::path end = fs::path(top).lexically_normal();
  fs::path folder = fs::absolute(options.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  for (;;) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / policy_name, ignored)) return read((folder / policy_name).string());
    if (folder == end || folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
}

void read_evidence(const GateOptions& options, const ScanOptions& scan, const spec::GatePolicy& policy, Tree& tree) {
  Reader reader{options, scan, policy, tree};
  for (const auto& [kernel, facts] : tree.kernels) {
    const fs::path file = fs::path(scan.top) / facts.folder / evidence_name(kernel);
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) reader.take(file.string());
  }
  for (const std::string& folder : options.evidence_folders) {
    if (!fs::is_directory(folder))
      throw FileNotFound(fmt::format("the folder '{}' of evidence does not exist", folder));
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.path().filename().string().ends_with(".evidence.json"))
        reader.take(entry.path().string());
  }
}

std::vector<Fallback> read_fallbacks(const std::string& file, const std::string& top) {
  std::vector<Fallback> fallbacks;
  const std::string text = read_file(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == std::string::npos || second == std::string::npos)
      throw InvalidArgument(fmt::format("'{}' is no list of fallbacks (KPARITY_FALLBACK_LOG): '{}'", file, line));
    Fallback fallback{line.substr(0, first), line.substr(first + 1, second - first - 1), 0};
    std::from_chars(line.data() + second + 1, line.data() + line.size(), fallback.line);
    if (!fallback.file.empty()) fallback.file = name_below(top, fallback.file);
    fallbacks.push_back(std::move(fallback));
  }
  return fallbacks;
}

std::map<std::string, MutantScore> read_mutants(const std::string& file) {
  const auto report = nlohmann::json::parse(read_file(file), nullptr, false);
  if (!report.is_object() || report.value("command", "") != "mutate" || !report.contains("mutants"))
    throw InvalidArgument(fmt::format("'{}' is no report of kparity mutate --format json", file));
  std::map<std::string, MutantScore> scores;
  for (const auto& mutant : report["mutants"]) {
    MutantScore& score = scores[mutant.value("kernel", "")];
    const std::string fate = mutant.value("fate", "");
    score.killed += fate == "killed";
    score.survived += fate == "survived";
  }
  return scores;
}

std::vector<result::HistoryPoint> read_history(const std::string& folder) {
  std::vector<result::HistoryPoint> history;
  if (!fs::is_directory(folder)) throw FileNotFound(fmt::format("the folder '{}' of reports does not exist", folder));
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const auto report = nlohmann::json::parse(read_file(entry.path().string()), nullptr, false);
    if (!report.is_object() || !report.contains("date") || !report.contains("states")) continue;
    result::HistoryPoint point;
    point.date = report["date"].is_string() ? report["date"].get<std::string>() : "";
    for (const auto& [state, count] : report["states"].items())
      if (count.is_number_unsigned()) point.kernels_by_state[state] = count.get<std::uint64_t>();
    history.push_back(std::move(point));
  }
  std::sort(history.begin(), history.end(), [](const auto& a, const auto& b) { return a.date < b.date; });
  return history;
}

}  // namespace kparity::gate
