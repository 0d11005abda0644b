// Particles in a plane as a structure of arrays. Passed by value: the pointers are copied, the arrays are not.
#pragma once

template <class T>
struct Particles {
  T* x;
  T* y;
  T* vx;
  T* vy;
  int n;
};
