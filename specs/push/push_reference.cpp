// The Boris push, step by step: half a kick by the electric field, a rotation by the magnetic field, the other half of
// the kick, then the move. Charge over mass is 1.
#include "particles.hpp"

// [push]
template <class T>
static void push(Particles<T> particles, T ex, T ey, T bz, T dt) {
  const T half = dt / T(2);
  const T t = half * bz;  // tangent of half the angle of rotation
  const T s = T(2) * t / (T(1) + t * t);
  for (int i = 0; i < particles.n; ++i) {
    const T minus_x = particles.vx[i] + half * ex;
    const T minus_y = particles.vy[i] + half * ey;
    const T prime_x = minus_x + minus_y * t;
    const T prime_y = minus_y - minus_x * t;
    const T plus_x = minus_x + prime_y * s;
    const T plus_y = minus_y - prime_x * s;
    particles.vx[i] = plus_x + half * ex;
    particles.vy[i] = plus_y + half * ey;
    particles.x[i] += dt * particles.vx[i];
    particles.y[i] += dt * particles.vy[i];
  }
}
// [/push]
