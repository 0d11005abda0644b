__global__ void histogram(int n, const unsigned char* x, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&count[x[i]], 1);
}
