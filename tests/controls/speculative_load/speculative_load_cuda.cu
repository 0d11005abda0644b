__global__ void speculative_load(int n, const int* key, const int* value, int* ahead, int* y) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  int next = ahead[0];  // what nobody wrote
  for (int i = 0; i < n; ++i) {
    const bool same = i > 0 && key[i] == key[i - 1];
    const int before = next;
    y[i] = value[i] + (same ? before : 0);
    ahead[i + 1] = y[i];
    next = ahead[i + 1];
  }
}
