// Evidence to JSON and back, and the hash that tells whether it is fresh.
#include "kparity/gate/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kparity/error.hpp"
#include "kparity/implementation.hpp"
#include "sources.hpp"

namespace kparity::gate {

namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

bool is_green(const std::string& verdict) {
  return verdict == "pass" || verdict == "expected failure";
}

}  // namespace

std::string evidence_name(const std::string& kernel) {
  return kernel + ".evidence.json";
}

std::string source_hash(const compile::KernelSource& source, const std::string& version) {
  return source_hash_of(source, scanned_files(source), version);
}

std::string to_json(const Evidence& evidence) {
  Json checks = Json::array(), code = Json::array(), times = Json::array();
  for (const auto& check : evidence.checks)
    checks.push_back({{"id", check.id},
                      {"verdict", check.verdict},
                      {"reason", check.reason},
                      {"cases", check.cases},
                      {"used", check.used},
                      {"token", check.token}});
  for (const auto& each : evidence.code) {
    Json one{{"architecture", each.architecture},
             {"types", each.types},
             {"registers", each.registers},
             {"threads", each.threads},
             {"shared_memory", each.shared_memory}};
    if (each.local_memory) one["local_memory"] = *each.local_memory;
    code.push_back(std::move(one));
  }
  for (const auto& time : evidence.times)
    times.push_back({{"point", time.point},
                     {"implementation", time.implementation},
                     {"what", time.what},
                     {"seconds", time.seconds}});
  const Json whole{{"schema", schema_version},    {"kernel", evidence.kernel}, {"kparity", evidence.kparity},
                   {"hash", evidence.hash},       {"date", evidence.date},     {"device", evidence.device},
                   {"driver", evidence.driver},   {"nvrtc", evidence.nvrtc},   {"workflow", evidence.workflow},
                   {"run", evidence.run},         {"commit", evidence.commit}, {"seed", evidence.seed},
                   {"checks", std::move(checks)}, {"code", std::move(code)},   {"times", std::move(times)}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Evidence parse_evidence(const std::string& text, const std::string& file) {
  Evidence evidence;
  try {
    const Json whole = Json::parse(text);
    if (whole.at("schema") != schema_version)
      throw InvalidArgument(fmt::format("'{}' is evidence of schema {}; this kparity reads schema {}", file,
                                        whole.at("schema").dump(), schema_version));
    const auto word = [&](const char* key) { return whole.at(key).get<std::string>(); };
    evidence.file = file;
    evidence.kernel = word("kernel");
    evidence.kparity = word("kparity");
    evidence.hash = word("hash");
    evidence.date = word("date");
    evidence.device = word("device");
    evidence.driver = word("driver");
    evidence.nvrtc = word("nvrtc");
    evidence.workflow = word("workflow");
    evidence.run = word("run");
    evidence.commit = word("commit");
    evidence.seed = whole.at("seed").get<std::uint64_t>();
    for (const Json& check : whole.at("checks"))
      evidence.checks.push_back({check.at("id"), check.at("verdict"), check.at("reason"), check.at("cases"),
                                 check.at("used").is_number() ? check.at("used").get<double>() : 0, check.at("token")});
    // What older evidence lacks: memory, and times of anything but kernels.
    for (const Json& each : whole.at("code")) {
      evidence.code.push_back({each.at("architecture"), each.at("types"), each.at("registers"), each.at("threads"),
                               each.value("shared_memory", std::uint64_t{0}), std::nullopt});
      if (each.contains("local_memory")) evidence.code.back().local_memory = each["local_memory"].get<std::uint64_t>();
    }
    for (const Json& time : whole.at("times"))
      evidence.times.push_back(
          {time.at("point"), time.at("implementation"), time.at("seconds"), time.value("what", "kernel")});
  } catch (const Json::exception& error) {
    throw InvalidArgument(fmt::format("'{}' is no evidence file: {}", file, error.what()));
  }
  return evidence;
}

const EvidenceCheck* first_red(const Evidence& evidence) {
  const auto red = [](const EvidenceCheck& check) { return !is_green(check.verdict); };
  const auto found = std::find_if(evidence.checks.begin(), evidence.checks.end(), red);
  return found == evidence.checks.end() ? nullptr : &*found;
}

bool is_verified(const Evidence& evidence) {
  const auto agreed = [&](const EvidenceCheck& check) {
    return check.id == fmt::format("{}.parity.{}", evidence.kernel, cuda_name) && check.verdict == "pass" &&
           check.cases > 0;
  };
  return first_red(evidence) == nullptr && std::any_of(evidence.checks.begin(), evidence.checks.end(), agreed);
}

bool is_measured(const Evidence& evidence) {
  const auto on_device = [](const EvidenceTime& time) {
    return time.implementation == cuda_name && time.what == "kernel" && time.seconds > 0;
  };
  return is_verified(evidence) && std::any_of(evidence.times.begin(), evidence.times.end(), on_device);
}

std::string origin_of(const Evidence& evidence) {
  if (evidence.workflow.empty()) return "written by hand";
  return fmt::format("workflow '{}'{}", evidence.workflow, evidence.run.empty() ? "" : " (run " + evidence.run + ")");
}

}  // namespace kparity::gate
