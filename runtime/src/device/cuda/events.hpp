// Points in the work of a stream, and the time between two of them.
#pragma once

#include <memory>

#include "device/device.hpp"

namespace kparity::device {

std::shared_ptr<const void> mark_stream(Stream stream, int device);
double seconds_between_marks(const std::shared_ptr<const void>& first, const std::shared_ptr<const void>& second);

}  // namespace kparity::device
