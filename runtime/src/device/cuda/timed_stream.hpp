// A stream that can be held back while work is enqueued, and the times that the device notes in it.
#pragma once

#include <memory>

#include "device/device.hpp"

namespace kparity::device {

std::unique_ptr<TimedStream> make_timed_stream(int device);

}  // namespace kparity::device
