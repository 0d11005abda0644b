// The few functions of NVML that are needed, declared here by their documented types, since its header belongs to the
// toolkit and the library to the driver.
#include "gpu_monitor.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace kparity::bench {

namespace {

using NvmlDevice = void*;

/// nvmlViolationTime_t.
struct ViolationTime {
  unsigned long long reference_microseconds = 0, violation_nanoseconds = 0;
};

constexpr int ok = 0, multiprocessor_clock = 1, power_policy = 0, heat_policy = 1;

class Library {
 public:
  Library() : handle_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {}

  bool is_open() const { return handle_ != nullptr; }
  /// Null if the library has none of that name.
  template <class F>
  F* get(const char* name) const {
    return reinterpret_cast<F*>(::dlsym(handle_, name));
  }
  /// Calls a function that fills in its last argument; empty if there is none or it refuses.
  template <class T, class... A>
  std::optional<T> ask(const char* name, A... arguments) const {
    T value{};
    auto* const function = get<int(A..., T*)>(name);
    if (function == nullptr || function(arguments..., &value) != ok) return std::nullopt;
    return value;
  }

 private:
  void* handle_;  // never closed: the driver's libraries do not like it
};

std::optional<std::uint64_t> reasons_of(const Library& nvml, NvmlDevice device) {
  if (const auto mask = nvml.ask<unsigned long long>("nvmlDeviceGetCurrentClocksEventReasons", device)) return mask;
  return nvml.ask<unsigned long long>("nvmlDeviceGetCurrentClocksThrottleReasons", device);  // its name of old
}

GpuState read_state(const Library& nvml, NvmlDevice device) {
  GpuState state;
  if (const auto mhz = nvml.ask<unsigned>("nvmlDeviceGetClockInfo", device, multiprocessor_clock))
    state.clock_mhz = *mhz;
  if (const auto mask = reasons_of(nvml, device)) state.held_back_by = reasons_in(*mask);
  const auto limited = [&](int policy) {
    const auto time = nvml.ask<ViolationTime>("nvmlDeviceGetViolationStatus", device, policy);
    return time ? static_cast<double>(time->violation_nanoseconds) * 1e-6 : 0;
  };
  state.power_limited_ms = limited(power_policy);
  state.heat_limited_ms = limited(heat_policy);
  return state;
}

std::vector<std::pair<std::string, std::string>> facts_of(const Library& nvml, NvmlDevice device) {
  std::vector<std::pair<std::string, std::string>> facts;
  if (auto* const version = nvml.get<int(char*, unsigned)>("nvmlSystemGetDriverVersion")) {
    char text[96] = "";
    if (version(text, sizeof text) == ok) facts.emplace_back("gpu_driver", text);
  }
  if (const auto most = nvml.ask<unsigned>("nvmlDeviceGetMaxClockInfo", device, multiprocessor_clock))
    facts.emplace_back("gpu_clock_max", fmt::format("{} MHz", *most));
  if (const auto limit = nvml.ask<unsigned>("nvmlDeviceGetEnforcedPowerLimit", device))
    facts.emplace_back("gpu_power_limit", fmt::format("{} W", *limit / 1000));
  if (const auto persistence = nvml.ask<int>("nvmlDeviceGetPersistenceMode", device))
    facts.emplace_back("gpu_persistence", *persistence != 0 ? "on" : "off");
  int current = 0, pending = 0;
  if (auto* const ecc = nvml.get<int(NvmlDevice, int*, int*)>("nvmlDeviceGetEccMode");
      ecc != nullptr && ecc(device, &current, &pending) == ok)
    facts.emplace_back("gpu_ecc", current != 0 ? "on" : "off");
  unsigned mig = 0, mig_pending = 0;
  if (auto* const mode = nvml.get<int(NvmlDevice, unsigned*, unsigned*)>("nvmlDeviceGetMigMode");
      mode != nullptr && mode(device, &mig, &mig_pending) == ok)
    facts.emplace_back("gpu_mig", mig != 0 ? "on" : "off");
  return facts;
}

}  // namespace

GpuMonitor nvml_monitor(const std::string& pci_bus) {
  GpuMonitor monitor;
  const auto nvml = std::make_shared<Library>();
  if (!nvml->is_open()) {
    monitor.why_absent = "libnvidia-ml.so.1 is not there";
    return monitor;
  }
  auto* const start = nvml->get<int()>("nvmlInit_v2");
  const int started = start == nullptr ? -1 : start();
  if (started != ok) {
    monitor.why_absent = fmt::format("NVML does not start (error {})", started);
    return monitor;
  }
  const auto device = nvml->ask<NvmlDevice>("nvmlDeviceGetHandleByPciBusId_v2", pci_bus.c_str());
  if (!device) {
    monitor.why_absent = fmt::format("NVML does not know a GPU at {}", pci_bus);
    return monitor;
  }
  monitor.facts = facts_of(*nvml, *device);
  monitor.state = [nvml, device = *device]() -> std::optional<GpuState> { return read_state(*nvml, device); };
  return monitor;
}

std::vector<std::string> reasons_in(std::uint64_t mask) {
  struct Reason {
    std::uint64_t bit;
    const char* name;
  };
  // nvml.h, nvmlClocksEventReason...; left out: idle (1) and display (0x100).
  static constexpr Reason reasons[] = {{0x4, "power"},      {0x8, "hardware slowdown"}, {0x10, "sync boost"},
                                       {0x20, "heat"},      {0x40, "hardware heat"},    {0x80, "power brake"},
                                       {0x2, "a set clock"}};
  std::vector<std::string> names;
  for (const auto& reason : reasons)
    if ((mask & reason.bit) != 0) names.emplace_back(reason.name);
  return names;
}

std::string clock_note(const GpuState& before, const GpuState& after) {
  std::vector<std::string> parts;
  const auto add = [&](const char* by, double milliseconds) {
    if (milliseconds >= 1) parts.push_back(fmt::format("{} for {:.0f} ms", by, milliseconds));
  };
  add("power", after.power_limited_ms - before.power_limited_ms);
  add("heat", after.heat_limited_ms - before.heat_limited_ms);
  if (parts.empty()) {
    for (const auto& reason : after.held_back_by) parts.push_back(reason);
  }
  return parts.empty() ? "" : fmt::format("clock held back by {}", fmt::join(parts, ", "));
}

}  // namespace kparity::bench
