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
  std::size_t size() const noexcept { return bytes_; }
  /// Copies from and to the host, all of it; returns when the copy is complete. Throw RuntimeFailure.
  void write(const void* from) const;
  void read(void* to) const;
  /// The same for `bytes` from `offset` on, which must lie inside.
  void write(const void* from, std::size_t offset, std::size_t bytes) const;
  void read(void* to, std::size_t offset, std::size_t bytes) const;

 private:
  std::size_t bytes_;
  int device_;
  void* data_;
};

/// Host memory that the device's copy engines reach by themselves ("page-locked").
class PinnedMemory {
 public:
  /// Throws RuntimeFailure without a device, or if the system gives none.
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  void* data() const noexcept { return data_; }

 private:
  void* data_;
};

}  // namespace kparity
