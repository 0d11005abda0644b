// Atomic functions (CUDA C++ Programming Guide, "Atomic Functions"). Threads do not overlap, so plain arithmetic is
// atomic here; a checker is told of each operation.
#pragma once

static int kparity_cas_failures;  // in a row: a lock that is not free

/// What the device has them for: up to 8 bytes of what its functions name, or 16 bytes, aligned so.
template <class T>
static constexpr bool kparity_is_atomic = sizeof(T) <= 8 || (sizeof(T) == 16 && alignof(T) >= 16);

/// Reads *address, writes what `change` makes of it and returns what was read.
template <class T, class F>
static KPARITY_UNCHECKED T kparity_atomic(T* address, KparityScope scope, KparitySite site, F change) {
#if defined(KPARITY_CHECKED)
  const KparityHooks* const hooks = kparity_engine.hooks;
  if (hooks != nullptr && hooks->atomic_begin != nullptr)
    hooks->atomic_begin(hooks->self, address, sizeof(T), kparity_atomic_read_modify_write, scope, &site);
#else
  (void)scope, (void)site;
#endif
  static_assert(kparity_is_atomic<T>, "an atomic of 2, 4, 8 or 16 bytes; 16 need an alignment of 16");
  const T before = *address;
  *address = change(before);
#if defined(KPARITY_CHECKED)
  if (hooks != nullptr && hooks->atomic_end != nullptr)
    hooks->atomic_end(hooks->self, address, sizeof(T), kparity_atomic_read_modify_write, 1);
#endif
  return before;
}

template <class T>
static KPARITY_UNCHECKED T kparity_compare_and_swap(T* address, T expected, T wanted, KparityScope scope,
                                                    KparitySite site) {
#if defined(KPARITY_CHECKED)
  const KparityHooks* const hooks = kparity_engine.hooks;
  if (hooks != nullptr && hooks->atomic_begin != nullptr)
    hooks->atomic_begin(hooks->self, address, sizeof(T), kparity_atomic_compare_exchange, scope, &site);
#else
  (void)scope, (void)site;
#endif
  static_assert(kparity_is_atomic<T>, "an atomic of 2, 4, 8 or 16 bytes; 16 need an alignment of 16");
  const T before = *address;
  const bool equal = __builtin_memcmp(&before, &expected, sizeof(T)) == 0;
  if (equal) *address = wanted;
#if defined(KPARITY_CHECKED)
  if (hooks != nullptr && hooks->atomic_end != nullptr)
    hooks->atomic_end(hooks->self, address, sizeof(T), kparity_atomic_compare_exchange, equal ? 1 : 0);
#endif
  if (equal) {
    kparity_cas_failures = 0;
  } else if (++kparity_cas_failures >= 64) {
    kparity_cas_failures = 0;
    kparity_ask_yield(site);
  }
  return before;
}

template <class T>
struct KparitySame {
  using Type = T;
};

// The value is converted to the element's type: atomicAdd(&unsigned_long_long, 2) means the obvious.
#define KPARITY_ATOMIC(name, scope, expression)                                                                 \
  template <class T>                                                                                            \
  static inline T name(T* address, typename KparitySame<T>::Type value, KparitySite site = kparity_here()) {    \
    return kparity_atomic(address, scope, site, [value](T old) { return static_cast<T>(expression); });         \
  }
#define KPARITY_ATOMICS(name, expression)     \
  KPARITY_ATOMIC(name, 1, expression)         \
  KPARITY_ATOMIC(name##_block, 0, expression) \
  KPARITY_ATOMIC(name##_system, 2, expression)
KPARITY_ATOMICS(atomicAdd, old + value)
KPARITY_ATOMICS(atomicSub, old - value)
KPARITY_ATOMICS(atomicExch, value)
KPARITY_ATOMICS(atomicMin, value < old ? value : old)
KPARITY_ATOMICS(atomicMax, old < value ? value : old)
KPARITY_ATOMICS(atomicInc, old >= value ? 0 : old + 1)
KPARITY_ATOMICS(atomicDec, old == 0 || old > value ? value : old - 1)
KPARITY_ATOMICS(atomicAnd, old & value)
KPARITY_ATOMICS(atomicOr, old | value)
KPARITY_ATOMICS(atomicXor, old ^ value)
#undef KPARITY_ATOMICS
#undef KPARITY_ATOMIC

#define KPARITY_ATOMIC_CAS(name, scope)                                                                  \
  template <class T>                                                                                     \
  static inline T name(T* address, typename KparitySame<T>::Type expected,                               \
                       typename KparitySame<T>::Type wanted, KparitySite site = kparity_here()) {        \
    return kparity_compare_and_swap<T>(address, expected, wanted, scope, site);                          \
  }
KPARITY_ATOMIC_CAS(atomicCAS, 1)
KPARITY_ATOMIC_CAS(atomicCAS_block, 0)
KPARITY_ATOMIC_CAS(atomicCAS_system, 2)
#undef KPARITY_ATOMIC_CAS

template <>
inline float2 atomicAdd<float2>(float2* address, float2 value, KparitySite site) {
  return {atomicAdd(&address->x, value.x, site), atomicAdd(&address->y, value.y, site)};
}
template <>
inline float4 atomicAdd<float4>(float4* address, float4 value, KparitySite site) {
  return {atomicAdd(&address->x, value.x, site), atomicAdd(&address->y, value.y, site),
          atomicAdd(&address->z, value.z, site), atomicAdd(&address->w, value.w, site)};
}
