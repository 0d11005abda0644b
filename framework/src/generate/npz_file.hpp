// Arrays out of an `.npz`, as the runtime writes it when it captures a call, and NumPy with np.savez.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::generate {

struct NpzEntry {
  std::string name;                 // "x"
  std::string type;                 // "<f8"; of structured types whatever stands there
  std::vector<std::int64_t> shape;  // empty: a scalar
  bool is_fortran_order = false;
  std::uint32_t checksum = 0;                    // of the whole entry
  std::uint64_t begin = 0, header = 0, end = 0;  // in the file: of the entry, of its elements, behind them
};

class NpzFile {
 public:
  /// Reads the list of entries. Throws InvalidArgument with the reason and the path: no such file, no archive,
  /// compressed, beyond 4 GB.
  explicit NpzFile(std::string path);

  const std::vector<NpzEntry>& entries() const { return entries_; }
  /// Null if there is none.
  const NpzEntry* find(std::string_view name) const;

  /// The elements of an entry. Throws InvalidArgument if the file is damaged or `out` is of another size.
  void read(const NpzEntry& entry, std::span<std::byte> out) const;

 private:
  std::string path_;
  std::vector<NpzEntry> entries_;
};

}  // namespace kparity::generate
