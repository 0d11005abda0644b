__global__ void wide_shared(int* out) {
  __shared__ double s[49152 / 8 + 1];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = static_cast<int>(s[threadIdx.x]);
}
