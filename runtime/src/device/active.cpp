// Which device interface is in use: the built-in one, or the one a test has put in its place.
#include <atomic>

#include "device/device.hpp"

namespace kparity::device {

namespace {

/// The one thing here that changes at run time; null stands for built_in().
std::atomic<Device*>& replacement() {
  static std::atomic<Device*> device{nullptr};
  return device;
}

}  // namespace

Device& active() {
  Device* device = replacement().load(std::memory_order_acquire);
  return device == nullptr ? built_in() : *device;
}

DeviceOverride::DeviceOverride(Device& device) : previous_(replacement().exchange(&device)) {}

DeviceOverride::~DeviceOverride() {
  replacement().store(previous_);
}

}  // namespace kparity::device
