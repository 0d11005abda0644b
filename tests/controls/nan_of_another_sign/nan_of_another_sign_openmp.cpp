// The canonical NaN of a device, where x86 makes a negative one.
static void nan_of_another_sign(int n, const double* a, const double* b, double* c) {
  for (int i = 0; i < n; ++i) {
    const double quotient = a[i] / b[i];
    c[i] = quotient == quotient ? quotient : __builtin_nan("0x1234");
  }
}
