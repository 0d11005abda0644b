// Reserves the region with its shadow once, hands out slots, and keeps the bits that say which bytes were written.
#include "space.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "kparity/error.hpp"

namespace kparity::checker {

namespace {

constexpr std::size_t region_wanted = std::size_t{1} << 38;
constexpr std::size_t region_least = std::size_t{1} << 30;
constexpr std::size_t kept_when_freed = std::size_t{1} << 20;  // larger arrays give their pages back

void* map_pages(std::size_t bytes) {
  void* pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
  madvise(pages, bytes, MADV_DONTDUMP);  // a core file would be written page by page over terabytes of nothing
  return pages;
}

std::size_t slots_for(std::size_t bytes, std::size_t offset) {
  return (offset + bytes + Space::gap + Space::slot_bytes - 1) / Space::slot_bytes;
}

/// Where in its first slot an array begins: not all at the same place, or all arrays share the same cache sets.
std::size_t offset_of(std::size_t first_slot) {
  return Space::gap * (1 + first_slot % 31);
}

}  // namespace

Mapping::Mapping(std::size_t bytes) : Mapping(bytes, bytes) {}

Mapping::Mapping(std::size_t bytes, std::size_t least) : size_(bytes) {
  for (; size_ >= least; size_ /= 2) {
    data_ = static_cast<unsigned char*>(map_pages(size_));
    if (data_ != nullptr) return;
  }
  throw RuntimeFailure("the checker needs " + std::to_string(least) +
                       " bytes of address space: " + std::string(std::strerror(errno)) + "; see 'ulimit -v'");
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) munmap(data_, size_);
}

void Mapping::forget(std::size_t offset, std::size_t bytes) const {
  madvise(data_ + offset, bytes, MADV_DONTNEED);
}

Space::Space() : arrays_(1), shared_(1) {
  // Cells for single bytes take 32 bytes each, bits an eighth; pages that are not touched cost nothing.
  for (std::size_t size = region_wanted;; size /= 2) {
    try {
      region_ = Mapping(size);
      cells_ = Mapping(size * sizeof(Cell));
      written_ = Mapping(size / 8);
      slot_table_ = Mapping(size / slot_bytes * sizeof(std::uint32_t));
      break;
    } catch (const RuntimeFailure&) {
      region_ = {};
      cells_ = {};
      written_ = {};
      if (size <= region_least) throw;
    }
  }
  // Room in front, so that an array's negative indices of 32 bits are still in the region.
  region_used_ = region_.size() / 16;
  region_begin_ = reinterpret_cast<std::uintptr_t>(region_.data());
  slots_ = reinterpret_cast<std::uint32_t*>(slot_table_.data());
}

const char* Space::keep(const std::string& name) {
  return names_.emplace(name, 0).first->first.c_str();
}

std::uint32_t Space::new_id() {
  if (!free_ids_.empty()) {
    const std::uint32_t id = free_ids_.back();
    free_ids_.pop_back();
    return id;
  }
  arrays_.emplace_back();
  return static_cast<std::uint32_t>(arrays_.size() - 1);
}

unsigned char* Space::allocate(std::size_t bytes, const std::string& name, std::size_t element_size, bool initialised) {
  const std::size_t largest_offset = gap * 31;
  if (bytes > region_.size()) bytes = region_.size();
  const std::size_t count = slots_for(bytes, largest_offset);
  std::size_t first = region_used_ / slot_bytes;
  auto& free = free_slots_[count];
  bool used_before = false;
  if (!free.empty()) {
    first = free.back();
    free.pop_back();
    used_before = count * slot_bytes <= kept_when_freed;
  } else if (count * slot_bytes <= region_.size() - region_used_) {
    region_used_ += count * slot_bytes;
  } else {
    throw RuntimeFailure("'" + name + "' does not fit into the emulated device memory of " +
                         std::to_string(region_.size()) + " bytes");
  }
  const std::uint32_t id = new_id();
  std::fill_n(slots_ + first, count, id);
  const std::size_t offset = first * slot_bytes + offset_of(first);
  Array& array = arrays_[id];
  array = {.begin = region_begin_ + offset,
           .size = bytes,
           .cells = reinterpret_cast<Cell*>(cells_.data()) + offset,
           .written = nullptr,
           .kind = Kind::device,
           .in_region = true,
           .name = keep(name),
           .element_size = std::max<std::size_t>(element_size, 1)};
  if (!initialised) {
    array.written = written_.data() + offset / 8;
    if (used_before) set_bits(array.written, 0, bytes, false);  // else the bits are zero, and their pages not backed
  } else if (used_before) {
    const bool closed = !open_;
    open_region(true);
    std::memset(region_.data() + offset, 0, bytes);
    if (closed) open_region(false);
  }
  return region_.data() + offset;
}

