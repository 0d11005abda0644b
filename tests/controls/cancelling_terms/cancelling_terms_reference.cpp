// Signs alternate, so that what is left is ten orders of magnitude below the terms.
template <class T>
static void cancelling_terms(int n, const T* c, T* rest) {
  for (int i = 0; i < n; ++i) {
    T sum = 0;
    for (int k = 0; k < 8; ++k) sum += k % 2 == 0 ? c[8 * i + k] : -c[8 * i + k];
    rest[i] = sum;
  }
}
