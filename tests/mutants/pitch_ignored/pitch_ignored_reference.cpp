template <class T>
static void pitch_ignored(int width, int height, int pitch, const T* a, T* sum) {
  for (int row = 0; row < height; ++row) {
    T total = 0;
    for (int i = 0; i < width; ++i) total += a[row * pitch + i];
    sum[row] = total;
  }
}
