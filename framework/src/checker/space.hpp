// Where the memory that kernels may access lies, with its names and exact extents, and the shadow beside it. Arrays of
// the device region are found by one table look-up; the shared arena and arrays elsewhere have their own places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cell.hpp"

namespace kparity::checker {

enum class Kind : std::uint8_t { none, device, shared };

/// An array or variable. Its cells start at `cells`, one per 1 << shift bytes, wide ones if it is shared; `written` has
/// one bit per byte, and is null where all contents count as written.
struct Array {
  static constexpr std::uint8_t untouched = 0xff;
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  Cell* cells = nullptr;
  std::uint8_t* written = nullptr;
  std::uint8_t shift = untouched;  // the first access of a launch decides how large the cells are
  Kind kind = Kind::none;
  bool in_region = false;
  const char* name = "";
  std::size_t element_size = 1;  // 0: not known

  WideCell& wide_cell(std::size_t index) const { return reinterpret_cast<WideCell*>(cells)[index]; }
};

/// Address space with lazily backed pages, given back when destroyed. Throws RuntimeFailure if the system refuses.
class Mapping {
 public:
  Mapping() = default;
  explicit Mapping(std::size_t bytes);
  /// The largest of bytes, bytes / 2, ... down to `least` that the system gives.
  Mapping(std::size_t bytes, std::size_t least);
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  unsigned char* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// Gives the pages of a part back; they read as zero afterwards.
  void forget(std::size_t offset, std::size_t bytes) const;

 private:
  unsigned char* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Every array of the region starts in a slot of its own, at a distance from its edges; so nothing lies next to it.
class Space {
 public:
  static constexpr std::size_t slot_bytes = 64 * 1024;
  static constexpr std::size_t gap = 128;

  Space();

  /// Memory in the region, zeros or, `initialised` being false, whatever was there before. Pages are backed when
  /// touched.
  unsigned char* allocate(std::size_t bytes, const std::string& name, std::size_t element_size, bool initialised);
  /// Memory elsewhere that kernels may access, such as a `__device__` variable. `element_size` may be 0: not known.
  void add(const void* address, std::size_t bytes, const std::string& name, std::size_t element_size, bool initialised);
  /// Throws InvalidArgument if no array begins there.
  void remove(const void* address);

  unsigned char* shared_arena(std::size_t bytes);
  /// An arena that is not ours, as a scheduler without a checker has.
  void use_arena(unsigned char* address, std::size_t bytes);
  void add_shared(const void* address, std::size_t bytes, const char* name);
  void clear_shared();

  /// The array of the region or arena whose slot or extent an address is in, which need not contain the address; null
  /// where there is none.
  Array* find(std::uintptr_t address) {
    const std::uintptr_t in_region = address - region_begin_;
    if (in_region < region_used_) {
      const std::uint32_t id = slots_[in_region / slot_bytes];
      return id == 0 ? nullptr : &arrays_[id];
    }
    const std::uintptr_t in_arena = address - arena_begin_;
    if (in_arena < arena_size_) {
      const std::uint16_t id = variables_[in_arena / 8];
      return id == 0 ? nullptr : &shared_[id];
    }
    return nullptr;
  }
  /// Of a shared variable, for those who come again.
  struct Shared {
    std::uintptr_t begin = 0;
    std::size_t whole = 0;  // bytes that are covered by whole granules
    WideCell* cells = nullptr;
    std::uint8_t* written = nullptr;
    std::uint8_t shift = Array::untouched;
  };
  /// The one that was remembered last in this block.
  const Shared& last_shared() const { return last_shared_; }
  void remember(const Array& shared) {
    last_shared_ = {shared.begin, shared.size >> shared.shift << shared.shift, &shared.wide_cell(0), shared.written,
                    shared.shift};
  }
  /// The array outside region and arena that contains the address.
  Array* find_elsewhere(std::uintptr_t address);
  bool has_arrays_elsewhere() const { return !elsewhere_.empty(); }
  /// The array that an address outside all arrays probably belongs to: the nearest of the region or arena it is in,
  /// where in the region a large array is nearer than a small one at the same distance.
  const Array* nearest(std::uintptr_t address) const;
  /// The live array that contains the address or begins there; null where there is none.
  Array* containing(const void* address);

  bool in_region(std::uintptr_t address) const { return address - region_begin_ < region_.size(); }
  bool in_arena(std::uintptr_t address) const { return address - arena_begin_ < arena_size_; }

  /// The bytes count as written (or not).
  void set_written(const void* address, std::size_t bytes, bool written);

  /// Every array's cells get their size anew with the next access.
  void launch_begin();
  /// All stamps become void.
  void wipe();
  /// The device region may be accessed by nobody (false), or by anybody.
  void open_region(bool open);

 private:
  struct Elsewhere {
    Array array;
    Mapping cells;
    std::vector<std::uint8_t> written;
  };

  std::uint32_t new_id();
  const char* keep(const std::string& name);

  Mapping region_, cells_, written_, slot_table_;
  std::uintptr_t region_begin_ = 0;
  std::size_t region_used_ = 0;
  std::uint32_t* slots_ = nullptr;  // by slot: index into arrays_, 0 for none
  std::vector<Array> arrays_;
  std::vector<std::uint32_t> free_ids_;
  std::map<std::size_t, std::vector<std::size_t>> free_slots_;  // by number of slots: first slots
  bool open_ = true;

  Mapping arena_;
  Mapping arena_cells_;
  std::vector<std::uint8_t> arena_written_;
  std::uintptr_t arena_begin_ = 0;
  std::size_t arena_size_ = 0;
  std::vector<std::uint16_t> variables_;  // by 8 bytes of the arena: index into shared_
  std::vector<Array> shared_;
  Shared last_shared_;

  std::map<std::uintptr_t, Elsewhere> elsewhere_;
  Array* last_elsewhere_ = nullptr;   // that was found
  std::map<std::string, int> names_;  // owns the names
};

/// Sets or tests bits; `written` has bit 0 for byte 0.
void set_bits(std::uint8_t* written, std::size_t first, std::size_t count, bool value);
bool all_bits(const std::uint8_t* written, std::size_t first, std::size_t count);
bool any_bit(const std::uint8_t* written, std::size_t first, std::size_t count);

}  // namespace kparity::checker
