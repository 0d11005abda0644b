static void derived_float_accumulation(int n, const double* x, double* sum) {
  float total = 0;
  for (int i = 0; i < n; ++i) total += static_cast<float>(x[i]);
  *sum = total;
}
