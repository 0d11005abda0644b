// Memory of a device, and copies to, from and within it.
#pragma once

#include "device/device.hpp"

namespace kparity::device {

// The verbs of Device with the same names.
void* allocate_memory(std::size_t bytes, int device);
void* allocate_unset_memory(std::size_t bytes, int device);
void free_memory(void* memory, int device) noexcept;
void* allocate_pinned_memory(std::size_t bytes);
void free_pinned_memory(void* memory) noexcept;
void copy_memory(void* to, const void* from, std::size_t bytes, Direction direction);
void convert_memory(const ArrayRef& from, const ArrayRef& to);

}  // namespace kparity::device
