__device__ __noinline__ bool is_set(const int* flags, int k) {
  return flags[k & 3] != 0;
}
struct Padded {
  double value;
  char tag;
};
__global__ void msan_written(const double* x, double* y, int n) {
  __shared__ Padded tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  int flags[4];
  for (int k = 0; k < 4; ++k) flags[k] = k + t;
  int exponent;
  double whole;
  const Padded mine = {i < n ? x[i] : 0.0, 'a'};
  tile[t] = mine;
  __syncthreads();
  const Padded copy = tile[63 - t];
  const double half = frexp(copy.value, &exponent), rest = modf(copy.value, &whole);
  tile[63 - t].value = ldexp(half, exponent) + 0 * (rest + whole);
  __syncthreads();
  const int any = __shfl_sync(0xffffffff, flags[1], t % 32);
  if (i < n && is_set(flags, 1 + (any & 1))) y[i] = tile[t].value;
}
