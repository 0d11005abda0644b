template <class T>
static void shared_loss(int n, int cells, const T* x, const T* w, T* rho) {
  for (int i = 0; i < n; ++i) {
    const int cell = static_cast<int>(x[i]) < cells ? static_cast<int>(x[i]) : cells - 1;
    const T share = x[i] - T(cell);
    rho[cell] += w[i] * (T(1) - share);
    if (cell + 1 < cells) rho[cell + 1] += w[i] * share;
  }
}
