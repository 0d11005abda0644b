template <class T>
__global__ void cuda_one_type_wrong(int n, const T* x, T* z) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const float v = i < n ? x[i] : 0;
  if (i < n) z[i] = v * v;
}
