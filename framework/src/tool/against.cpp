// The base is unpacked beside the head by `git archive`, so that neither the working tree nor the index is touched. All
// processes are this program, with one environment after the other a little longer: where a process puts its stack and
// heap is then another each time.
#include "against.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"

namespace kparity::tool {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

/// What `git` prints. Throws InvalidArgument with its words if it fails.
std::string git(const std::string& folder, Words words) {
  words.insert(words.begin(), {"git", "-C", folder});
  const auto ran = compile::run_process(words);
  if (ran.exit_code != 0)
    throw InvalidArgument(fmt::format("--against needs the history of '{}': {}", folder, trimmed(ran.output)));
  return trimmed(ran.output);
}

/// A folder that goes away with everything in it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "kparity-against-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw RuntimeFailure("cannot make a folder for the other revision");
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Unpacks a revision of the repository around `root` and returns where `root` is in it.
std::string unpack(const std::string& root, const std::string& commit, const fs::path& to) {
  const std::string top = git(root, {"rev-parse", "--show-toplevel"});
  const std::string inside = git(root, {"rev-parse", "--show-prefix"});
  const std::string archive = (to / "base.tar").string(), tree = (to / "base").string();
  git(top, {"archive", "--format=tar", "-o", archive, commit});
  fs::create_directories(tree);
  const auto unpacked = compile::run_process({"tar", "-xf", archive, "-C", tree});
  if (unpacked.exit_code != 0) throw RuntimeFailure("cannot unpack the other revision: " + trimmed(unpacked.output));
  fs::remove(archive);
  const fs::path base = fs::path(tree) / inside;
  if (!fs::is_directory(base))
    throw InvalidArgument(fmt::format("--against: revision {} has no folder '{}'", commit.substr(0, 12), inside));
  return base.string();
}

/// "axpy/impl:openmp/cache:cold/what:kernel/n:1" without the cache, which is no part of what was asked for.
std::string name_without_cache(const std::string& name) {
  const auto at = name.find("/cache:");
  if (at == std::string::npos) return name;
  return name.substr(0, at) + name.substr(std::min(name.find('/', at + 1), name.size()));
}

bool is_of_kernel(const std::string& name) {
  return name.find("/what:kernel") != std::string::npos;
}

void add_controls(const nlohmann::json& roofs, bench::ArmTimes& times) {
  for (const auto& roof : roofs) {
    const std::string place = roof.at("place");
    const auto add = [&](const std::string& name, const nlohmann::json& rate) {
      if (rate.is_number() && rate.get<double>() > 0)
        times.controls[fmt::format("{} {}", place, name)] = 1 / rate.get<double>();
    };
    add("bytes", roof.at("bytes_per_second"));
    for (const auto& [type, rate] : roof.at("flops_per_second").items()) add(type, rate);
  }
}

std::string only_kernels(const std::string& name) {
  return name.substr(0, name.find('/'));
}

}  // namespace

bench::ArmTimes arm_times_of(const std::string& text) {
  bench::ArmTimes times;
  try {
    const auto json = nlohmann::json::parse(text);
    for (const auto& row : json.at("benchmarks")) {
      const std::string name = row.at("run_name");
      if (is_of_kernel(name))
        times.rows[name_without_cache(name)] = row.at("kparity").at("median").get<double>() * 1e-6;
    }
    for (const auto& row : json.at("kparity").at("rows_without_time")) {
      const std::string state = row.at("state"), reason = row.at("reason");
      times.without_time[name_without_cache(row.at("name"))] = fmt::format("{}: {}", state, reason);
    }
    add_controls(json.at("kparity").at("roofs"), times);
  } catch (const nlohmann::json::exception& fault) {
    throw RuntimeFailure(fmt::format("a process of the comparison wrote no JSON of a benchmark: {}", fault.what()));
  }
  return times;
}

std::map<std::string, double> statics_of(const std::string& text) {
  std::map<std::string, double> all;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.contains("kparity") || !json["kparity"].contains("statics")) return all;
  for (const auto& facts : json["kparity"]["statics"]) {
    const std::string kernel = facts.value("kernel", ""), types = facts.value("types", "");
    const std::string who =
        fmt::format("{}{}{} {}", kernel, types.empty() ? "" : " ", types, facts.value("architecture", ""));
    for (const char* what : {"registers", "local_memory", "shared_memory", "code_size"})
      if (facts.contains(what)) all[who + ": " + what] = facts[what].get<double>();
  }
  for (const auto& row : json.value("benchmarks", nlohmann::json::array()))
    if (row.contains("kparity") && row["kparity"].value("instructions", nlohmann::json()).is_number())
      all[name_without_cache(row.value("name", "")) + ": instructions"] = row["kparity"]["instructions"].get<double>();
  return all;
}

/// Counts of instructions depend a little on addresses; what the compiler says does not.
bool is_changed(const std::string& name, double before, double after) {
  return name.ends_with(": instructions") ? std::fabs(after - before) > 0.01 * before + 100 : after != before;
}

std::vector<std::string> static_changes(const std::map<std::string, double>& base,
                                        const std::map<std::string, double>& head) {
  std::vector<std::string> changes;
  for (const auto& [name, before] : base)
    if (const auto after = head.find(name); after != head.end() && is_changed(name, before, after->second))
      changes.push_back(fmt::format("{} {:g} -> {:g}", name, before, after->second));
  return changes;
}

result::ChangeReport compare_with_revision(const AgainstRequest& request,
                                           const std::function<void(const std::string&)>& told) {
  const std::string commit = git(request.root, {"rev-parse", "--verify", "--quiet", request.revision + "^{commit}"});
  const std::string head = git(request.root, {"describe", "--always", "--dirty"});
  const Scratch scratch;
  const std::string base_root = unpack(request.root, commit, scratch.path());
  const std::string files = (scratch.path() / "files").string();
  const std::string program = request.program.empty() ? fs::read_symlink("/proc/self/exe").string() : request.program;
  std::size_t process = 0;
  std::map<std::string, double> base_statics, head_statics;
  const auto measure = [&](bench::Arm arm, const Words& only) {
    std::set<std::string> kernels(request.kernels.begin(), request.kernels.end());
    if (!only.empty()) {
      kernels.clear();
      for (const auto& name : only) kernels.insert(only_kernels(name));
    }
    Words words{"env", "BENCH_PADDING=" + std::string(process++ * 61 % 997, 'x'), program};
    words.insert(words.end(), {"bench", arm == bench::Arm::head ? request.root : base_root});
    words.insert(words.end(), kernels.begin(), kernels.end());
    words.insert(words.end(), request.arguments.begin(), request.arguments.end());
    words.insert(words.end(), {"--files", files});
    std::error_code ignored;
    fs::remove(files + "/bench.json", ignored);
    const auto ran = compile::run_process(words);
    if (ran.exit_code != 0 && ran.exit_code != 1 && ran.exit_code != 4)
      throw RuntimeFailure(fmt::format("a process of the comparison failed:\n{}", trimmed(ran.output)));
    const std::string json = read_file(files + "/bench.json");
    bench::ArmTimes times = arm_times_of(json);
    if (only.empty()) (arm == bench::Arm::head ? head_statics : base_statics) = statics_of(json);
    if (!only.empty())
      std::erase_if(times.rows,
                    [&](const auto& row) { return std::find(only.begin(), only.end(), row.first) == only.end(); });
    return times;
  };
  auto report = bench::against(measure, request.options, told);
  report.base = git(request.root, {"describe", "--always", commit});
  report.head = head;
  report.static_changes = static_changes(base_statics, head_statics);
  return report;
}

}  // namespace kparity::tool
