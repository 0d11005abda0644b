// The places where implementations run, by the names that options, outcomes and reports give them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "kparity/implementation.hpp"

namespace kparity::parity {

/// The CPU standing in for the device. A check there is called as its place is.
inline constexpr std::array<std::string_view, 4> emulated_places{"emulated", "checked", "asan", "msan"};

/// Those that a check goes to only if they are asked for.
inline constexpr std::string_view asan_place = "asan", msan_place = "msan";

/// Starts this program anew, with the same arguments, with AddressSanitizer's runtime in front of all libraries, which
/// the place `asan` needs. Comes back if that is there already, or if there is none; then the checks say so. To be
/// called before anything else is done.
void start_with_address_sanitizer();

inline bool is_usual_place(std::string_view place) {
  return place != asan_place && place != msan_place;
}

inline bool is_emulated_place(std::string_view place) {
  return std::find(emulated_places.begin(), emulated_places.end(), place) != emulated_places.end();
}

/// Where an implementation runs unless another place is asked for: "device" for `cuda`, else "host".
inline std::string_view usual_place(std::string_view implementation) {
  return implementation == cuda_name ? "device" : "host";
}

}  // namespace kparity::parity
