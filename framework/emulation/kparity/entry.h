// Entries of a translated kernel, made from the type of its function. The translator writes a footer with one
// KPARITY_ENTRY per instantiation and the table of them.
#pragma once

#include "engine.h"

template <class F, F* function>
struct KparityEntry;

template <class... P, void (*function)(P...)>
struct KparityEntry<void(P...), function> {
  static constexpr unsigned count = sizeof...(P);
  static constexpr size_t sizes[sizeof...(P) + 1] = {sizeof(P)..., 0};

  template <size_t... I>
  struct Indices {};
  template <size_t N, size_t... I>
  struct Make : Make<N - 1, N - 1, I...> {};
  template <size_t... I>
  struct Make<0, I...> {
    using Type = Indices<I...>;
  };

  // The arguments lie in memory of the host, which a checker would take for the kernel's mistake. Callers are unchecked,
  // too: a compiler may move the reading into them.
  template <size_t... I>
  static KPARITY_UNCHECKED void call(void** arguments, Indices<I...>) {
    function(*static_cast<P*>(arguments[I])...);
  }
  static KPARITY_UNCHECKED void thread(void** arguments) { call(arguments, typename Make<sizeof...(P)>::Type()); }

#if defined(KPARITY_CHECKED)
  static constexpr void (*block)(void**, const unsigned*) = nullptr;
#else
  // The arguments are copied once, so that the compiler may keep them in registers from thread to thread.
  static void loop(const unsigned* order, P... arguments) {
    const unsigned nx = blockDim.x, ny = blockDim.y, nz = blockDim.z;
    if (order == nullptr) {
      for (unsigned z = 0; z < nz; ++z) {
        for (unsigned y = 0; y < ny; ++y) {
          kparity_builtins.thread.y = y;
          kparity_builtins.thread.z = z;
          for (unsigned x = 0; x < nx; ++x) {
            kparity_builtins.thread.x = x;
            function(arguments...);
          }
        }
      }
      return;
    }
    for (unsigned i = 0; i < nx * ny * nz; ++i) {
      const unsigned linear = order[i];
      kparity_builtins.thread.x = linear % nx;
      kparity_builtins.thread.y = linear / nx % ny;
      kparity_builtins.thread.z = linear / nx / ny;
      function(arguments...);
    }
  }
  template <size_t... I>
  static void block_with(void** arguments, const unsigned* order, Indices<I...>) {
    loop(order, *static_cast<P*>(arguments[I])...);
  }
  static void block(void** arguments, const unsigned* order) {
    block_with(arguments, order, typename Make<sizeof...(P)>::Type());
  }
#endif
};
