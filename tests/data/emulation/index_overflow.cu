// An index of 32 bits into an array of more than 2^31 elements, as it is left behind when a loop over one row becomes a
// thread per element. Mode 1 is its repaired twin; its barrier keeps clang from making one store of both, which would
// belong to neither line.
__global__ void index_overflow(int mode, int rows, int cols, float* image) {
  const int row = rows - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
  const int col = cols - 1;
  if (mode == 0) {
    const int i = row * cols + col;
    image[i] = 1.0f;
  } else {
    const long long i = static_cast<long long>(row) * cols + col;
    image[i] = 1.0f;
    __syncthreads();
  }
}
