template <class T>
static void counter_based_noise(int n, unsigned long long seed, T* y) {
  for (int i = 0; i < n; ++i) {
    unsigned long long z = seed + 0x9e3779b97f4a7c15ull * (static_cast<unsigned long long>(i) + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z ^= z >> 27;
    y[i] = T(z >> 11) * T(0x1p-53);
  }
}
