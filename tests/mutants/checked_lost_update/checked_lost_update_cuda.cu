__global__ void checked_lost_update(const int* cell, const double* charge, double* rho, int n, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) rho[cell[i]] += charge[i];
}
