// Facts of the machine and of the run, put together as evidence.
#include "evidence_files.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "kparity/cuda_compile.hpp"
#include "kparity/devices.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/gate/evidence.hpp"
#include "kparity/parity/cuda_compile.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/utc.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string first_of(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string value = environment(name); !value.empty()) return value;
  return "";
}

/// "580.95.05" of the driver's own file; empty where there is none.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  const auto name = line.find("Kernel Module");
  const auto begin = line.find_first_of("0123456789", name == std::string::npos ? 0 : name);
  return begin == std::string::npos ? "" : line.substr(begin, line.find(' ', begin) - begin);
}

gate::Evidence of_this_run(const compile::KernelSource& source, std::uint64_t seed) {
  gate::Evidence evidence;
  evidence.kernel = source.folder.name;
  evidence.kparity = version;
  evidence.hash = gate::source_hash(source, std::string(version));
  evidence.date = utc_now();
  evidence.device = device_count() > 0 ? device_name(0) : "";
  evidence.driver = driver_version();
  evidence.nvrtc = nvrtc_version();
  evidence.workflow = first_of({"GITHUB_WORKFLOW", "CI_JOB_NAME"});
  evidence.run = first_of({"GITHUB_RUN_ID", "CI_JOB_ID"});
  evidence.commit = first_of({"GITHUB_SHA", "CI_COMMIT_SHA"});
  evidence.seed = seed;
  return evidence;
}

/// Registers and memory, from the cache that the check of the compilation has filled.
void add_code(const compile::KernelSource& source, const KernelDefinition& definition, gate::Evidence& evidence) {
  const auto architectures = parity::checked_architectures();
  if (architectures.empty() || !definition.cuda) return;
  unsigned threads = 1;
  for (const unsigned axis : source.spec->launch.block) threads *= axis;
  for (const auto& each :
       compile_cuda(definition.name, *definition.cuda, definition.instantiations, architectures, {.use_cache = true}))
    for (const auto& facts : each.kernels)
      evidence.code.push_back(
          {each.architecture, facts.types, facts.registers, threads, facts.static_shared_memory, facts.local_memory});
}

std::filesystem::path path_of(const std::string& where, const compile::KernelSource& source) {
  const std::string folder = where == "beside" ? source.folder.path : where;
  return std::filesystem::path(folder) / gate::evidence_name(source.folder.name);
}

/// A verdict of a device; where one is required and missing, that is a red verdict, too, but of no device.
bool ran_on_device(const result::Outcome& outcome) {
  return device_count() > 0 && outcome.check == "parity" && outcome.implementation == cuda_name &&
         result::has_run(outcome.verdict);
}

}  // namespace

void write_evidence(const std::string& where, const Workplace& workplace,
                    const std::vector<const compile::KernelSource*>& sources, const result::Report& report) {
  if (where != "beside") std::filesystem::create_directories(where);
  std::size_t written = 0;
  for (const auto* source : sources) {
    if (!is_usable(*source)) continue;
    gate::Evidence evidence = of_this_run(*source, report.seed);
    bool on_device = false;
    for (const auto& outcome : report.outcomes) {
      if (outcome.kernel != source->folder.name || outcome.implementation != cuda_name ||
          !result::has_run(outcome.verdict) || parity::is_emulated_place(outcome.check))
        continue;
      on_device = on_device || ran_on_device(outcome);
      evidence.checks.push_back({result::id_of(outcome), std::string(result::name_of(outcome.verdict)), outcome.reason,
                                 outcome.cases, outcome.used, outcome.token});
    }
    if (!on_device) continue;
    add_code(*source, workplace.catalog->at(source->folder.name).definition(), evidence);
    const auto path = path_of(where, *source);
    write_if_changed(path.string(), gate::to_json(evidence));
    std::cerr << fmt::format("kparity: wrote {}\n", path.string());
    ++written;
  }
  if (written == 0)
    std::cerr << fmt::format("kparity: no evidence was written: no CUDA version was checked on a device{}\n",
                             why_no_device().empty() ? "" : " (" + why_no_device() + ")");
}

void add_times(const std::string& where, const std::vector<const compile::KernelSource*>& sources,
               const result::BenchReport& report) {
  for (const auto* source : sources) {
    if (!is_usable(*source)) continue;
    const auto path = path_of(where, *source);
    try {
      gate::Evidence evidence = gate::parse_evidence(read_file(path.string()), path.string());
      if (evidence.hash != gate::source_hash(*source, std::string(version))) {
        std::cerr << fmt::format("kparity: no times for {}: it is evidence of other sources\n", path.string());
        continue;
      }
      evidence.times.clear();
      for (const auto& row : report.rows) {
        if (row.kernel != source->folder.name || !row.timing) continue;
        evidence.times.push_back({row.point, row.implementation, row.timing->median});
        for (const char* what : {"copy_in", "copy_out", "call"})
          if (const auto* part = result::find_part(row, what))
            evidence.times.push_back({row.point, row.implementation, part->median, what});
      }
      write_if_changed(path.string(), gate::to_json(evidence));
    } catch (const FileNotFound&) {
      std::cerr << fmt::format(
          "kparity: no times for kernel '{}': there is no {}; kparity check --evidence writes it\n",
          source->folder.name, path.string());
    }
  }
}

}  // namespace kparity::tool
