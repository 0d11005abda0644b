// Memory of the device that the fast emulated place stands in for. It lies apart from the host's memory, is closed to
// everybody unless a launch or a copy runs, and every array has pages beside it that nobody may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kparity::emulate {

/// What an address of the device's region means.
struct DeviceAddress {
  std::string array;          // the one that contains it, else the nearest
  std::int64_t element = -1;  // of that array; -1 before its first
  std::string text;           // "`x`[12]", "`x`[130], just past its end (130 elements)"
};

class DeviceMemory {
 public:
  /// Which side of an array lies directly at a page that nobody may touch. At the end, up to 15 bytes are left between
  /// them, because arrays are aligned to 16 bytes.
  enum class Edge : std::uint8_t { begin, end };

  /// Reserves address space only. Throws RuntimeFailure if there is none.
  DeviceMemory();
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// An array, closed, with whatever its pages held. Pages are backed when first touched, so it may be larger than the
  /// machine's memory. Throws RuntimeFailure if the region (up to 256 GiB) is full.
  void* allocate(std::size_t bytes, const std::string& name, std::size_t element_size, Edge edge = Edge::end);
  /// Closes the memory; all arrays are gone.
  void clear();

  /// From here on the arrays may be touched.
  void open();
  /// Any access is refused from here on.
  void close();

  /// Copies between host and device while it is open. Throw InvalidArgument, naming the array, if the device side is
  /// not inside one array or the host side is device memory.
  void copy_in(void* device, const void* host, std::size_t bytes);
  void copy_out(void* host, const void* device, std::size_t bytes);

  /// What was written into the rest of a page that an array shares with nobody, while it was open; restores it.
  std::optional<DeviceAddress> find_write_beside();

  bool contains(const void* address) const noexcept;
  /// Empty if the address is not in the region or there is no array.
  std::optional<DeviceAddress> locate(const void* address) const;

 private:
  struct Array {
    std::string name;
    std::size_t element_size = 1;
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    std::byte *first_page = nullptr, *last_page = nullptr;  // the latter is past the last one
    bool marked = false;                                    // the rest of its pages holds the pattern
  };
  const Array* containing(const void* address) const;
  void check_copy(const char* what, const void* device, const void* host, std::size_t bytes) const;
  void protect(std::byte* begin, std::byte* end, bool open) const;

  std::byte* region_ = nullptr;
  std::size_t size_ = 0, used_ = 0;
  std::vector<Array> arrays_;  // by address
};

}  // namespace kparity::emulate
