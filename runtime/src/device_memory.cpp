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
  write(from, 0, bytes_);
}

void DeviceMemory::read(void* to) const {
  read(to, 0, bytes_);
}

void DeviceMemory::write(const void* from, std::size_t offset, std::size_t bytes) const {
  if (bytes == 0) return;
  device::active().copy(static_cast<std::byte*>(data_) + offset, from, bytes, device::Direction::host_to_device);
}

void DeviceMemory::read(void* to, std::size_t offset, std::size_t bytes) const {
  if (bytes == 0) return;
  device::active().copy(to, static_cast<const std::byte*>(data_) + offset, bytes, device::Direction::device_to_host);
}

PinnedMemory::PinnedMemory(std::size_t bytes) : data_(device::active().allocate_pinned(bytes)) {}

PinnedMemory::~PinnedMemory() {
  device::active().free_pinned(data_);
}

}  // namespace kparity
