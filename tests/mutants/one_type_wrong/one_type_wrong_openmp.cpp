template <class T>
void one_type_wrong(int n, const T* x, T* y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] = static_cast<T>(1.0f / static_cast<float>(x[i]));
}
