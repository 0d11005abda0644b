static void sparse_index_overflow(int rows, int columns, const signed char* image, signed char* twice) {
  const long long elements = static_cast<long long>(rows) * columns;
  for (long long i = 0; i < elements; ++i) twice[i] = static_cast<signed char>(2 * image[i]);
}
