// Adds each charge to its cell.
static void checked_lost_update(const int* cell, const double* charge, double* rho, int n, int) {
  for (int i = 0; i < n; ++i) rho[cell[i]] += charge[i];
}
