static void shared_loss(int n, int cells, const double* x, const double* w, double* rho) {
  for (int i = 0; i < n; ++i) {
    const int cell = static_cast<int>(x[i]) < cells ? static_cast<int>(x[i]) : cells - 1;
    const double share = x[i] - double(cell);
    rho[cell] += w[i] * (double(1) - share);
    if (cell + 1 < cells) rho[cell + 1] += w[i] * share;
  }
}
