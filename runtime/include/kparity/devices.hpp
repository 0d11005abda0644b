// Which devices this process can use, and if none, why. Asking starts nothing on the device.
#pragma once

#include <cstddef>
#include <string>

namespace kparity {

/// The number of usable devices; 0 if there is none.
int device_count();

/// Why there is no usable device ("built without the CUDA toolkit"); empty if there is one.
std::string why_no_device();

/// "NVIDIA H200". Throws InvalidArgument if there is no device of that index.
std::string device_name(int device);

/// What of a device bears on times.
struct DeviceDescription {
  std::string name;          // "NVIDIA H200"
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  std::size_t memory = 0, level_2_cache = 0;  // bytes
  std::string pci_bus;                        // "0000:1b:00.0", by which other libraries know it
  std::string driver, runtime;                // "13.0": the newest CUDA that the driver runs; of this program
};
/// Throws as device_name does.
DeviceDescription describe_device(int device);

}  // namespace kparity
