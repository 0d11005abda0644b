// Arrays in a file that NumPy reads: np.load(path)["x"]. An .npz is a zip archive of .npy files; nothing is compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "kparity/dtype.hpp"

namespace kparity::parity {

struct NpzArray {
  std::string name;  // "x", "y.expected"
  DType dtype = DType::float64;
  std::vector<std::int64_t> shape;   // empty: a scalar
  std::span<const std::byte> bytes;  // in C order
};

/// Throws InvalidArgument beyond 4 GB, where the format ends.
void write_npz(std::span<const NpzArray> arrays, std::ostream& out);

}  // namespace kparity::parity
