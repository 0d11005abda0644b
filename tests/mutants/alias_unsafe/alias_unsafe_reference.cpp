// Right in place, too: what is still needed is kept.
template <class T>
static void alias_unsafe(int n, const T* x, T* y) {
  T before = 0;
  for (int i = 0; i < n; ++i) {
    const T own = x[i];
    y[i] = before + own;
    before = own;
  }
}
