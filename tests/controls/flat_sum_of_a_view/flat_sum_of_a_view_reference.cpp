template <class T>
static void flat_sum_of_a_view(int nx, int ny, const T* x, T* sum) {
  T total = 0;
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) total += x[j * nx + i];
  *sum = total;
}
