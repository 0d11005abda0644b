// y = A x with the rows handed out to the cores in small pieces, because rows differ in length.

// kparity: equivalent arguments: the function uses neither of the two
static void csr_spmv(int rows, [[maybe_unused]] int columns, [[maybe_unused]] int nonzeros, const int* row_start,
                     const int* column, const double* value, const double* x, double* y) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    for (int i = row_start[row]; i < row_start[row + 1]; ++i) {
      sum += value[i] * x[column[i]];
    }
    y[row] = sum;
  }
}
