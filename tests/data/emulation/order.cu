// A block sum without its barriers: right in descending order only.
__global__ void order(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int half = 32; half > 0; half /= 2)
    if (t < half) s[t] += s[t + half];
  if (t == 0) out[0] = s[0];
}
