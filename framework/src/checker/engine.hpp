// The checker at work: every access of a kernel comes in here, is looked up, tested against extents, written bytes and
// earlier accesses, and remembered.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "cell.hpp"
#include "findings.hpp"
#include "images.hpp"
#include "kparity/checker/checker.hpp"
#include "kparity/hooks.h"
#include "order.hpp"
#include "races.hpp"
#include "space.hpp"

namespace kparity::checker {

enum class Does { read, write };

/// Above the frame of a callback, where the scheduler names no stacks.
inline constexpr std::size_t assumed_stack = 256 * 1024;

/// A place of code as an access brings it: a return address, or a site that the kernel named.
struct CodePlace {
  std::uintptr_t address = 0;  // of code of the kernel's library in any case
  std::uint32_t site = 0;
  bool is_site = false;

  std::uint32_t code() const { return is_site ? site : static_cast<std::uint32_t>(address); }
  std::uint16_t flags() const { return is_site ? access_at_site : 0; }
  Code key() const { return {code(), is_site}; }
};

/// Does nothing; whoever calls it has the functions of undefined.cpp linked in.
void answer_undefined_behaviour();

/// Undefined behaviour of the language, as compiled code tells of it before it happens.
struct Undefined {
  KparityFindingKind kind = kparity_finding_undefined;
  KparitySite site{};       // of the code; without a file where the compiler does not say
  std::uintptr_t code = 0;  // return address
  std::string text{};
  std::string behind{};        // follows the name of the element at `address`
  std::uintptr_t address = 0;  // that it is about; 0 if it is not
  std::string array{};         // whose index it is about; empty if it is not
  bool ends = false;           // the launch
};

class Engine {
 public:
  explicit Engine(const Options& options);

  /// A plain access of the kernel; `code` is the return address of the callback. Small, for it is made in line.
  template <Does does, std::size_t size>
  void plain(std::uintptr_t address, std::uintptr_t code);
  /// The same of any size; or a volatile one.
  template <Does does>
  void access(std::uintptr_t address, std::size_t size, std::uintptr_t code, std::uint16_t flags = 0);
  /// A volatile access. One that only repeats itself lets other threads run.
  void volatile_access(std::uintptr_t address, std::size_t size, std::uintptr_t code, Does does);
  /// An atomic access that is about to happen. Of a compare-and-exchange nothing is remembered yet.
  void atomic(std::uintptr_t address, std::size_t size, KparityAtomicKind kind, Scope scope, const CodePlace& place);
  /// The compare-and-exchange of the running thread has happened.
  void compared(bool wrote);

  void undefined(const Undefined& what);

  /// Memory that every kernel touches and that is no array: its stack, threadIdx and the like, the table it calls the
  /// scheduler through, and static data of its library, as long as nobody has announced any of that as an array. Seen
  /// without a search, so that a false answer means nothing.
  bool is_surely_own(std::uintptr_t address) const;

  void launch_begin(const KparityLaunch& launch);
  void launch_end();
  void block_end();
  void barrier();
  void thread_exit();

  /// The table that kernels call the checker through, which they may read.
  const KparityHooks* hooks = nullptr;
  Space space;
  Order order;
  Findings findings;
  /// The engine whose launch runs, which is the one that the callbacks call; null between launches.
  static Engine* running;

 private:
  /// A read that races with an atomic only, of a thread that may be about to compare and exchange there.
  struct Held {
    bool active = false;
    std::uint16_t thread = 0;
    std::uint32_t stamp = 0, barrier_stamp = 0;
    std::uintptr_t address = 0;
    std::size_t size = 0;
    CodePlace place;
    Conflict conflict;
  };
  /// An atomic operation whose outcome is not known yet.
  struct Begun {
    std::uintptr_t address = 0;
    std::size_t size = 0;
    Scope scope = Scope::device;
    CodePlace place;
  };

  std::uint32_t floor_of(const Array& array) const {
    return array.kind == Kind::shared ? order.block_start : order.launch_start;
  }
  template <Does does, typename AnyCell>
  bool simply(AnyCell& cell, std::uint8_t* written, std::size_t offset, std::size_t size, std::uint32_t floor,
              std::uintptr_t code);
  template <typename Judge>
  Conflict visit(Array& array, std::uintptr_t address, std::size_t size, Judge judge);
  void note_written(Array& array, std::size_t offset, std::size_t size);
  bool is_written(const Array& array, std::size_t offset, std::size_t size) const;
  void remember(Array& array, const Begun& atomic, bool reads, bool writes);

