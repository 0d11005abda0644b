// Traps, assertions, clocks and hints.
#pragma once

[[noreturn]] static inline void __trap(KparitySite site = kparity_here()) { kparity_ask_trap("__trap()", site); }
static inline void __brkpt() {}
static inline void __prof_trigger(int) {}
#undef assert
#define assert(condition) \
  ((condition) ? static_cast<void>(0) : kparity_ask_trap("assertion failed: " #condition, kparity_here()))

/// A spinning thread lets the others run.
static inline void __nanosleep(unsigned, KparitySite site = kparity_here()) {
  kparity_ask_yield(site);
}

/// A counter that only grows: it says nothing about the speed of a device.
static inline long long clock64() {
  static long long kparity_ticks;
  return kparity_ticks += 32;
}
#define clock() clock64()

#undef __builtin_assume
#if !defined(__clang__)
static inline void __builtin_assume(bool holds) {
  if (!holds) __builtin_unreachable();
}
#endif
#define __assume(holds) __builtin_assume(holds)

static inline unsigned kparity_dynamic_smem_size() {
  return static_cast<unsigned>(kparity_ask_shared_bytes(1));
}

/// One shared declaration: its place in the arena of the block.
template <class T>
static inline T& kparity_shared(KparitySharedSlot& slot, const char* name, KparitySite site) {
  return *static_cast<T*>(kparity_ask_shared(&slot, sizeof(T), alignof(T), name, site));
}
static inline void* kparity_dynamic_shared(const char* name, KparitySite site) {
  return kparity_ask_dynamic_shared(name, site);
}
