template <class T>
static void renamed_parameter(int krst, const T* x, T* y) {
  for (int i = 0; i < krst; ++i) y[i] = T(2) * x[i];
}
