// Written by `kparity headers` from particles.hpp: change that file, then write this one again.
#pragma once

template <class T>
struct Particles {
  T* x;
  T* y;
  T* vx;
  T* vy;
  int n;
};
static_assert(sizeof(Particles<float>) == 40, "Particles<float> has another size on the host");
static_assert(sizeof(Particles<double>) == 40, "Particles<double> has another size on the host");
