// A bump allocator over reserved address space: arrays are few, and all of them go at once.
#include "kparity/emulate/device_memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "kparity/error.hpp"

namespace kparity::emulate {

namespace {

constexpr std::size_t region_wanted = std::size_t{1} << 38;
constexpr std::size_t region_least = std::size_t{1} << 30;
// Room before the first array, so that a negative index of 32 bits still falls into the region.
constexpr std::size_t in_front_divisor = 16;
// Between arrays: a page would be enough for an index that is off by one, but not for one that is off by a row.
constexpr std::size_t distance = std::size_t{16} << 20;
constexpr std::size_t alignment = 16;
constexpr std::size_t kept_when_cleared = std::size_t{64} << 20;  // larger memories give their pages back
constexpr std::byte pattern{0xc3};

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

std::string plural(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

DeviceMemory::DeviceMemory() {
  for (size_ = region_wanted; size_ >= region_least; size_ /= 2) {
    void* const pages = ::mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) continue;
    region_ = static_cast<std::byte*>(pages);
    ::madvise(pages, size_, MADV_DONTDUMP);
    used_ = size_ / in_front_divisor;
    return;
  }
  throw RuntimeFailure(fmt::format("the emulated device needs {} bytes of address space: {}; see 'ulimit -v'",
                                   region_least, std::strerror(errno)));
}

DeviceMemory::~DeviceMemory() {
  ::munmap(region_, size_);
}

void* DeviceMemory::allocate(std::size_t bytes, const std::string& name, std::size_t element_size, Edge edge) {
  const std::size_t room = size_ - used_;
  if (bytes > room || round_up(bytes, page_size()) + distance > room)
    throw RuntimeFailure(fmt::format("'{}' does not fit into the emulated device memory of {} bytes", name, size_));
  std::byte* const first_page = region_ + used_;
  const std::size_t pages = round_up(bytes, page_size());
  used_ += round_up(pages + distance, page_size());
  std::byte* const begin = edge == Edge::begin ? first_page : first_page + (pages - round_up(bytes, alignment));
  arrays_.push_back(
      {name, std::max<std::size_t>(element_size, 1), begin, bytes, first_page, first_page + pages, false});
  return begin;
}

void DeviceMemory::clear() {
  close();
  const std::size_t in_front = size_ / in_front_divisor;
  std::size_t held = 0;
  for (const Array& array : arrays_) held += array.bytes;
  if (held > kept_when_cleared) ::madvise(region_ + in_front, used_ - in_front, MADV_DONTNEED);
  arrays_.clear();
  used_ = in_front;
}

void DeviceMemory::protect(std::byte* begin, std::byte* end, bool open) const {
  if (begin == end) return;
  if (::mprotect(begin, static_cast<std::size_t>(end - begin), open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0)
    throw RuntimeFailure(fmt::format("the emulated device memory could not be {}: {}", open ? "opened" : "closed",
                                     std::strerror(errno)));
}

void DeviceMemory::open() {
  for (Array& array : arrays_) {
    protect(array.first_page, array.last_page, true);
    if (std::exchange(array.marked, true)) continue;
    std::fill(array.first_page, array.begin, pattern);
    std::fill(array.begin + array.bytes, array.last_page, pattern);
  }
}

void DeviceMemory::close() {
  if (!arrays_.empty()) protect(arrays_.front().first_page, arrays_.back().last_page, false);
}

const DeviceMemory::Array* DeviceMemory::containing(const void* address) const {
  const auto* const at = static_cast<const std::byte*>(address);
  const auto found = std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& array) {
    return at >= array.begin && at <= array.begin + array.bytes;
  });
  return found == arrays_.end() ? nullptr : &*found;
}

bool DeviceMemory::contains(const void* address) const noexcept {
  const auto* const at = static_cast<const std::byte*>(address);
  return at >= region_ && at < region_ + size_;
}

void DeviceMemory::check_copy(const char* what, const void* device, const void* host, std::size_t bytes) const {
  const Array* const array = containing(device);
  if (array == nullptr)
    throw InvalidArgument(fmt::format("{}: the device side is not memory of the emulated device", what));
  const auto first = static_cast<std::size_t>(static_cast<const std::byte*>(device) - array->begin);
  if (bytes > array->bytes - first)
    throw InvalidArgument(fmt::format("{}: {} from byte {} of '{}', which has {}", what, plural(bytes, "byte"), first,
                                      array->name, plural(array->bytes, "byte")));
  if (contains(host)) {
    const Array* const other = containing(host);
    throw InvalidArgument(fmt::format("{}: the host side is device memory{}", what,
                                      other == nullptr ? "" : fmt::format(" ('{}')", other->name)));
  }
}

void DeviceMemory::copy_in(void* device, const void* host, std::size_t bytes) {
  check_copy("copy to the device", device, host, bytes);
  std::memcpy(device, host, bytes);
}

void DeviceMemory::copy_out(void* host, const void* device, std::size_t bytes) {
  check_copy("copy from the device", device, host, bytes);
  std::memcpy(host, device, bytes);
}

std::optional<DeviceAddress> DeviceMemory::find_write_beside() {
  const auto changed = [](std::byte* begin, std::byte* end) {
    return std::find_if(begin, end, [](std::byte b) { return b != pattern; });
  };
  for (Array& array : arrays_) {
    if (!array.marked) continue;
    std::byte* const end = array.begin + array.bytes;
    std::byte* at = changed(end, array.last_page);
    if (at == array.last_page) {
      at = changed(array.first_page, array.begin);
      if (at == array.begin) continue;
      while (changed(at + 1, array.begin) != array.begin) at = changed(at + 1, array.begin);  // the nearest
    }
    std::fill(array.first_page, array.begin, pattern);
    std::fill(end, array.last_page, pattern);
    return locate(at);
  }
  return std::nullopt;
}

std::optional<DeviceAddress> DeviceMemory::locate(const void* address) const {
  if (!contains(address) || arrays_.empty()) return std::nullopt;
  const auto* const at = static_cast<const std::byte*>(address);
  const auto far_from = [&](const Array& array) {
    if (at < array.begin) return array.begin - at;
    return std::max<std::ptrdiff_t>(0, at - (array.begin + array.bytes) + 1);
  };
  const Array& array = *std::min_element(arrays_.begin(), arrays_.end(),
                                         [&](const Array& a, const Array& b) { return far_from(a) < far_from(b); });
  const std::size_t size = array.element_size;
  const std::string elements = fmt::format(" ({})", plural(array.bytes / size, "element"));
  if (at < array.begin) {
    const auto before = static_cast<std::size_t>(array.begin - at);
    return DeviceAddress{array.name, -1,
                         fmt::format("`{}`[-{}], {} before its start{}", array.name, (before + size - 1) / size,
                                     plural(before, "byte"), elements)};
  }
  const auto offset = static_cast<std::size_t>(at - array.begin);
  const auto element = static_cast<std::int64_t>(offset / size);
  std::string text = fmt::format("`{}`[{}]", array.name, element);
  if (offset == array.bytes) text += ", just past its end" + elements;
  if (offset > array.bytes) text += fmt::format(", {} past its end{}", plural(offset - array.bytes, "byte"), elements);
  return DeviceAddress{array.name, element, std::move(text)};
}

}  // namespace kparity::emulate
