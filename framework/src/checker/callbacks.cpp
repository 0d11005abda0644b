// The functions that gcc 12 and clang 14 call from code compiled with -fsanitize=thread, answered by the engine whose
// launch runs. Outside launches they do nothing but what the code asked for. Written out one by one, since their names
// are the interface.
#include <cstring>

#include "engine.hpp"
#include "kparity/checker/checker.hpp"

namespace kparity::checker {

bool has_callbacks() {
  return true;
}

namespace {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
__extension__ using U128 = unsigned __int128;

std::uintptr_t number(const volatile void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

template <std::size_t size>
[[gnu::always_inline]] inline void read(const void* address, const void* code) {
  if (Engine* const engine = Engine::running) engine->plain<Does::read, size>(number(address), number(code));
}

template <std::size_t size>
[[gnu::always_inline]] inline void write(const void* address, const void* code) {
  if (Engine* const engine = Engine::running) engine->plain<Does::write, size>(number(address), number(code));
}

void read(const void* address, std::size_t size, const void* code) {
  if (Engine* const engine = Engine::running) engine->access<Does::read>(number(address), size, number(code));
}

void write(const void* address, std::size_t size, const void* code) {
  if (Engine* const engine = Engine::running) engine->access<Does::write>(number(address), size, number(code));
}

/// Ranges may be empty.
void read_range(const void* address, std::size_t size, const void* code) {
  if (size != 0) read(address, size, code);
}

void write_range(const void* address, std::size_t size, const void* code) {
  if (size != 0) write(address, size, code);
}

void volatile_read(const void* address, std::size_t size, const void* code) {
  if (Engine* engine = Engine::running) engine->volatile_access(number(address), size, number(code), Does::read);
}

void volatile_write(const void* address, std::size_t size, const void* code) {
  if (Engine* engine = Engine::running) engine->volatile_access(number(address), size, number(code), Does::write);
}

/// The orders of C++ that are stronger than relaxed act as the fences that CUDA's relaxed atomics need beside them.
bool releases(int order) {
  return order >= __ATOMIC_RELEASE;
}
bool acquires(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order >= __ATOMIC_ACQ_REL;
}

void before_atomic(const volatile void* address, std::size_t size, KparityAtomicKind kind, int order,
                   const void* code) {
  Engine* engine = Engine::running;
  if (engine == nullptr) return;
  if (releases(order) && kind != kparity_atomic_load) engine->order.fence(Scope::system);
  engine->atomic(number(address), size, kind, Scope::system, {number(code)});
}

void after_atomic(KparityAtomicKind kind, int order) {
  Engine* engine = Engine::running;
  if (engine != nullptr && acquires(order) && kind != kparity_atomic_store) engine->order.fence(Scope::system);
}

template <typename T>
T load(const volatile T* address, int order, const void* code) {
  before_atomic(address, sizeof(T), kparity_atomic_load, order, code);
  const T value = *address;
  after_atomic(kparity_atomic_load, order);
  return value;
}

template <typename T>
void store(volatile T* address, T value, int order, const void* code) {
  before_atomic(address, sizeof(T), kparity_atomic_store, order, code);
  *address = value;
}

/// Emulated threads run one at a time on one OS thread, so a plain update is atomic.
template <typename T, typename Update>
T modify(volatile T* address, int order, const void* code, Update update) {
  before_atomic(address, sizeof(T), kparity_atomic_read_modify_write, order, code);
  const T old = *address;
  *address = static_cast<T>(update(old));
  after_atomic(kparity_atomic_read_modify_write, order);
  return old;
}

template <typename T>
bool compare_exchange(volatile T* address, T* expected, T desired, int order, const void* code) {
  before_atomic(address, sizeof(T), kparity_atomic_compare_exchange, order, code);
  const T old = *address;
  const bool equal = old == *expected;
  if (equal) {
    *address = desired;
  } else {
    *expected = old;
  }
  if (Engine* engine = Engine::running) engine->compared(equal);
  after_atomic(kparity_atomic_compare_exchange, order);
  return equal;
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
// clang-format off
extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_read1(void* address) { read<1>(address, __builtin_return_address(0)); }
void __tsan_read2(void* address) { read<2>(address, __builtin_return_address(0)); }
void __tsan_read4(void* address) { read<4>(address, __builtin_return_address(0)); }
void __tsan_read8(void* address) { read<8>(address, __builtin_return_address(0)); }
void __tsan_read16(void* address) { read(address, 16, __builtin_return_address(0)); }
void __tsan_write1(void* address) { write<1>(address, __builtin_return_address(0)); }
void __tsan_write2(void* address) { write<2>(address, __builtin_return_address(0)); }
void __tsan_write4(void* address) { write<4>(address, __builtin_return_address(0)); }
void __tsan_write8(void* address) { write<8>(address, __builtin_return_address(0)); }
void __tsan_write16(void* address) { write(address, 16, __builtin_return_address(0)); }
void __tsan_read_write1(void* address) { read<1>(address, __builtin_return_address(0)); write<1>(address, __builtin_return_address(0)); }
void __tsan_read_write2(void* address) { read<2>(address, __builtin_return_address(0)); write<2>(address, __builtin_return_address(0)); }
void __tsan_read_write4(void* address) { read<4>(address, __builtin_return_address(0)); write<4>(address, __builtin_return_address(0)); }
void __tsan_read_write8(void* address) { read<8>(address, __builtin_return_address(0)); write<8>(address, __builtin_return_address(0)); }
void __tsan_read_write16(void* address) { read(address, 16, __builtin_return_address(0)); write(address, 16, __builtin_return_address(0)); }
void __tsan_volatile_read1(void* address) { volatile_read(address, 1, __builtin_return_address(0)); }
void __tsan_volatile_read2(void* address) { volatile_read(address, 2, __builtin_return_address(0)); }
void __tsan_volatile_read4(void* address) { volatile_read(address, 4, __builtin_return_address(0)); }
void __tsan_volatile_read8(void* address) { volatile_read(address, 8, __builtin_return_address(0)); }
void __tsan_volatile_read16(void* address) { volatile_read(address, 16, __builtin_return_address(0)); }
void __tsan_volatile_write1(void* address) { volatile_write(address, 1, __builtin_return_address(0)); }
void __tsan_volatile_write2(void* address) { volatile_write(address, 2, __builtin_return_address(0)); }
void __tsan_volatile_write4(void* address) { volatile_write(address, 4, __builtin_return_address(0)); }
void __tsan_volatile_write8(void* address) { volatile_write(address, 8, __builtin_return_address(0)); }
void __tsan_volatile_write16(void* address) { volatile_write(address, 16, __builtin_return_address(0)); }
void __tsan_unaligned_read2(void* address) { read(address, 2, __builtin_return_address(0)); }
void __tsan_unaligned_read4(void* address) { read(address, 4, __builtin_return_address(0)); }
void __tsan_unaligned_read8(void* address) { read(address, 8, __builtin_return_address(0)); }
void __tsan_unaligned_read16(void* address) { read(address, 16, __builtin_return_address(0)); }
void __tsan_unaligned_write2(void* address) { write(address, 2, __builtin_return_address(0)); }
void __tsan_unaligned_write4(void* address) { write(address, 4, __builtin_return_address(0)); }
void __tsan_unaligned_write8(void* address) { write(address, 8, __builtin_return_address(0)); }
void __tsan_unaligned_write16(void* address) { write(address, 16, __builtin_return_address(0)); }
void __tsan_unaligned_read_write2(void* address) { read(address, 2, __builtin_return_address(0)); write(address, 2, __builtin_return_address(0)); }
void __tsan_unaligned_read_write4(void* address) { read(address, 4, __builtin_return_address(0)); write(address, 4, __builtin_return_address(0)); }
void __tsan_unaligned_read_write8(void* address) { read(address, 8, __builtin_return_address(0)); write(address, 8, __builtin_return_address(0)); }
void __tsan_unaligned_read_write16(void* address) { read(address, 16, __builtin_return_address(0)); write(address, 16, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read2(void* address) { volatile_read(address, 2, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read4(void* address) { volatile_read(address, 4, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read8(void* address) { volatile_read(address, 8, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read16(void* address) { volatile_read(address, 16, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write2(void* address) { volatile_write(address, 2, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write4(void* address) { volatile_write(address, 4, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write8(void* address) { volatile_write(address, 8, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write16(void* address) { volatile_write(address, 16, __builtin_return_address(0)); }

void __tsan_read_range(void* address, std::size_t size) { read_range(address, size, __builtin_return_address(0)); }
void __tsan_write_range(void* address, std::size_t size) { write_range(address, size, __builtin_return_address(0)); }
void __tsan_vptr_read(void** address) { read(address, sizeof(void*), __builtin_return_address(0)); }
void __tsan_vptr_update(void** address, void*) { write(address, sizeof(void*), __builtin_return_address(0)); }

// Newer clang calls the first three, clang 14 and gcc the C library's, which the linker turns into the others (link_flags).

void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  read_range(from, size, __builtin_return_address(0));
  write_range(to, size, __builtin_return_address(0));
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  read_range(from, size, __builtin_return_address(0));
  write_range(to, size, __builtin_return_address(0));
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int byte, std::size_t size) {
  write_range(to, size, __builtin_return_address(0));
  return std::memset(to, byte, size);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  read_range(from, size, __builtin_return_address(0));
  write_range(to, size, __builtin_return_address(0));
  return std::memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  read_range(from, size, __builtin_return_address(0));
  write_range(to, size, __builtin_return_address(0));
  return std::memmove(to, from, size);
}
void* __wrap_memset(void* to, int byte, std::size_t size) {
  write_range(to, size, __builtin_return_address(0));
  return std::memset(to, byte, size);
}

void __tsan_atomic_thread_fence(int order) {
  if (Engine* engine = Engine::running; engine != nullptr && order != __ATOMIC_RELAXED) engine->order.fence(Scope::system);
}
void __tsan_atomic_signal_fence(int) {}

U8 __tsan_atomic8_load(const volatile U8* address, int order) { return load(address, order, __builtin_return_address(0)); }
void __tsan_atomic8_store(volatile U8* address, U8 value, int order) { store(address, value, order, __builtin_return_address(0)); }
U8 __tsan_atomic8_exchange(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8) { return value; });
}
U8 __tsan_atomic8_fetch_add(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return old + value; });
}
U8 __tsan_atomic8_fetch_sub(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return old - value; });
}
U8 __tsan_atomic8_fetch_and(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return old & value; });
}
U8 __tsan_atomic8_fetch_or(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return old | value; });
}
U8 __tsan_atomic8_fetch_xor(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return old ^ value; });
}
U8 __tsan_atomic8_fetch_nand(volatile U8* address, U8 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U8 old) { return ~(old & value); });
}
int __tsan_atomic8_compare_exchange_strong(volatile U8* address, U8* expected, U8 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
int __tsan_atomic8_compare_exchange_weak(volatile U8* address, U8* expected, U8 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
U8 __tsan_atomic8_compare_exchange_val(volatile U8* address, U8 expected, U8 desired, int order, int) {
  compare_exchange(address, &expected, desired, order, __builtin_return_address(0));
  return expected;
}

U16 __tsan_atomic16_load(const volatile U16* address, int order) { return load(address, order, __builtin_return_address(0)); }
void __tsan_atomic16_store(volatile U16* address, U16 value, int order) { store(address, value, order, __builtin_return_address(0)); }
U16 __tsan_atomic16_exchange(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16) { return value; });
}
U16 __tsan_atomic16_fetch_add(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return old + value; });
}
U16 __tsan_atomic16_fetch_sub(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return old - value; });
}
U16 __tsan_atomic16_fetch_and(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return old & value; });
}
U16 __tsan_atomic16_fetch_or(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return old | value; });
}
U16 __tsan_atomic16_fetch_xor(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return old ^ value; });
}
U16 __tsan_atomic16_fetch_nand(volatile U16* address, U16 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U16 old) { return ~(old & value); });
}
int __tsan_atomic16_compare_exchange_strong(volatile U16* address, U16* expected, U16 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
int __tsan_atomic16_compare_exchange_weak(volatile U16* address, U16* expected, U16 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
U16 __tsan_atomic16_compare_exchange_val(volatile U16* address, U16 expected, U16 desired, int order, int) {
  compare_exchange(address, &expected, desired, order, __builtin_return_address(0));
  return expected;
}

U32 __tsan_atomic32_load(const volatile U32* address, int order) { return load(address, order, __builtin_return_address(0)); }
void __tsan_atomic32_store(volatile U32* address, U32 value, int order) { store(address, value, order, __builtin_return_address(0)); }
U32 __tsan_atomic32_exchange(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32) { return value; });
}
U32 __tsan_atomic32_fetch_add(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return old + value; });
}
U32 __tsan_atomic32_fetch_sub(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return old - value; });
}
U32 __tsan_atomic32_fetch_and(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return old & value; });
}
U32 __tsan_atomic32_fetch_or(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return old | value; });
}
U32 __tsan_atomic32_fetch_xor(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return old ^ value; });
}
U32 __tsan_atomic32_fetch_nand(volatile U32* address, U32 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U32 old) { return ~(old & value); });
}
int __tsan_atomic32_compare_exchange_strong(volatile U32* address, U32* expected, U32 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
int __tsan_atomic32_compare_exchange_weak(volatile U32* address, U32* expected, U32 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
U32 __tsan_atomic32_compare_exchange_val(volatile U32* address, U32 expected, U32 desired, int order, int) {
  compare_exchange(address, &expected, desired, order, __builtin_return_address(0));
  return expected;
}

U64 __tsan_atomic64_load(const volatile U64* address, int order) { return load(address, order, __builtin_return_address(0)); }
void __tsan_atomic64_store(volatile U64* address, U64 value, int order) { store(address, value, order, __builtin_return_address(0)); }
U64 __tsan_atomic64_exchange(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64) { return value; });
}
U64 __tsan_atomic64_fetch_add(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return old + value; });
}
U64 __tsan_atomic64_fetch_sub(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return old - value; });
}
U64 __tsan_atomic64_fetch_and(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return old & value; });
}
U64 __tsan_atomic64_fetch_or(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return old | value; });
}
U64 __tsan_atomic64_fetch_xor(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return old ^ value; });
}
U64 __tsan_atomic64_fetch_nand(volatile U64* address, U64 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U64 old) { return ~(old & value); });
}
int __tsan_atomic64_compare_exchange_strong(volatile U64* address, U64* expected, U64 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
int __tsan_atomic64_compare_exchange_weak(volatile U64* address, U64* expected, U64 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
U64 __tsan_atomic64_compare_exchange_val(volatile U64* address, U64 expected, U64 desired, int order, int) {
  compare_exchange(address, &expected, desired, order, __builtin_return_address(0));
  return expected;
}

U128 __tsan_atomic128_load(const volatile U128* address, int order) { return load(address, order, __builtin_return_address(0)); }
void __tsan_atomic128_store(volatile U128* address, U128 value, int order) { store(address, value, order, __builtin_return_address(0)); }
U128 __tsan_atomic128_exchange(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128) { return value; });
}
U128 __tsan_atomic128_fetch_add(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return old + value; });
}
U128 __tsan_atomic128_fetch_sub(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return old - value; });
}
U128 __tsan_atomic128_fetch_and(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return old & value; });
}
U128 __tsan_atomic128_fetch_or(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return old | value; });
}
U128 __tsan_atomic128_fetch_xor(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return old ^ value; });
}
U128 __tsan_atomic128_fetch_nand(volatile U128* address, U128 value, int order) {
  return modify(address, order, __builtin_return_address(0), [value](U128 old) { return ~(old & value); });
}
int __tsan_atomic128_compare_exchange_strong(volatile U128* address, U128* expected, U128 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
int __tsan_atomic128_compare_exchange_weak(volatile U128* address, U128* expected, U128 desired, int order, int) {
  return compare_exchange(address, expected, desired, order, __builtin_return_address(0));
}
U128 __tsan_atomic128_compare_exchange_val(volatile U128* address, U128 expected, U128 desired, int order, int) {
  compare_exchange(address, &expected, desired, order, __builtin_return_address(0));
  return expected;
}

}  // extern "C"
// clang-format on
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

}  // namespace kparity::checker
