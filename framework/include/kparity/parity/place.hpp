// The places where implementations run, by the names that options, outcomes and reports give them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "kparity/implementation.hpp"

namespace kparity::parity {

/// The CPU standing in for the device. A check there is called as its place is.
inline constexpr std::array<std::string_view, 2> emulated_places{"emulated", "checked"};

inline bool is_emulated_place(std::string_view place) {
  return std::find(emulated_places.begin(), emulated_places.end(), place) != emulated_places.end();
}

/// Where an implementation runs unless another place is asked for: "device" for `cuda`, else "host".
inline std::string_view usual_place(std::string_view implementation) {
  return implementation == cuda_name ? "device" : "host";
}

}  // namespace kparity::parity
