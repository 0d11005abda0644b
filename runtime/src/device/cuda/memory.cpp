// Device memory and copies.
#include "device/cuda/memory.hpp"

#include <algorithm>
#include <memory>

#include "copy.hpp"
#include "device/cuda/check.hpp"
#include "device/cuda/devices.hpp"
#include "kparity/error.hpp"

namespace kparity::device {

namespace {

cudaMemcpyKind kind_of(Direction direction) {
  switch (direction) {
    case Direction::host_to_device: return cudaMemcpyHostToDevice;
    case Direction::device_to_host: return cudaMemcpyDeviceToHost;
    case Direction::device_to_device: return cudaMemcpyDeviceToDevice;
  }
  __builtin_unreachable();
}

/// The device that memory of it lies on, or the thread's own if that cannot be told.
int device_of_memory(const void* memory) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) == cudaSuccess && attributes.type == cudaMemoryTypeDevice) {
    return attributes.device;
  }
  cudaGetLastError();
  int current = 0;
  check(cudaGetDevice(&current), "ask for the current CUDA device");
  return current;
}

std::string copying(std::size_t bytes, Direction direction) {
  constexpr const char* ways[]{"to the device", "from the device", "within the device"};
  return "copy " + std::to_string(bytes) + " bytes " + ways[static_cast<std::size_t>(direction)];
}

std::string allocating(std::size_t bytes, int device) {
  return "allocate " + std::to_string(bytes) + " bytes on device " + std::to_string(device);
}

/// The smallest stretch of memory around an array's elements, copied to the host.
class HostCopy {
 public:
  explicit HostCopy(const ArrayRef& array) : array_(array), bytes_(address_range(array).size()) {
    memory_ = std::make_unique<std::byte[]>(bytes_);
    copy_memory(memory_.get(), start(), bytes_, Direction::device_to_host);
  }

  /// The array with its elements in the copy.
  ArrayRef array() const {
    ArrayRef out = array_;
    out.data = memory_.get() + (static_cast<std::byte*>(array_.data) - start());
    out.place = Place::host;
    out.device = any_device;
    return out;
  }
  void write_back() const { copy_memory(start(), memory_.get(), bytes_, Direction::host_to_device); }

 private:
  std::byte* start() const { return reinterpret_cast<std::byte*>(address_range(array_).begin); }

  ArrayRef array_;
  std::size_t bytes_;
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace

void* allocate_unset_memory(std::size_t bytes, int device) {
  const OnDevice on_device(device, "allocate memory on the CUDA device");
  void* memory = nullptr;
  check(cudaMalloc(&memory, std::max<std::size_t>(bytes, 1)), [&] { return allocating(bytes, device); });
  return memory;
}

void* allocate_memory(std::size_t bytes, int device) {
  const OnDevice on_device(device, "allocate memory on the CUDA device");
  void* const memory = allocate_unset_memory(bytes, device);
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  // Waits for the zeros: the memory may be used on any stream next.
  cudaError_t error = cudaMemsetAsync(memory, 0, size, nullptr);
  if (error == cudaSuccess) error = cudaStreamSynchronize(nullptr);
  if (error != cudaSuccess) cudaFree(memory);
  check(error, [&] { return allocating(bytes, device); });
  return memory;
}

void free_memory(void* memory, int device) noexcept {
  if (memory == nullptr || !is_alive() || !probe().reason.empty()) return;
  int previous = 0;
  if (cudaGetDevice(&previous) != cudaSuccess) return;
  if (previous != device) cudaSetDevice(device);
  cudaFree(memory);  // fails only when the process ends, or for a kernel's error, which the next call reports
  if (previous != device) cudaSetDevice(previous);
}

void copy_memory(void* to, const void* from, std::size_t bytes, Direction direction) {
  check_usable("copy");
  if (bytes == 0) return;
  const auto action = [&] { return copying(bytes, direction); };
  const void* on_device = direction == Direction::host_to_device ? to : from;
  const OnDevice current(probe().devices.size() == 1 ? 0 : device_of_memory(on_device), "copy");
  check(cudaMemcpy(to, from, bytes, kind_of(direction)), action);
  // From pageable memory, and within a device, cudaMemcpy may return before the last byte has arrived.
  if (direction != Direction::device_to_host) check(cudaStreamSynchronize(nullptr), action);
}

// Through the host, with the one conversion there is: simple, and rare enough. A kernel of its own would be faster.
void convert_memory(const ArrayRef& from, const ArrayRef& to) {
  check_usable("convert an array");
  if (element_count(from) == 0) return;
  const HostCopy source(from);
  const HostCopy target(to);
  convert_elements(source.array(), target.array());
  target.write_back();
}

}  // namespace kparity::device
