// What a device check answers on a machine without a device: skipped with the reason, or red where KPARITY_REQUIRE_CUDA
// demands a device.
#pragma once

#include "kparity/result/result.hpp"

namespace kparity::tool {

/// Sets verdict and reason of an outcome whose place is the device.
result::Outcome without_device(result::Outcome outcome);

}  // namespace kparity::tool
