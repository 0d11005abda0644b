// y = A x with A in compressed rows: the entries of row r are those from row_start[r] to row_start[r + 1]. `columns`
// and `nonzeros` are the lengths of x and of the entries.

template <class T>
static void csr_spmv(int rows, [[maybe_unused]] int columns, [[maybe_unused]] int nonzeros, const int* row_start,
                     const int* column, const T* value, const T* x, T* y) {
  for (int row = 0; row < rows; ++row) {
    T sum = 0;
    for (int i = row_start[row]; i < row_start[row + 1]; ++i) {
      sum += value[i] * x[column[i]];
    }
    y[row] = sum;
  }
}
