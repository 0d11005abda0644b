__global__ void same_value_stored(int n, const float* x, int* flag) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) *flag = 1;
}
