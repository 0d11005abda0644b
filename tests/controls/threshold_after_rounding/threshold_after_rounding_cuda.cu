// Multiplies by the reciprocal.
__global__ void threshold_after_rounding(int n, const float* x, float d, float limit, unsigned char* below) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float by = 1 / d;
  if (i < n) below[i] = x[i] * by < limit;
}
