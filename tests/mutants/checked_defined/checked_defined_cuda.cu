__global__ void checked_defined(const float* x, const int* count, float* y, unsigned* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 four = reinterpret_cast<const float4*>(x)[i];
  float sums[5] = {};
  sums[1] = four.x;
  sums[2] = sums[1] + four.y;
  sums[3] = sums[2] + four.z;
  for (int k = 3; k < 4; ++k) sums[k + 1] = sums[k] + x[4 * i + k];
  y[i] = sums[4];
  const unsigned mask = count[i] == 32 ? ~0u : (1u << count[i]) - 1;
  const unsigned share = count[i] == 0 ? 0 : 1000 / count[i];
  z[i] = (static_cast<unsigned>(i) * 2654435u & mask) + share + static_cast<unsigned>(__float2int_rz(four.x));
}
