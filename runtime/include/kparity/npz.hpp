// Arrays in a file that NumPy reads: np.load(path)["x"]. An .npz is a zip archive of .npy files; nothing is compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "kparity/dtype.hpp"

namespace kparity {

struct NpzArray {
  std::string name;  // "x", "y.expected"
  DType dtype = DType::float64;
  std::vector<std::int64_t> shape;   // empty: a scalar
  std::span<const std::byte> bytes;  // in C order
};

/// How NumPy writes the type: "<f8", "|b1".
std::string npy_type(DType dtype);

/// The checksum that a zip archive keeps of its entries: CRC-32, of what has the checksum `before` followed by `bytes`.
std::uint32_t zip_checksum(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// Throws InvalidArgument beyond 4 GB, where the format ends.
void write_npz(std::span<const NpzArray> arrays, std::ostream& out);

}  // namespace kparity
