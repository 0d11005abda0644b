template <class T>
static void pixels(int h, int w, const unsigned char* x, const T* k, unsigned char* y) {
  for (int row = 0; row < h; ++row)
    for (int column = 0; column < w; ++column) {
      const unsigned char* line = x + row * w;
      const int left = column > 0 ? column - 1 : column, right = column + 1 < w ? column + 1 : column;
      const T sum = k[0] * T(line[left]) + k[1] * T(line[column]) + k[2] * T(line[right]);
      y[row * w + column] = static_cast<unsigned char>(sum + T(0.5));
    }
}
