// First the positive terms, then the negative ones: all digits of the rest depend on that.
__global__ void cancelling_terms(int n, const double* c, double* rest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double up = 0, down = 0;
  for (int k = 0; k < 8; k += 2) up += c[8 * i + k];
  for (int k = 1; k < 8; k += 2) down += c[8 * i + k];
  rest[i] = up - down;
}
