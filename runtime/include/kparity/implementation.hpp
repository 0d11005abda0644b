// One named version of a kernel: "reference", "openmp", "simd", "cuda", ... A host implementation is loaded on first
// use by its loader; what the loader throws is remembered as the reason why the implementation is unavailable.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity {

/// The calling convention: arguments[i] points at the value of parameter i (for an array: at the pointer variable).
using Entry = void (*)(void** arguments);

/// What a loader returns: one entry per instantiation of the kernel, in the order of its signatures.
struct LoadedHost {
  std::vector<Entry> entries;
  /// The same functions behind a counter, for checks that want a witness that this very file ran; may be empty.
  std::vector<Entry> witnessed;
  /// The counter that `witnessed` increments at each call; null when `witnessed` is empty.
  const unsigned long long* witness = nullptr;
};

struct HostImplementation {
  std::string name;
  /// Called at most once, on first use. Throws (any exception) if the implementation cannot run here.
  std::function<LoadedHost()> load;
};

/// The mandatory implementation, which judges the others.
inline constexpr std::string_view reference_name = "reference";
/// The name of the device implementation.
inline constexpr std::string_view cuda_name = "cuda";

}  // namespace kparity
