__global__ void conversion_within_range(int n, const float* x, unsigned char* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = static_cast<unsigned char>(__float2uint_rz(x[i]));
}