  Array* outside(std::uintptr_t address, std::size_t size, const char* what, const CodePlace& place);
  void out_of_bounds(const Array& array, std::uintptr_t address, std::size_t size, const char* what,
                     const CodePlace& place);
  void not_written(const Array& array, std::uintptr_t address, const CodePlace& place);
  void race(std::uintptr_t address, std::size_t size, const char* what, const CodePlace& place,
            const Conflict& conflict);
  void report_race(const Held& access, const char* what);
  void let_go(Held& held);
  void let_all_go();
  bool is_in_prelude(const char* file) const;
  [[noreturn]] void abandon();
  Party party(Code code, std::uint16_t thread, std::uint32_t stamp) const;

  Options options_;
  Pools pools_;
  Races races_;
  Images images_;
  KparityLaunch launch_{};
  std::uintptr_t context_begin_ = 0;
  std::vector<Held> held_;  // by thread
  unsigned held_count_ = 0;
  Begun begun_;
  std::uintptr_t last_code_ = 0;  // of a plain access of this launch
  std::uintptr_t spin_code_ = 0, spin_address_ = 0;
  unsigned spins_ = 0;
};

/// The granule that suits an access: accesses of a kernel to an array are mostly of one size.
inline std::uint8_t shift_for(std::size_t size) {
  if (size % 8 == 0) return 3;
  if (size % 4 == 0) return 2;
  return size % 2 == 0 ? 1 : 0;
}

inline bool Engine::is_written(const Array& array, std::size_t offset, std::size_t size) const {
  const std::size_t bit = offset % 8;
  if (bit + size <= 8) {
    const unsigned mask = ((1u << size) - 1) << bit;
    return (array.written[offset / 8] & mask) == mask;
  }
  // Copies of structs take their padding along; they count as written if any byte of them was.
  return size > 16 ? any_bit(array.written, offset, size) : all_bits(array.written, offset, size);
}

inline void Engine::note_written(Array& array, std::size_t offset, std::size_t size) {
  const std::size_t bit = offset % 8;
  if (bit + size <= 8) {
    array.written[offset / 8] = static_cast<std::uint8_t>(array.written[offset / 8] | ((1u << size) - 1) << bit);
  } else {
    set_bits(array.written, offset, size, true);
  }
}

[[gnu::always_inline]] inline bool Engine::is_surely_own(std::uintptr_t address) const {
  if (space.in_region(address) || space.in_arena(address)) return false;
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (address - frame < assumed_stack) return true;
  if (address - context_begin_ < launch_.context_bytes) return true;
  if (address - reinterpret_cast<std::uintptr_t>(launch_.engine) < launch_.engine_bytes) return true;
  return images_.contained_last(address) && !space.has_arrays_elsewhere();
}

/// Applies `judge(cell)` to the cells of a range, whole ones or single bytes; the first conflict is the answer.
template <typename Judge>
Conflict Engine::visit(Array& array, std::uintptr_t address, std::size_t size, Judge judge) {
  Conflict first;
  const auto look = [&](Cell& cell) {
    const Conflict conflict = judge(cell);
    if (conflict && !first) first = conflict;
  };
  if (array.shift == Array::untouched) array.shift = shift_for(size);
  const std::size_t granule = std::size_t{1} << array.shift;
  const std::size_t offset = address - array.begin;
  const std::size_t end = offset + size;
  for (std::size_t at = offset; at < end;) {
    const std::size_t index = at >> array.shift;
    const std::size_t cell_begin = index << array.shift;
    const std::size_t part_end = end < cell_begin + granule ? end : cell_begin + granule;
    const bool whole = part_end - at == granule;
    const std::uint32_t floor = floor_of(array);
    if (array.kind == Kind::shared) races_.spread(array.wide_cell(index), floor);
    Cell& cell = array.kind == Kind::shared ? array.wide_cell(index).cell : array.cells[index];
    const Extra* extra = cell.extra == 0 ? nullptr : pools_.find(cell, floor);
    if (whole && (extra == nullptr || !extra->split)) {
      look(cell);
    } else {
      ByteCells& bytes = races_.split(cell, floor);
      for (std::size_t i = at - cell_begin; i < part_end - cell_begin; ++i) look(bytes.cell[i]);
    }
    at = part_end;
  }
  return first;
}

inline std::uint32_t stamp_of_write(const Cell& cell) {
  return cell.write.stamp;
}
inline std::uint32_t stamp_of_write(const WideCell& wide) {
  return wide.cell.write.stamp;
}

/// What a cell remembers to have been written need not be looked up, nor noted.
template <Does does, typename AnyCell>
[[gnu::always_inline]] inline bool Engine::simply(AnyCell& cell, std::uint8_t* written, std::size_t offset,
                                                  std::size_t size, std::uint32_t floor, std::uintptr_t code) {
  const auto bits = static_cast<std::uint8_t>(((1u << size) - 1) << offset % 8);
  const bool unknown = written != nullptr && stamp_of_write(cell) < floor;
  if constexpr (does == Does::read) {
    if (unknown && (written[offset / 8] & bits) != bits) return false;
    if (!Races::read_simply(cell, order, floor, static_cast<std::uint32_t>(code))) return false;
  } else {
    if (!Races::write_simply(cell, order, floor, static_cast<std::uint32_t>(code))) return false;
    if (unknown) written[offset / 8] = static_cast<std::uint8_t>(written[offset / 8] | bits);
  }
  last_code_ = code;
  return true;
}

/// What nearly all accesses are: of a whole cell of an array, and in order after what the cell remembers.
template <Does does, std::size_t size>
[[gnu::always_inline]] inline void Engine::plain(std::uintptr_t address, std::uintptr_t code) {
  static_assert(size == 1 || size == 2 || size == 4 || size == 8);
  constexpr auto shift = static_cast<std::uint8_t>(std::countr_zero(size));
  const Space::Shared& shared = space.last_shared();
  if (const std::size_t offset = address - shared.begin;
      offset < shared.whole && shared.shift == shift && offset % size == 0) {
    if (simply<does>(shared.cells[offset / size], shared.written, offset, size, order.block_start, code)) return;
  } else if (const Array* const array = space.find(address); array == nullptr) {
    if (is_surely_own(address)) return;
  } else if (const std::size_t at = address - array->begin;
             array->shift == shift && at % size == 0 && at < array->size && size <= array->size - at) {
    if (array->kind == Kind::shared) {
      space.remember(*array);
      if (simply<does>(array->wide_cell(at / size), array->written, at, size, order.block_start, code)) return;
    } else if (simply<does>(array->cells[at / size], array->written, at, size, order.launch_start, code)) {
      return;
    }
  }
  access<does>(address, size, code);
}

template <Does does>
void Engine::access(std::uintptr_t address, std::size_t size, std::uintptr_t code, std::uint16_t flags) {
  last_code_ = code;
  Array* array = space.find(address);
  std::size_t offset = array == nullptr ? 0 : address - array->begin;
  if (array == nullptr || offset >= array->size || size > array->size - offset) [[unlikely]] {
    if (array == nullptr && is_surely_own(address)) return;
    array = outside(address, size, does == Does::read ? "read" : "write", {code});
    if (array == nullptr) return;
    offset = address - array->begin;
  }
  if (array->written != nullptr) {
    if constexpr (does == Does::write) {
      note_written(*array, offset, size);
    } else if (!is_written(*array, offset, size)) [[unlikely]] {
      not_written(*array, address, {code});
    }
  }
  const std::uint32_t floor = floor_of(*array);
  const auto short_code = static_cast<std::uint32_t>(code);
  if constexpr (does == Does::write) {
    const Conflict conflict =
        visit(*array, address, size, [&](Cell& cell) { return races_.write(cell, floor, short_code, flags); });
    if (conflict) [[unlikely]]
      race(address, size, "write", {code}, conflict);
  } else {
    const bool hold = options_.tolerate_cas_loops;
    const Conflict conflict =
        visit(*array, address, size, [&](Cell& cell) { return races_.read(cell, floor, short_code, flags, hold); });
    if (conflict) [[unlikely]]
      race(address, size, "read", {code}, conflict);
  }
}

}  // namespace kparity::checker
