// The format of .npy files is that of NumPy's NEP 1, version 1.0; that of the archive is PKWARE's APPNOTE 6.3, sections
// 4.3.7, 4.3.12 and 4.3.16. A library would be a further package on every machine for the hundred bytes around an
// array.
#include "kparity/npz.hpp"

#include <array>
#include <bit>
#include <limits>

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint16_t first_day = 0x21;  // 1980-01-01, so that the same arrays make the same file

std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0xedb88320U : 0);
    table[i] = value;
  }
  return table;
}

/// What stands in front of the elements; its length is a multiple of 64.
std::string npy_header(const NpzArray& array) {
  std::string shape;
  for (const std::int64_t extent : array.shape) shape += std::to_string(extent) + ", ";
  std::string text =
      text::concat("{'descr': '", npy_type(array.dtype), "', 'fortran_order': False, 'shape': (", shape, "), }");
  constexpr std::size_t in_front = 10;
  while ((in_front + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

template <class T>
void put(std::string& to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) to += static_cast<char>((value >> (8 * i)) & 0xff);
}

struct Entry {
  std::string name, header;
  std::uint32_t crc = 0, size = 0, offset = 0;
};

/// The fields that the entry itself and the directory have in common.
void put_facts(std::string& to, const Entry& entry) {
  put<std::uint16_t>(to, 20);  // version needed
  put<std::uint16_t>(to, 0);   // flags
  put<std::uint16_t>(to, 0);   // stored
  put<std::uint16_t>(to, 0);   // time
  put<std::uint16_t>(to, first_day);
  put<std::uint32_t>(to, entry.crc);
  put<std::uint32_t>(to, entry.size);
  put<std::uint32_t>(to, entry.size);
  put<std::uint16_t>(to, static_cast<std::uint16_t>(entry.name.size()));
  put<std::uint16_t>(to, 0);  // no extra field
}

}  // namespace

std::uint32_t zip_checksum(std::span<const std::byte> bytes, std::uint32_t before) {
  static const std::array<std::uint32_t, 256> table = make_crc_table();
  std::uint32_t crc = ~before;
  for (const std::byte b : bytes) crc = table[(crc ^ std::to_integer<std::uint32_t>(b)) & 0xff] ^ (crc >> 8);
  return ~crc;
}

std::string npy_type(DType dtype) {
  const std::size_t size = size_of(dtype);
  const char kind = dtype == DType::boolean ? 'b' : is_floating(dtype) ? 'f' : is_signed(dtype) ? 'i' : 'u';
  return text::concat(size == 1 ? '|' : '<', kind, size);
}

void write_npz(std::span<const NpzArray> arrays, std::ostream& out) {
  std::uint64_t offset = 0;
  std::string directory;
  for (const NpzArray& array : arrays) {
    Entry entry{array.name + ".npy", npy_header(array)};
    const std::uint64_t size = entry.header.size() + array.bytes.size();
    if (offset + size + 1024 > std::numeric_limits<std::uint32_t>::max())
      throw InvalidArgument("the arrays take more than 4 GB, more than an .npz file can hold");
    entry.size = static_cast<std::uint32_t>(size);
    entry.offset = static_cast<std::uint32_t>(offset);
    entry.crc = zip_checksum(array.bytes, zip_checksum(std::as_bytes(std::span(entry.header))));
    std::string local;
    put<std::uint32_t>(local, 0x04034b50);
    put_facts(local, entry);
    local += entry.name + entry.header;
    out << local;
    out.write(reinterpret_cast<const char*>(array.bytes.data()), static_cast<std::streamsize>(array.bytes.size()));
    offset += local.size() + array.bytes.size();

    put<std::uint32_t>(directory, 0x02014b50);
    put<std::uint16_t>(directory, 20);  // made by
    put_facts(directory, entry);
    put<std::uint16_t>(directory, 0);  // no comment
    put<std::uint16_t>(directory, 0);  // disk
    put<std::uint16_t>(directory, 0);  // attributes
    put<std::uint32_t>(directory, 0);
    put<std::uint32_t>(directory, entry.offset);
    directory += entry.name;
  }
  std::string end;
  put<std::uint32_t>(end, 0x06054b50);
  put<std::uint32_t>(end, 0);  // disks
  put<std::uint16_t>(end, static_cast<std::uint16_t>(arrays.size()));
  put<std::uint16_t>(end, static_cast<std::uint16_t>(arrays.size()));
  put<std::uint32_t>(end, static_cast<std::uint32_t>(directory.size()));
  put<std::uint32_t>(end, static_cast<std::uint32_t>(offset));
  put<std::uint16_t>(end, 0);
  out << directory << end;
}

}  // namespace kparity
