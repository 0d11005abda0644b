static double half_of(double x, int* rest) {
  *rest = static_cast<int>(x) % 2;
  return x / 2;
}
