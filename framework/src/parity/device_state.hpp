// What a check of a device implementation answers where there is no device.
#pragma once

#include <optional>

#include "kparity/result/result.hpp"

namespace kparity::parity {

/// Sets verdict and reason if this process has no usable device: skipped, or red where KPARITY_REQUIRE_CUDA demands
/// one. True if it did. Starts the driver, so it is asked in child processes only.
bool answered_without_device(result::Outcome& outcome);

}  // namespace kparity::parity
