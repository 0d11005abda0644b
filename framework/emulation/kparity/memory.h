// Loads and stores with cache hints, which mean a plain access here, and questions about address spaces.
#pragma once

#define KPARITY_LOAD(name)                          \
  template <class T>                                \
  static inline T name(const T* address) { return *address; }
KPARITY_LOAD(__ldg)
KPARITY_LOAD(__ldca)
KPARITY_LOAD(__ldcg)
KPARITY_LOAD(__ldcs)
KPARITY_LOAD(__ldlu)
KPARITY_LOAD(__ldcv)
#undef KPARITY_LOAD

#define KPARITY_STORE(name)                         \
  template <class T>                                \
  static inline void name(T* address, T value) { *address = value; }
KPARITY_STORE(__stwb)
KPARITY_STORE(__stcg)
KPARITY_STORE(__stcs)
KPARITY_STORE(__stwt)
#undef KPARITY_STORE

static inline unsigned __isGlobal(const void* address) {
  return kparity_ask_address_space(address) == kparity_space_global;
}
static inline unsigned __isShared(const void* address) {
  return kparity_ask_address_space(address) == kparity_space_shared;
}
static inline unsigned __isLocal(const void* address) {
  return kparity_ask_address_space(address) == kparity_space_local;
}
// All spaces lie in one here.
static inline size_t __cvta_generic_to_global(const void* address) { return reinterpret_cast<size_t>(address); }
static inline size_t __cvta_generic_to_shared(const void* address) { return reinterpret_cast<size_t>(address); }
static inline size_t __cvta_generic_to_local(const void* address) { return reinterpret_cast<size_t>(address); }
static inline void* __cvta_global_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
static inline void* __cvta_shared_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
static inline void* __cvta_local_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
