// A block is a file in memory that is mapped at one address after another; a window is private memory in its place.
#include "sparse_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "kparity/error.hpp"

namespace kparity::parity {

namespace {

constexpr std::uint64_t window_bytes = std::uint64_t{64} << 10;
// Of addresses that fault, on both sides: an index of 32 bits that has the wrong sign falls into them.
constexpr std::uint64_t faulting = std::uint64_t{40} << 30;

[[noreturn]] void fail(const char* what) {
  throw RuntimeFailure(std::string("no memory for sparse arrays: ") + what + ": " + std::strerror(errno));
}

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

std::uint64_t round_up(std::uint64_t bytes, std::uint64_t to) {
  return (bytes + to - 1) / to * to;
}

/// Windows of whole pages, ascending, none of which touches another.
std::vector<SparseWindow> windows_of(std::uint64_t elements, std::uint64_t width) {
  const std::uint64_t bytes = elements * width;
  if (bytes <= sparse_period) return {{0, elements}};
  constexpr std::uint64_t bits31 = std::uint64_t{1} << 31, bits32 = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> places = {0, bits31, bits32, bits31 * width, bits32 * width, bytes / 2, bytes - 1};
  std::vector<std::uint64_t> begins;
  for (const std::uint64_t place : places) {
    if (place >= bytes) continue;
    const std::uint64_t middle = place < window_bytes / 2 ? 0 : place - window_bytes / 2;
    begins.push_back(std::min(middle, bytes - 1) / window_bytes * window_bytes);
    begins.push_back(begins.back() + window_bytes);
  }
  std::ranges::sort(begins);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  std::vector<SparseWindow> windows;
  for (const std::uint64_t begin : begins) {
    if (begin >= bytes) continue;
    const std::uint64_t length = std::min(window_bytes, bytes - begin);
    if (!windows.empty() && (windows.back().first + windows.back().elements) * width == begin) {
      windows.back().elements += length / width;
    } else {
      windows.push_back({begin / width, length / width});
    }
  }
  return windows;
}

void map_at(std::byte* at, std::uint64_t bytes, int file) {
  const int kind = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  if (::mmap(at, bytes, PROT_READ | PROT_WRITE, kind | MAP_FIXED, file, 0) == MAP_FAILED) fail("mmap");
}

}  // namespace

SparseMemory::SparseMemory(const std::vector<generate::ArrayPlan>& plan, emulate::DeviceMemory* device)
    : device_(device) {
  arrays_.resize(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    Array& array = arrays_[i];
    array.width = size_of(plan[i].dtype);
    array.bytes = plan[i].elements * array.width;
    array.windows = windows_of(plan[i].elements, array.width);
    reserve(array, plan[i]);
  }
  for (Array& array : arrays_) map(array);
  if (device_ != nullptr) device_->open();
}

SparseMemory::~SparseMemory() {
  for (const Array& array : arrays_) {
    if (array.reserved != nullptr) ::munmap(array.reserved, array.reserved_bytes);
    if (array.shared != nullptr) ::munmap(array.shared, sparse_period);
    // Addresses of the device get back what they had: no memory, and nobody may touch them.
    if (device_ != nullptr)
      (void)::mmap(array.begin, round_up(array.bytes, page_size()), PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  }
  if (device_ != nullptr) device_->clear();
}

void SparseMemory::reserve(Array& array, const generate::ArrayPlan& plan) {
  if (device_ != nullptr) {  // whole pages, so that the last one is not shared with another array
    void* const begin = device_->allocate(array.bytes, plan.name, array.width, emulate::DeviceMemory::Edge::begin);
    array.begin = static_cast<std::byte*>(begin);
    return;
  }
  array.reserved_bytes = round_up(array.bytes, page_size()) + 2 * faulting;
  void* const memory =
      ::mmap(nullptr, array.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) fail("addresses");
  array.reserved = static_cast<std::byte*>(memory);
  array.begin = array.reserved + faulting;
}

void SparseMemory::map(Array& array) {
  if (array.bytes == 0) return;
  const std::uint64_t pages = round_up(array.bytes, page_size());
  if (array.bytes <= sparse_period) {
    map_at(array.begin, pages, -1);
    return;
  }
  const int file = ::memfd_create("kparity", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, static_cast<off_t>(sparse_period)) != 0) fail("a file in memory");
  for (std::uint64_t at = 0; at < pages; at += sparse_period)
    map_at(array.begin + at, std::min(sparse_period, pages - at), file);
  for (const SparseWindow& window : array.windows)
    map_at(array.begin + window.first * array.width, round_up(window.elements * array.width, page_size()), -1);
  void* const shared = ::mmap(nullptr, sparse_period, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (shared == MAP_FAILED) fail("mmap");
  array.shared = static_cast<std::byte*>(shared);
}

void SparseMemory::fill(std::size_t index, std::span<const std::byte> period) {
  const Array& array = arrays_[index];
  if (array.shared != nullptr) std::memcpy(array.shared, period.data(), period.size());
  for (const SparseWindow& window : array.windows) {
    std::uint64_t from = window.first * array.width;
    const std::uint64_t end = from + window.elements * array.width;
    while (from < end) {
      const std::uint64_t within = from % period.size(), length = std::min(end - from, period.size() - within);
      std::memcpy(array.begin + from, period.data() + within, length);
      from += length;
    }
  }
}

std::span<const std::byte> SparseMemory::window(std::size_t index, const SparseWindow& window) const {
  const Array& array = arrays_[index];
  return {array.begin + window.first * array.width, window.elements * array.width};
}

bool SparseMemory::holds(std::size_t index, std::span<const std::byte> period) const {
  const Array& array = arrays_[index];
  if (array.shared != nullptr && std::memcmp(array.shared, period.data(), period.size()) != 0) return false;
  for (const SparseWindow& each : array.windows) {
    const auto now = window(index, each);
    for (std::uint64_t done = 0; done < now.size();) {
      const std::uint64_t within = (each.first * array.width + done) % period.size();
      const std::uint64_t length = std::min(now.size() - done, period.size() - within);
      if (std::memcmp(now.data() + done, period.data() + within, length) != 0) return false;
      done += length;
    }
  }
  return true;
}

}  // namespace kparity::parity
