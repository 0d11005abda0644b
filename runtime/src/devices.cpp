// Questions about devices, passed on to the device interface in use.
#include "kparity/devices.hpp"

#include "device/device.hpp"
#include "kparity/error.hpp"

namespace kparity {

int device_count() {
  return why_no_device().empty() ? device::active().count() : 0;
}

std::string why_no_device() {
  return device::active().why_unavailable();
}

DeviceDescription describe_device(int device) {
  device_name(device);  // throws for an index that is none
  return device::active().describe(device);
}

std::string device_name(int device) {
  const int count = device_count();
  if (device < 0 || device >= count) {
    throw InvalidArgument("there is no device " + std::to_string(device) + ": " +
                          (count == 0 ? why_no_device() : "there are " + std::to_string(count) + ", counted from 0"));
  }
  return device::active().name(device);
}

}  // namespace kparity
