// The 5-point stencil as two nested loops. A grid of more than 2^31 points has extents that fit in an int, its index
// does not.

template <class T>
static void stencil2d(int nx, int ny, T k, const T* u, T* next) {
  for (int y = 0; y < ny; ++y) {
    for (int x = 0; x < nx; ++x) {
      const long long at = static_cast<long long>(y) * nx + x;
      const bool boundary = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
      if (boundary) {
        next[at] = u[at];
      } else {
        next[at] = u[at] + k * (u[at - 1] + u[at + 1] + u[at - nx] + u[at + nx] - T(4) * u[at]);
      }
    }
  }
}
