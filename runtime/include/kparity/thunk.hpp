// Turns a function `void f(P...)` into the one calling convention of kparity: void(void** arguments), where
// arguments[i] points at the value of the i-th parameter, as for cudaLaunchKernel. Includes nothing: a wrapper compiles
// in 0.1 s.
#pragma once

namespace kparity {

namespace detail {

template <unsigned... I>
struct Indices {};
template <unsigned N, unsigned... I>
struct MakeIndices : MakeIndices<N - 1, N - 1, I...> {};
template <unsigned... I>
struct MakeIndices<0, I...> {
  using type = Indices<I...>;
};

template <class... P, unsigned... I>
inline void call_function(void (*function)(P...), void** arguments, Indices<I...>) {
  function(*static_cast<P*>(arguments[I])...);
}

template <class... P>
inline void call_function(void (*function)(P...), void** arguments) {
  call_function(function, arguments, typename MakeIndices<sizeof...(P)>::type{});
}

}  // namespace detail

/// The entry of `Function`, a function pointer known at compile time.
template <auto Function>
void entry(void** arguments) {
  detail::call_function(Function, arguments);
}

}  // namespace kparity
