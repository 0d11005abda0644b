__global__ void renamed_parameter(int crst, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < crst) y[i] = 2 * x[i];
}
