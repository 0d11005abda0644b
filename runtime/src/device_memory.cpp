// Goes to the device interface directly, past the zeros of an Array.
#include "kparity/device_memory.hpp"

#include "device/device.hpp"

namespace kparity {

DeviceMemory::DeviceMemory(std::size_t bytes)
    : bytes_(bytes), device_(device::active().current()), data_(device::active().allocate_unset(bytes, device_)) {}

DeviceMemory::~DeviceMemory() {
  device::active().free(data_, device_);
}

void DeviceMemory::write(const void* from) const {
  if (bytes_ != 0) device::active().copy(data_, from, bytes_, device::Direction::host_to_device);
}

void DeviceMemory::read(void* to) const {
  if (bytes_ != 0) device::active().copy(to, data_, bytes_, device::Direction::device_to_host);
}

}  // namespace kparity
