#pragma once

__device__ double half_of(double x, int* rest) {
  if (x >= 0) *rest = static_cast<int>(x) % 2;
  return x / 2;
}
