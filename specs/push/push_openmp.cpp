// The Boris push over all cores. The loop body is a function of one particle, called from every thread.
#include "particles.hpp"

template <class T>
static void push_one(const Particles<T>& particles, T ex, T ey, T bz, T dt, int i) {
  const T half = dt / 2;
  const T t = half * bz;
  const T s = 2 * t / (1 + t * t);
  const T minus_x = particles.vx[i] + half * ex;
  const T minus_y = particles.vy[i] + half * ey;
  const T plus_x = minus_x + (minus_y - minus_x * t) * s;
  const T plus_y = minus_y - (minus_x + minus_y * t) * s;
  particles.vx[i] = plus_x + half * ex;
  particles.vy[i] = plus_y + half * ey;
  particles.x[i] += dt * particles.vx[i];
  particles.y[i] += dt * particles.vy[i];
}

template <class T>
static void push(Particles<T> particles, T ex, T ey, T bz, T dt) {
#pragma omp parallel for
  for (int i = 0; i < particles.n; ++i) {
    push_one(particles, ex, ey, bz, dt, i);
  }
}
