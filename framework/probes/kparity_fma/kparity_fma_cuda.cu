// Seven chains a = m a + c per thread.
template <class T>
__global__ void kparity_fma(int n, int rounds, T m, T c, const T* x, T* y) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T a0 = x[i], a1 = a0 + T(1), a2 = a0 + T(2), a3 = a0 + T(3), a4 = a0 + T(4), a5 = a0 + T(5), a6 = a0 + T(6);
#pragma unroll 16
  for (int round = 0; round < rounds; ++round) {
    a0 = a0 * m + c;
    a1 = a1 * m + c;
    a2 = a2 * m + c;
    a3 = a3 * m + c;
    a4 = a4 * m + c;
    a5 = a5 * m + c;
    a6 = a6 * m + c;
  }
  y[i] = ((a0 + a1) + (a2 + a3)) + ((a4 + a5) + a6);
}
