// The 5-point stencil with one thread per point. Neighbours come through the cache; a tile in shared memory is a later
// step.

__global__ void stencil2d(int nx, int ny, double k, const double* u, double* next) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) {
    return;
  }
  const long long at = y * nx + x;
  const bool boundary = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
  if (boundary) {
    next[at] = u[at];
  } else {
    next[at] = u[at] + k * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - 4 * u[at]);
  }
}
