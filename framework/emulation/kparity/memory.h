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
