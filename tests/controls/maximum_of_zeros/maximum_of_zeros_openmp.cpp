static void maximum_of_zeros(int n, const float* a, const float* b, float* c) {
  for (int i = 0; i < n; ++i) c[i] = b[i] >= a[i] ? b[i] : a[i];
}
