// Reads an `.npz` for tests, entry by entry from its beginning, so that what writes and what reads such files is held
// against a third program.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace kparity::test {

struct NpzEntry {
  std::string header;  // "{'descr': '<f8', ...}"
  std::string bytes;

  template <class T>
  std::vector<T> as() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
  std::string shape() const {
    const std::size_t begin = header.find("'shape': ") + 9;
    return header.substr(begin, header.find(')', begin) + 1 - begin);
  }
  std::string type() const { return header.substr(header.find("'descr': '") + 10, 3); }
};

inline std::map<std::string, NpzEntry> read_npz_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto number = [&](std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(file[at + i]);
    return value;
  };
  std::map<std::string, NpzEntry> entries;
  for (std::size_t at = 0; file.compare(at, 4, "PK\x03\x04") == 0;) {
    const std::size_t size = number(at + 18, 4), name = number(at + 26, 2), extra = number(at + 28, 2);
    const std::size_t contents = at + 30 + name + extra, header = number(contents + 8, 2);
    const std::string full = file.substr(at + 30, name);
    entries[full.substr(0, full.size() - 4)] = {file.substr(contents + 10, header),
                                                file.substr(contents + 10 + header, size - 10 - header)};
    at = contents + size;
  }
  return entries;
}

}  // namespace kparity::test
