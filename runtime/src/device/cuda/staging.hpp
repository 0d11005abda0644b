// Copies between pageable host memory and the device by way of pinned memory, which the device's copy engines reach by
// themselves.
#pragma once

#include "device/device.hpp"

namespace kparity::device {

/// Copies on the default stream of the current device, `device`, and returns when all has arrived. Returns false,
/// having done nothing, if the pinned memory is in use by another thread or cannot be had.
bool copy_by_staging(void* to, const void* from, std::size_t bytes, Direction direction, int device);

/// Below this a plain copy is as good: the driver stages by itself, in smaller pieces.
inline constexpr std::size_t smallest_staged_copy = std::size_t{1} << 20;

}  // namespace kparity::device