void Space::add(const void* address, std::size_t bytes, const std::string& name, std::size_t element_size,
                bool initialised) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (Array* array = in_region(begin) ? find(begin) : nullptr; array != nullptr && array->begin == begin) {
    array->name = keep(name);  // ours already
    if (element_size != 0) array->element_size = element_size;
    array->size = bytes;
    if (initialised) array->written = nullptr;
    return;
  }
  Elsewhere& place = elsewhere_[begin];
  place.cells = Mapping(std::max<std::size_t>(bytes, 1) * sizeof(Cell));
  place.written.assign(initialised ? 0 : bytes / 8 + 1, 0);
  place.array = {.begin = begin,
                 .size = bytes,
                 .cells = reinterpret_cast<Cell*>(place.cells.data()),
                 .written = initialised ? nullptr : place.written.data(),
                 .kind = Kind::device,
                 .name = keep(name),
                 .element_size = element_size};
}

void Space::remove(const void* address) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  if (!in_region(begin)) {
    last_elsewhere_ = nullptr;
    if (elsewhere_.erase(begin) == 0) throw InvalidArgument("no emulated device array begins at this address");
    return;
  }
  Array* array = find(begin);
  if (array == nullptr || array->begin != begin) {
    throw InvalidArgument("no emulated device array begins at this address");
  }
  const std::size_t first = (begin - region_begin_) / slot_bytes;
  std::size_t count = 1;
  const std::uint32_t id = slots_[first];
  while ((first + count) * slot_bytes < region_used_ && slots_[first + count] == id) ++count;
  std::fill_n(slots_ + first, count, 0);
  free_slots_[count].push_back(first);
  free_ids_.push_back(id);
  if (count * slot_bytes > kept_when_freed) {
    const std::size_t offset = first * slot_bytes;
    region_.forget(offset, count * slot_bytes);
    cells_.forget(offset * sizeof(Cell), count * slot_bytes * sizeof(Cell));
    written_.forget(offset / 8, count * slot_bytes / 8);
  }
  *array = {};
}

unsigned char* Space::shared_arena(std::size_t bytes) {
  if (arena_.size() < bytes) arena_ = Mapping(bytes);
  use_arena(arena_.data(), arena_.size());
  return arena_.data();
}

void Space::use_arena(unsigned char* address, std::size_t bytes) {
  clear_shared();
  arena_begin_ = reinterpret_cast<std::uintptr_t>(address);
  if (arena_size_ >= bytes && !variables_.empty()) {
    arena_size_ = bytes;
    return;
  }
  arena_size_ = bytes;
  arena_cells_ = Mapping((bytes + 8) * sizeof(WideCell));
  variables_.assign(bytes / 8 + 1, 0);
  arena_written_.assign(bytes / 8 + 1, 0);
}

void Space::add_shared(const void* address, std::size_t bytes, const char* name) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(address) - arena_begin_;
  if (offset >= arena_size_ || bytes == 0) return;
  const auto id = static_cast<std::uint16_t>(shared_.size());
  std::fill_n(variables_.begin() + static_cast<std::ptrdiff_t>(offset / 8), (offset % 8 + bytes + 7) / 8, id);
  shared_.push_back({.begin = arena_begin_ + offset,
                     .size = bytes,
                     .cells = &reinterpret_cast<WideCell*>(arena_cells_.data())[offset].cell,
                     .written = arena_written_.data() + offset / 8,
                     .kind = Kind::shared,
                     .name = name == nullptr ? "shared memory" : name,
                     .element_size = 0});
  set_bits(shared_.back().written, 0, bytes, false);
}

