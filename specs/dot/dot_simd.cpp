// The scalar product with eight independent sums, which a compiler keeps in vector registers: it may not reorder a
// single sum by itself.

// kparity: equivalent arguments: a product does not change with the order of its factors
static void dot(int n, const double* x, const double* y, [[maybe_unused]] double* partial,
                [[maybe_unused]] unsigned int* counter, double* result) {
  constexpr int lanes = 8;  // kparity: equivalent constant: any number of sums is right
  double sums[lanes] = {};
  const int whole = n - n % lanes;
  for (int i = 0; i < whole; i += lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
      sums[lane] += x[i + lane] * y[i + lane];
    }
  }
  double sum = 0;
  for (int i = whole; i < n; ++i) {
    sum += x[i] * y[i];
  }
  for (const double lane_sum : sums) {
    sum += lane_sum;
  }
  result[0] = sum;
}
