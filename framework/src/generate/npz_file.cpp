// The directory at the end of the archive says where the entries are (PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and
// 4.3.16); what stands in front of the elements is that of NumPy's NEP 1.
#include "npz_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "kparity/error.hpp"
#include "kparity/npz.hpp"

namespace kparity::generate {

namespace {

constexpr std::size_t end_bytes = 22, directory_bytes = 46, local_bytes = 30, most_comment = 65535;

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), in_(path, std::ios::binary | std::ios::ate) {
    if (!in_) fail("cannot be read");
    size_ = static_cast<std::uint64_t>(in_.tellg());
  }

  std::vector<NpzEntry> entries() {
    const std::string tail = bytes(size_ - std::min<std::uint64_t>(size_, end_bytes + most_comment), size_);
    const auto end = tail.rfind("PK\x05\x06");
    if (end == std::string::npos || tail.size() - end < end_bytes)
      fail("is no .npz file: it has no directory at its end");
    const std::uint64_t count = number_at(tail, end + 10, 2), length = number_at(tail, end + 12, 4),
                        begin = number_at(tail, end + 16, 4);
    if (begin == 0xffffffff || count == 0xffff) fail("is larger than 4 GB, which is not supported");
    const std::string directory = bytes(begin, begin + length);
    std::vector<NpzEntry> entries;
    for (std::size_t at = 0; entries.size() < count;) {
      if (directory.size() < at + directory_bytes || directory.compare(at, 4, "PK\x01\x02") != 0) fail_damaged();
      const std::uint64_t name = number_at(directory, at + 28, 2);
      if (directory.size() < at + directory_bytes + name) fail_damaged();
      entries.push_back(entry(std::string_view(directory).substr(at), name));
      at += directory_bytes + name + number_at(directory, at + 30, 2) + number_at(directory, at + 32, 2);
    }
    return entries;
  }

  std::string bytes(std::uint64_t begin, std::uint64_t end) {
    if (begin > end || end > size_) fail_damaged();
    std::string text(end - begin, '\0');
    read(begin, text.data(), text.size());
    return text;
  }

  void read(std::uint64_t begin, char* to, std::size_t size) {
    in_.seekg(static_cast<std::streamoff>(begin));
    in_.read(to, static_cast<std::streamsize>(size));
    if (!in_) fail("cannot be read");
  }

  [[noreturn]] void fail(std::string_view problem) const {
    throw InvalidArgument(fmt::format("'{}' {}", path_, problem));
  }
  [[noreturn]] void fail_damaged() const { fail("is damaged"); }

 private:
  NpzEntry entry(std::string_view facts, std::uint64_t name_length) {
    NpzEntry entry;
    entry.name = facts.substr(directory_bytes, name_length);
    if (number_at(facts, 10, 2) != 0)
      fail(fmt::format("is compressed ('{}'); write it with np.savez, not np.savez_compressed", entry.name));
    if (!entry.name.ends_with(".npy")) fail(fmt::format("is no .npz file: it holds '{}'", entry.name));
    entry.name.resize(entry.name.size() - 4);
    entry.checksum = static_cast<std::uint32_t>(number_at(facts, 16, 4));
    const std::uint64_t size = number_at(facts, 24, 4), local = number_at(facts, 42, 4);
    const std::string header = bytes(local, local + local_bytes);
    entry.begin = local + local_bytes + number_at(header, 26, 2) + number_at(header, 28, 2);
    entry.end = entry.begin + size;
    read_header(entry);
    return entry;
  }

  void read_header(NpzEntry& entry) {
    const std::string start = bytes(entry.begin, std::min(entry.begin + 12, entry.end));
    if (start.size() < 12 || !start.starts_with("\x93NUMPY")) fail_damaged();
    const bool is_long = start[6] > 1;
    const std::uint64_t text = entry.begin + (is_long ? 12 : 10);
    entry.header = text + number_at(start, 8, is_long ? 4 : 2);
    if (entry.header > entry.end) fail_damaged();
    const std::string header = bytes(text, entry.header);
    const auto after = [&](std::string_view key) {
      const auto at = header.find(key);
      if (at == std::string::npos) fail_damaged();
      return std::string_view(header).substr(at + key.size());
    };
    const std::string_view type = after("'descr': ");
    entry.type = type.substr(0, type.find(type.starts_with('\'') ? "'" : "]", 1) + 1);
    if (entry.type.starts_with('\'')) entry.type = entry.type.substr(1, entry.type.size() - 2);
    entry.is_fortran_order = after("'fortran_order': ").starts_with("True");
    std::string_view shape = after("'shape': (");
    shape = shape.substr(0, shape.find(')'));
    while (!shape.empty()) {
      std::int64_t extent = 0;
      const auto read_number = std::from_chars(shape.data(), shape.data() + shape.size(), extent);
      if (read_number.ec != std::errc()) fail_damaged();
      entry.shape.push_back(extent);
      shape.remove_prefix(static_cast<std::size_t>(read_number.ptr - shape.data()));
      shape.remove_prefix(std::min(shape.find_first_not_of(", "), shape.size()));
    }
  }

  const std::string& path_;
  std::ifstream in_;
  std::uint64_t size_ = 0;
};

}  // namespace

NpzFile::NpzFile(std::string path) : path_(std::move(path)), entries_(Reader(path_).entries()) {}

const NpzEntry* NpzFile::find(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &NpzEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

void NpzFile::read(const NpzEntry& entry, std::span<std::byte> out) const {
  Reader reader(path_);
  if (out.size() != entry.end - entry.header)
    reader.fail(fmt::format("has {} bytes of '{}', not {}", entry.end - entry.header, entry.name, out.size()));
  const std::string header = reader.bytes(entry.begin, entry.header);
  reader.read(entry.header, reinterpret_cast<char*>(out.data()), out.size());
  if (zip_checksum(out, zip_checksum(std::as_bytes(std::span(header)))) != entry.checksum) reader.fail_damaged();
}

}  // namespace kparity::generate
