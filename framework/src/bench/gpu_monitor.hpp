// What the driver's management library (NVML) tells of a GPU: its clock, what holds the clock back, and its settings.
// The library is opened at run time and only read; where it is absent the reason stands in place of the figures.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kparity::bench {

/// At one moment.
struct GpuState {
  double clock_mhz = 0;                              // of the multiprocessors; 0: not told
  std::vector<std::string> held_back_by{};           // "power", "heat", ...; what NVML calls clock event reasons
  double power_limited_ms = 0, heat_limited_ms = 0;  // of all times since the driver was loaded
};

struct GpuMonitor {
  std::string why_absent;                                    // empty if there is one
  std::function<std::optional<GpuState>()> state{};          // empty if there is none
  std::vector<std::pair<std::string, std::string>> facts{};  // "gpu_power_limit", "gpu_ecc", ...
};

/// For the GPU on that bus ("0000:1b:00.0").
GpuMonitor nvml_monitor(const std::string& pci_bus);

/// The names of a set of clock event reasons, without those that slow nothing down.
std::vector<std::string> reasons_in(std::uint64_t mask);

/// What happened to the clock between two moments, for a reader: "held back by power for 12 ms". Empty: nothing.
std::string clock_note(const GpuState& before, const GpuState& after);

}  // namespace kparity::bench
