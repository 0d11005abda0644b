#include "index.cuh"

extern "C" __global__ void scale(double factor, double* values, int n) {
  const int i = thread_index();
  if (i < n) values[i] *= factor;
}
