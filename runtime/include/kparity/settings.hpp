// The KPARITY_* environment variables, read once, all through one parser. An unknown name warns with the nearest known
// one; a bad value is an InvalidArgument that lists the allowed values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/selection.hpp"

namespace kparity {

/// `push:3` of KPARITY_CAPTURE: call number 3 of the kernel `push`, counted from 1.
struct CaptureRequest {
  std::string kernel;
  std::uint64_t call = 1;
  friend bool operator==(const CaptureRequest&, const CaptureRequest&) = default;
};

/// A variable that is unset, or empty after trimming, is nullopt, false or "".
struct Settings {
  std::optional<Backend> backend;                    // KPARITY_BACKEND: host, cuda
  std::optional<std::string> kernel_implementation;  // KPARITY_KERNEL_IMPLEMENTATION: a host kind
  std::optional<std::string> device_implementation;  // KPARITY_DEVICE_IMPLEMENTATION: cuda
  bool require_cuda = false;                         // KPARITY_REQUIRE_CUDA: a missing device fails instead of skipping
  bool cuda_debug = false;                           // KPARITY_CUDA_DEBUG
  std::string cache_dir;                             // KPARITY_CACHE_DIR: a folder, or off
  std::uint64_t cache_limit = std::uint64_t{1} << 30;  // KPARITY_CACHE_LIMIT: bytes
  std::string cxx;                                     // KPARITY_CXX
  std::optional<std::uint64_t> seed;                   // KPARITY_SEED: decimal or 0x..., as --seed
  std::vector<CaptureRequest> capture;                 // KPARITY_CAPTURE: push:3,deposit
  std::string capture_dir;                             // KPARITY_CAPTURE_DIR: a folder; empty: the current one
  std::string fallback_log;                            // KPARITY_FALLBACK_LOG: where fallbacks are noted
};

/// The environment at the first use in this process; later changes of it have no effect. Warns of unknown names. Throws
/// InvalidArgument for a bad value, at every use.
const Settings& settings();

/// What settings() does, for a given environment of "NAME=value" entries.
Settings parse_settings(const std::vector<std::string>& environment);

/// 1, true, yes, on, 0, false, no, off in any case, blanks trimmed. Throws InvalidArgument naming `what` otherwise.
bool parse_boolean(std::string_view value, std::string_view what);

/// Bytes: 500000, 512K, 200M, 2G or 1T in any case (units of 1024), or off for no limit. Throws InvalidArgument naming
/// `what` otherwise.
std::uint64_t parse_size(std::string_view value, std::string_view what);

/// One variable, for the reference pages.
struct SettingDescription {
  std::string name;     // "KPARITY_BACKEND"
  std::string allowed;  // "host, cuda"
  std::string doc;
};
std::vector<SettingDescription> describe_settings();

}  // namespace kparity
