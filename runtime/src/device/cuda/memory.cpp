// Device memory and copies.
#include "device/cuda/memory.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "device/cuda/check.hpp"
#include "device/cuda/convert.hpp"
#include "device/cuda/devices.hpp"
#include "device/cuda/staging.hpp"

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

/// True for ordinary host memory, which the copy engines of the device do not reach by themselves.
bool is_pageable(const void* host) {
  cudaPointerAttributes attributes{};
  const cudaError_t error = cudaPointerGetAttributes(&attributes, host);
  if (error != cudaSuccess) cudaGetLastError();
  return error != cudaSuccess || attributes.type == cudaMemoryTypeUnregistered;
}

std::string allocating(std::size_t bytes, int device) {
  return "allocate " + std::to_string(bytes) + " bytes on device " + std::to_string(device);
}

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

void* allocate_pinned_memory(std::size_t bytes) {
  check_usable("allocate pinned memory");
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, std::max<std::size_t>(bytes, 1), cudaHostAllocDefault),
        [&] { return "allocate " + std::to_string(bytes) + " bytes of pinned memory"; });
  return memory;
}

void free_pinned_memory(void* memory) noexcept {
  if (memory != nullptr && is_alive()) cudaFreeHost(memory);
}

void copy_memory(void* to, const void* from, std::size_t bytes, Direction direction) {
  check_usable("copy");
  if (bytes == 0) return;
  const auto action = [&] { return copying(bytes, direction); };
  const void* on_device = direction == Direction::host_to_device ? to : from;
  const int device = probe().devices.size() == 1 ? 0 : device_of_memory(on_device);
  const OnDevice current(device, "copy");
  if (direction != Direction::device_to_device && bytes >= smallest_staged_copy &&
      is_pageable(direction == Direction::host_to_device ? from : to) &&
      copy_by_staging(to, from, bytes, direction, device)) {
    return;
  }
  check(cudaMemcpy(to, from, bytes, kind_of(direction)), action);
  // From pageable memory, and within a device, cudaMemcpy may return before the last byte has arrived.
  if (direction != Direction::device_to_host) check(cudaStreamSynchronize(nullptr), action);
}

void convert_memory(const ArrayRef& from, const ArrayRef& to) {
  check_usable("convert an array");
  if (element_count(from) == 0) return;
  const int device = probe().devices.size() == 1 ? 0 : device_of_memory(to.data);
  const OnDevice current(device, "convert an array");
  convert_by_kernel(from, to, device);
}

}  // namespace kparity::device
