// The Boris push with one thread per particle.
#include "particles.cuh"
#include "thread_index.cuh"

template <class T>
__global__ void push(Particles<T> particles, T ex, T ey, T bz, T dt) {
  const long long i = thread_index();
  if (i >= particles.n) {
    return;
  }
  const T half = dt / 2;
  const T t = half * bz;
  const T s = 2 * t / (1 + t * t);
  const T minus_x = particles.vx[i] + half * ex;
  const T minus_y = particles.vy[i] + half * ey;
  const T plus_x = minus_x + (minus_y - minus_x * t) * s;
  const T plus_y = minus_y - (minus_x + minus_y * t) * s;
  const T new_vx = plus_x + half * ex;
  const T new_vy = plus_y + half * ey;
  particles.vx[i] = new_vx;
  particles.vy[i] = new_vy;
  particles.x[i] += dt * new_vx;
  particles.y[i] += dt * new_vy;
}
