// A prefix sum that starts anew with every key.
static void speculative_load(int n, const int* key, const int* value, [[maybe_unused]] int* ahead, int* y) {
  for (int i = 0; i < n; ++i) y[i] = value[i] + (i > 0 && key[i] == key[i - 1] ? y[i - 1] : 0);
}
