// Device memory that nobody has written to yet: for checks that let a tool look for reads of it. Production code takes
// Array, whose elements start as zeros.
#pragma once

#include <cstddef>

namespace kparity {

class DeviceMemory {
 public:
  /// `bytes` on the current device, aligned to 256 bytes, with whatever is in them. Throws RuntimeFailure.
  explicit DeviceMemory(std::size_t bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const noexcept { return data_; }
  /// Copies from and to the host, all of it; returns when the copy is complete. Throw RuntimeFailure.
  void write(const void* from) const;
  void read(void* to) const;

 private:
  std::size_t bytes_;
  int device_;
  void* data_;
};

}  // namespace kparity
