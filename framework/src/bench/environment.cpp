// What of the machine is written beside the times. Only read, never set: a benchmark that changes clocks needs rights
// that nobody should give it.
#include <fmt/format.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <sstream>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {

namespace {

/// The value of the first line of /proc/cpuinfo that begins with `key`; empty if there is none.
std::string cpu_fact(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

std::string first_line_of(const char* path);

/// "1.5 CPUs", as a container may be allowed; empty without a limit.
std::string cgroup_quota() {
  std::istringstream line(first_line_of("/sys/fs/cgroup/cpu.max"));
  double quota = 0, period = 0;
  return line >> quota >> period && period > 0 ? fmt::format("{:.3g} CPUs", quota / period) : "";
}

std::string first_line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// What this processor does with numbers below the normal ones, which decides how long they take.
std::string subnormals_here() {
  volatile double tiny = std::numeric_limits<double>::min();
  const bool results_are_flushed = tiny / 2 == 0;
  volatile double subnormal = std::numeric_limits<double>::denorm_min();
  const bool inputs_are_flushed = subnormal * 0x1p60 == 0;
  if (!results_are_flushed && !inputs_are_flushed) return "kept";
  return fmt::format("taken for zero in {}", !inputs_are_flushed    ? "results"
                                             : !results_are_flushed ? "inputs"
                                                                    : "inputs and results");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> environment() {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](const char* key, std::string value) {
    if (!value.empty()) facts.emplace_back(key, std::move(value));
  };
  const long cpus = ::sysconf(_SC_NPROCESSORS_ONLN);
  add("num_cpus", std::to_string(cpus));
  if (const auto mhz = cpu_fact("cpu MHz"); !mhz.empty()) add("mhz_per_cpu", mhz.substr(0, mhz.find('.')));
  double load = 0;
  if (::getloadavg(&load, 1) == 1) add("load_avg", fmt::format("{:.2f}", load));
  add("cpu_model", cpu_fact("model name"));
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    add("cpu_affinity", fmt::format("{} of {}", CPU_COUNT(&allowed), cpus));
  add("cgroup_quota", cgroup_quota());
  add("governor", first_line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  add("subnormals", subnormals_here());
  utsname system{};
  if (::uname(&system) == 0) add("kernel", fmt::format("{} {}", system.sysname, system.release));
  return facts;
}

}  // namespace kparity::bench
