// What is done when an access is not simply fine: places outside all arrays, reads held back for a
// compare-and-exchange, and the words of findings. Also atomics, which are rare next to plain accesses.
#include "engine.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace kparity::checker {

namespace {

constexpr unsigned spins_before_yield = 256;
constexpr std::uintptr_t null_page = std::uintptr_t{64} * 1024;

std::string plural(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Bytes of one element; a variable's declared type is not known, so what the first access read counts.
std::size_t element_size(const Array& array) {
  if (array.element_size == 0) return array.shift == Array::untouched ? 1 : std::size_t{1} << array.shift;
  return array.element_size;
}

long long element_of(const Array& array, std::uintptr_t address) {
  if (address < array.begin) return -1;
  return static_cast<long long>((address - array.begin) / element_size(array));
}

/// "`rho`[24]", with the byte if it is not the element's first.
std::string element_text(const Array& array, std::uintptr_t address) {
  const std::size_t size = element_size(array);
  std::string text = "`" + std::string(array.name) + "`[" + std::to_string(element_of(array, address)) + "]";
  if (const std::size_t byte = (address - array.begin) % size; byte != 0) text += ", byte " + std::to_string(byte);
  return text;
}

const char* name_of(const Conflict& conflict) {
  switch (conflict.with) {
    case Conflict::With::read: return "read";
    case Conflict::With::write: return "write";
    case Conflict::With::atomic: return (conflict.flags & access_block_scope) != 0 ? "atomic of block scope" : "atomic";
    case Conflict::With::nothing: break;
  }
  return "";
}

KparityDim3 position(std::uint64_t linear, KparityDim3 size) {
  return {static_cast<unsigned>(linear % size.x), static_cast<unsigned>(linear / size.x % size.y),
          static_cast<unsigned>(linear / size.x / size.y)};
}

}  // namespace

Engine* Engine::running = nullptr;

Engine::Engine(const Options& options)
    : findings(options.most_findings, options.prelude), options_(options), races_(order, pools_) {}

void Engine::launch_begin(const KparityLaunch& launch) {
  launch_ = launch;
  context_begin_ = reinterpret_cast<std::uintptr_t>(launch.context);
  space.open_region(true);
  if (order.used_up()) {
    space.wipe();
    order.restart();
  }
  pools_.clear();
  space.launch_begin();
  if (launch.shared_bytes != 0 && !space.in_arena(reinterpret_cast<std::uintptr_t>(launch.shared))) {
    space.use_arena(launch.shared, launch.shared_bytes);
  }
  order.launch_begin(launch.threads, launch.warp_size);
  findings.launch_begin(launch.services);
  images_.forget();
  held_.assign(launch.threads, {});
  held_count_ = 0;
  last_code_ = 0;
  running = this;
}

void Engine::launch_end() {
  let_all_go();
  running = nullptr;
  if (options_.close_device_memory) space.open_region(false);
}

void Engine::block_end() {
  let_all_go();
  space.clear_shared();
}

void Engine::barrier() {
  let_all_go();
  order.barrier();
}

void Engine::thread_exit() {
  if (held_count_ != 0) let_go(held_[order.me]);
  order.thread_exit();
}

void Engine::volatile_access(std::uintptr_t address, std::size_t size, std::uintptr_t code, Does does) {
  // A fence makes volatile flags synchronise as atomic ones do. What a store has released must be there before anybody
  // reads.
  const Scope scope = space.in_arena(address) ? Scope::block : Scope::system;
  order.atomic(address, does == Does::read, does == Does::write, scope);
  if (does == Does::write) {
    access<Does::write>(address, size, code, access_volatile);
    return;
  }
  access<Does::read>(address, size, code, access_volatile);
  if (code != spin_code_ || address != spin_address_) {
    spin_code_ = code;
    spin_address_ = address;
    spins_ = 0;
  } else if (++spins_ % spins_before_yield == 0) {
    launch_.services->yield();
  }
}

void Engine::atomic(std::uintptr_t address, std::size_t size, KparityAtomicKind kind, Scope scope,
                    const CodePlace& place) {
  const bool reads = kind != kparity_atomic_store;
  const bool compares = kind == kparity_atomic_compare_exchange;
  Held& held = held_[order.me];
  if (held.active) {
    const bool same = held.address >= address && held.address + held.size <= address + size;
    if (compares && same && held.barrier_stamp == order.barrier_stamp) {
      held.active = false;
      --held_count_;
    } else {
      let_go(held);
    }
  }
  Array* array = space.find(address);
  if (array == nullptr || address - array->begin >= array->size || size > array->size - (address - array->begin)) {
    array = outside(address, size, "atomic", place);
  }
  begun_ = {address, size, scope, place};
  if (array == nullptr) {  // memory that nobody has announced, a local array say, synchronises all the same
    if (!compares) order.atomic(address, reads, kind != kparity_atomic_load, scope);
    return;
  }
  if (array->written != nullptr && reads && !is_written(*array, address - array->begin, size)) {
    not_written(*array, address, place);
  }
  if (compares) return;
  remember(*array, begun_, reads, kind != kparity_atomic_load);
}

void Engine::compared(bool wrote) {
  if (begun_.size == 0) return;
  Array* array = space.containing(reinterpret_cast<const void*>(begun_.address));
  if (array == nullptr) {
    order.atomic(begun_.address, true, wrote, begun_.scope);
    begun_.size = 0;
    return;
  }
  if (options_.tolerate_cas_loops) {
    const std::uint32_t floor = floor_of(*array);
    visit(*array, begun_.address, begun_.size, [&](Cell& cell) {
      races_.forget_own_reads(cell, floor);
      return Conflict{};
    });
  }
  remember(*array, begun_, true, wrote);
  begun_.size = 0;
}

void Engine::remember(Array& array, const Begun& atomic, bool reads, bool writes) {
  if (writes && array.written != nullptr) note_written(array, atomic.address - array.begin, atomic.size);
  std::uint16_t flags = atomic.place.flags();
  if (writes) flags |= access_writes;
  if (atomic.scope == Scope::block) flags |= access_block_scope;
  const std::uint32_t floor = floor_of(array);
  const std::uint32_t code = atomic.place.code();
  if (writes) order.before_atomic_write();
  const Conflict conflict =
      visit(array, atomic.address, atomic.size, [&](Cell& cell) { return races_.atomic(cell, floor, code, flags); });
  if (conflict) {
    const char* what = atomic.scope == Scope::block ? "atomic of block scope" : "atomic";
    race(atomic.address, atomic.size, what, atomic.place, conflict);
  }
  // The next block's variables lie at the same addresses and are others.
  order.atomic(atomic.address, reads, writes, array.kind == Kind::shared ? Scope::block : atomic.scope);
}

/// Finds the array if there is one after all; else reports, and the launch ends, or answers null for memory that may be
/// touched.
Array* Engine::outside(std::uintptr_t address, std::size_t size, const char* what, const CodePlace& place) {
  if (space.in_region(address) || space.in_arena(address)) {
    Array* array = space.find(address);
    const Array* near = array != nullptr ? array : space.nearest(address);
    if (near != nullptr) out_of_bounds(*near, address, size, what, place);
  }
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (address - frame < assumed_stack) return nullptr;
  if (address - context_begin_ < launch_.context_bytes) return nullptr;
  if (address - reinterpret_cast<std::uintptr_t>(launch_.engine) < launch_.engine_bytes) return nullptr;
  if (address - reinterpret_cast<std::uintptr_t>(hooks) < sizeof *hooks) return nullptr;
  if (Array* array = space.find_elsewhere(address)) {
    if (size > array->size - (address - array->begin)) out_of_bounds(*array, address, size, what, place);
    return array;
  }
  if (images_.contain(address)) return nullptr;
  findings.near_code(last_code_ != 0 ? last_code_ : place.address);
  if (!findings.seen(kparity_finding_bounds, place.key(), {}, nullptr)) {
    std::string text = std::string(what) + " of " + plural(size, "byte");
    if (address < null_page) {
      text += " through a null pointer";
    } else if (space.in_region(address) || space.in_arena(address)) {
      text += " of device memory that is not allocated";
    } else {
      text += " of host memory; kernels may only touch device memory, so copy the data there";
    }
    findings.report(kparity_finding_bounds, party(place.key(), order.me, order.epoch), text, nullptr, -1, nullptr,
                    nullptr);
  }
  abandon();
}

void Engine::out_of_bounds(const Array& array, std::uintptr_t address, std::size_t size, const char* what,
                           const CodePlace& place) {
  findings.near_code(last_code_ != 0 ? last_code_ : place.address);
  if (!findings.seen(kparity_finding_bounds, place.key(), {}, array.name)) {
    const std::size_t unit = element_size(array);
    std::string text = std::string(what) + " of ";
    if (address < array.begin) {
      const std::size_t before = array.begin - address;
      text += "`" + std::string(array.name) + "`[-" + std::to_string((before + unit - 1) / unit) + "], " +
              plural(before, "byte") + " before its start";
    } else {
      const std::size_t end = array.begin + array.size;
      text += element_text(array, address) + ", ";
      text += address >= end ? (address == end ? "just past its end" : plural(address - end, "byte") + " past its end")
                             : plural(address + size - end, "byte") + " of it past its end";
    }
    text += " (" + plural(array.size / unit, "element") + ")";
    findings.report(kparity_finding_bounds, party(place.key(), order.me, order.epoch), text, array.name,
                    element_of(array, address), nullptr, nullptr);
  }
  abandon();
}

void Engine::not_written(const Array& array, std::uintptr_t address, const CodePlace& place) {
  if (!options_.find_uninitialised) return;
  findings.near_code(last_code_ != 0 ? last_code_ : place.address);
  if (findings.seen(kparity_finding_uninitialised, place.key(), {}, array.name)) return;
  std::string text = "read of " + element_text(array, address) + ", which nobody has written";
  if (array.kind == Kind::shared) text += " in this block";
  findings.report(kparity_finding_uninitialised, party(place.key(), order.me, order.epoch), text, array.name,
                  element_of(array, address), nullptr, nullptr);
}

void Engine::undefined(const Undefined& what) {
  // What the prelude computes is defined on a device. An address that a kernel hands to it is the kernel's, whose line
  // is found from the code.
  const bool in_prelude = is_in_prelude(what.site.file);
  if (in_prelude && what.address == 0) return;
  const bool has_site = what.site.file != nullptr && !in_prelude;
  const CodePlace place = has_site ? CodePlace{what.code, findings.site(what.site), true} : CodePlace{what.code};
  const Array* array = what.address == 0 ? nullptr : space.containing(reinterpret_cast<const void*>(what.address));
  const char* const name = array != nullptr ? array->name : what.array.empty() ? nullptr : findings.name(what.array);
  findings.near_code(what.code);
  if (!findings.seen(what.kind, place.key(), {}, name)) {
    std::string text = what.text;
    if (array != nullptr) text += " at " + element_text(*array, what.address);
    if (!what.behind.empty()) text += ", " + what.behind;
    findings.report(what.kind, party(place.key(), order.me, order.epoch), text, name,
                    array == nullptr ? -1 : element_of(*array, what.address), nullptr, nullptr);
  }
  if (what.ends) abandon();
}

bool Engine::is_in_prelude(const char* file) const {
  return file != nullptr && std::any_of(options_.prelude.begin(), options_.prelude.end(), [&](const std::string& part) {
           return std::string_view(file).find(part) != std::string_view::npos;
         });
}

void Engine::race(std::uintptr_t address, std::size_t size, const char* what, const CodePlace& place,
                  const Conflict& conflict) {
  const Held access = {true, order.me, order.epoch, order.barrier_stamp, address, size, place, conflict};
  const bool plain_read = what[0] == 'r';
  if (!plain_read || conflict.with != Conflict::With::atomic || !options_.tolerate_cas_loops) {
    report_race(access, what);
    return;
  }
  Held& held = held_[order.me];
  if (held.active && held.address == address && held.size == size) return;
  let_go(held);
  held = access;
  ++held_count_;
}

void Engine::report_race(const Held& access, const char* what) {
  const Array* array = space.containing(reinterpret_cast<const void*>(access.address));
  if (array == nullptr) return;
  findings.near_code(last_code_ != 0 ? last_code_ : access.place.address);
  const Code second = {access.conflict.code, (access.conflict.flags & access_at_site) != 0};
  if (findings.seen(kparity_finding_race, access.place.key(), second, array->name)) return;
  std::string text = std::string(what) + " of " + element_text(*array, access.address);
  text += array->kind == Kind::shared ? " in shared memory" : " in global memory";
  const Party other = party(second, access.conflict.thread, access.conflict.stamp);
  findings.report(kparity_finding_race, party(access.place.key(), access.thread, access.stamp), text, array->name,
                  element_of(*array, access.address), &other, name_of(access.conflict));
}

void Engine::let_go(Held& held) {
  if (!held.active) return;
  held.active = false;
  --held_count_;
  report_race(held, "read");
}

void Engine::let_all_go() {
  if (held_count_ == 0) return;
  for (Held& held : held_) let_go(held);
}

void Engine::abandon() {
  launch_.services->abandon();
  std::abort();  // a scheduler that returns from abandon() would let the kernel do what was found to be wrong
}

Party Engine::party(Code code, std::uint16_t thread, std::uint32_t stamp) const {
  return {code, position(order.block_of(stamp), launch_.grid), position(thread, launch_.block)};
}

}  // namespace kparity::checker
