// Compiled code on a device: loading and launching.
#pragma once

#include "device/device.hpp"

namespace kparity::device {

/// Compiles for the request's device, loads, and asks for what a launch needs, so that the first launch does not.
Program load(const CompileRequest& request);

void launch_kernel(const LaunchRequest& request);

}  // namespace kparity::device
