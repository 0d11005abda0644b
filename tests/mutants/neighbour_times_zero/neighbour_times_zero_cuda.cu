template <class T>
__global__ void neighbour_times_zero(int n, const T* x, T* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i] + 0 * x[i + 1 < n ? i + 1 : i];
}
