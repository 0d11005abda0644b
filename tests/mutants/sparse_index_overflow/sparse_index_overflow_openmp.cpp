// From the last row on, so that the overflow comes first.
static void sparse_index_overflow(int rows, int columns, const signed char* image, signed char* twice) {
  for (int row = rows - 1; row >= 0; --row) {
    const int first = static_cast<int>(static_cast<unsigned>(row) * static_cast<unsigned>(columns));
    for (int column = 0; column < columns; ++column)
      twice[first + column] = static_cast<signed char>(2 * image[first + column]);
  }
}
