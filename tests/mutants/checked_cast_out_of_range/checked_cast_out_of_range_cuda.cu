__global__ void checked_cast_out_of_range(const float* x, int* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = static_cast<int>(x[i]);
}
