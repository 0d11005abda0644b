struct Pair {
  double b, a;
  int n;
};

__global__ void cuda_struct_order(Pair pair, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < pair.n) z[i] = pair.a - pair.b;
}
