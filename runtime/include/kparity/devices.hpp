// Which devices this process can use, and if none, why. Asking starts nothing on the device.
#pragma once

#include <string>

namespace kparity {

/// The number of usable devices; 0 if there is none.
int device_count();

/// Why there is no usable device ("built without the CUDA toolkit"); empty if there is one.
std::string why_no_device();

/// "NVIDIA H200". Throws InvalidArgument if there is no device of that index.
std::string device_name(int device);

}  // namespace kparity
