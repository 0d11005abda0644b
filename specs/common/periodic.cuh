// Positions in a periodic domain. Plain arithmetic, so that host code can include it, too.
#pragma once

/// `x` moved by whole lengths into [0, length), and how many it was moved by. `length` is positive.
template <class T>
__device__ T wrap(T x, T length, int* turns) {
  const T whole = floor(x / length);
  *turns = static_cast<int>(whole);
  const T inside = x - whole * length;
  return inside < length ? inside : T(0);  // a tiny negative x rounds up to the length
}