void Space::clear_shared() {
  for (std::size_t i = 1; i < shared_.size(); ++i) {
    const std::size_t offset = shared_[i].begin - arena_begin_;
    std::fill_n(variables_.begin() + static_cast<std::ptrdiff_t>(offset / 8), (offset % 8 + shared_[i].size + 7) / 8,
                std::uint16_t{0});
  }
  shared_.resize(1);
  last_shared_ = {};
}

Array* Space::find_elsewhere(std::uintptr_t address) {
  const auto is_in = [&](const Array& array) { return address - array.begin < array.size; };
  if (last_elsewhere_ != nullptr && is_in(*last_elsewhere_)) return last_elsewhere_;
  const auto after = elsewhere_.upper_bound(address);
  if (after == elsewhere_.begin()) return nullptr;
  Array& array = std::prev(after)->second.array;
  if (!is_in(array)) return nullptr;
  return last_elsewhere_ = &array;
}

Array* Space::containing(const void* address) {
  const auto where = reinterpret_cast<std::uintptr_t>(address);
  Array* array = find(where);
  if (array == nullptr) array = find_elsewhere(where);
  return array != nullptr && where - array->begin <= array->size ? array : nullptr;
}

/// Arrays of the region lie far apart, so that an address in no array's slot is far from all: it comes from an index
/// that has left its type or is noise, and the distance is compared with the array's size.
const Array* Space::nearest(std::uintptr_t address) const {
  const bool among_shared = in_arena(address);
  const Array* best = nullptr;
  double least = 0;
  for (const Array& array : among_shared ? shared_ : arrays_) {
    if (array.kind == Kind::none) continue;
    const std::uintptr_t distance = address < array.begin ? array.begin - address : address - array.begin - array.size;
    const double how_far = static_cast<double>(distance) / (among_shared ? 1.0 : static_cast<double>(array.size + 1));
    if (best != nullptr && how_far >= least) continue;
    least = how_far;
    best = &array;
  }
  return best;
}

void Space::set_written(const void* address, std::size_t bytes, bool written) {
  Array* array = containing(address);
  if (array == nullptr) return;
  const std::size_t first = reinterpret_cast<std::uintptr_t>(address) - array->begin;
  bytes = std::min(bytes, array->size - first);
  if (written) {
    if (array->written == nullptr) return;
    if (bytes == array->size) {
      array->written = nullptr;
    } else {
      set_bits(array->written, first, bytes, true);
    }
    return;
  }
  if (array->written == nullptr) {
    if (!array->in_region) return;  // __device__ variables are never uninitialised again
    array->written = written_.data() + (array->begin - region_begin_) / 8;
    set_bits(array->written, 0, array->size, true);
  }
  set_bits(array->written, first, bytes, false);
}

void Space::launch_begin() {
  for (Array& array : arrays_) array.shift = Array::untouched;
  for (auto& [begin, place] : elsewhere_) place.array.shift = Array::untouched;
}

void Space::wipe() {
  cells_.forget(0, region_used_ * sizeof(Cell));
  if (arena_size_ != 0) arena_cells_.forget(0, arena_cells_.size());
  for (auto& [begin, place] : elsewhere_) place.cells.forget(0, place.cells.size());
}

void Space::open_region(bool open) {
  if (open == open_ || region_used_ == 0) return;
  if (mprotect(region_.data(), region_used_, open ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) {
    throw RuntimeFailure("the emulated device memory could not be " + std::string(open ? "opened" : "closed") + ": " +
                         std::strerror(errno));
  }
  open_ = open;
}

void set_bits(std::uint8_t* written, std::size_t first, std::size_t count, bool value) {
  const std::size_t end = first + count;
  const auto one = [&](std::size_t i) {
    const auto bit = static_cast<std::uint8_t>(1u << (i % 8));
    written[i / 8] = static_cast<std::uint8_t>(value ? written[i / 8] | bit : written[i / 8] & ~bit);
  };
  while (first < end && first % 8 != 0) one(first++);
  std::memset(written + first / 8, value ? 0xff : 0, (end - first) / 8);
  first += (end - first) / 8 * 8;
  while (first < end) one(first++);
}

bool all_bits(const std::uint8_t* written, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    if ((written[i / 8] >> (i % 8) & 1) == 0) return false;
  }
  return true;
}

bool any_bit(const std::uint8_t* written, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    if ((written[i / 8] >> (i % 8) & 1) != 0) return true;
  }
  return false;
}

}  // namespace kparity::checker
