// The Boris push in vector registers. `__restrict` says that the arrays do not overlap; without it a compiler must
// reload each of them after every store.
#include "particles.hpp"

template <class T>
static void push(Particles<T> particles, T ex, T ey, T bz, T dt) {
  T* __restrict x = particles.x;
  T* __restrict y = particles.y;
  T* __restrict vx = particles.vx;
  T* __restrict vy = particles.vy;
  const T half = dt / 2;
  const T kick_x = half * ex;
  const T kick_y = half * ey;
  const T t = half * bz;
  const T s = 2 * t / (1 + t * t);
  for (int i = 0; i < particles.n; ++i) {
    const T minus_x = vx[i] + kick_x;
    const T minus_y = vy[i] + kick_y;
    const T new_vx = minus_x + (minus_y - minus_x * t) * s + kick_x;
    const T new_vy = minus_y - (minus_x + minus_y * t) * s + kick_y;
    vx[i] = new_vx;
    vy[i] = new_vy;
    x[i] += dt * new_vx;
    y[i] += dt * new_vy;
  }
}
