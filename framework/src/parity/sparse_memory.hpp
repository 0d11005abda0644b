// Arrays larger than the memory of the machine: windows of them have memory of their own, and all other addresses of an
// array share one block of it, again and again. So a kernel may touch every element, and little memory is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kparity/emulate/device_memory.hpp"
#include "kparity/generate/generate.hpp"

namespace kparity::parity {

/// A part of an array with memory of its own.
struct SparseWindow {
  std::uint64_t first = 0, elements = 0;
};

/// So many bytes of an array are filled; the rest repeats them.
inline constexpr std::uint64_t sparse_period = std::uint64_t{4} << 20;

class SparseMemory {
 public:
  /// Reserves addresses in `device`, which is opened, or anywhere if it is null, far from all others. Throws
  /// RuntimeFailure if the system gives none.
  SparseMemory(const std::vector<generate::ArrayPlan>& plan, emulate::DeviceMemory* device);
  ~SparseMemory();
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;

  std::byte* address(std::size_t array) const { return arrays_[array].begin; }
  /// Contents: `period`, of sparse_period bytes or of the whole array if it is smaller, is repeated.
  void fill(std::size_t array, std::span<const std::byte> period);
  /// The first elements and the last, those in the middle, and those at which an index leaves 31 or 32 bits, whether it
  /// counts elements or bytes; all of a small array.
  const std::vector<SparseWindow>& windows(std::size_t array) const { return arrays_[array].windows; }
  std::span<const std::byte> window(std::size_t array, const SparseWindow& window) const;
  /// Whether the windows and what the other addresses share still hold what fill() wrote.
  bool holds(std::size_t array, std::span<const std::byte> period) const;
  bool is_sparse(std::size_t array) const { return arrays_[array].bytes > sparse_period; }

 private:
  struct Array {
    std::byte* begin = nullptr;
    std::uint64_t bytes = 0, width = 1;
    std::byte* reserved = nullptr;  // of this object
    std::uint64_t reserved_bytes = 0;
    std::vector<SparseWindow> windows;
    std::byte* shared = nullptr;  // the block, where nobody else writes
  };
  void reserve(Array& array, const generate::ArrayPlan& plan);
  static void map(Array& array);

  emulate::DeviceMemory* device_;
  std::vector<Array> arrays_;
};

}  // namespace kparity::parity
