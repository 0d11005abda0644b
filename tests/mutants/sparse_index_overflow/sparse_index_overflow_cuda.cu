__global__ void sparse_index_overflow(int rows, int columns, const signed char* image, signed char* twice) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const signed char* const from = image + row * columns;
  signed char* const to = twice + row * columns;
  for (int column = 0; column < columns; ++column) to[column] = 2 * from[column];
}
