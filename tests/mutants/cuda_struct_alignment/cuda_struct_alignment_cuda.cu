struct Pair {
  double a;
  __align__(16) double b;
  int n;
};

__global__ void cuda_struct_alignment(Pair pair, double* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < pair.n) z[i] = pair.a - pair.b;
}
