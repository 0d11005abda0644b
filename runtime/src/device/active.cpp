// Which device interface is in use: the built-in one, or the one a test has put in its place.
#include "device/device.hpp"

namespace kparity::device {

constinit std::atomic<Device*> replacement{nullptr};

DeviceOverride::DeviceOverride(Device& device) : previous_(replacement.exchange(&device)) {}

DeviceOverride::~DeviceOverride() {
  replacement.store(previous_);
}

}  // namespace kparity::device
