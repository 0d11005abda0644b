static void pitched_copy(int width, int height, int pitch_a, int pitch_b, const float* a, float* b) {
  for (int row = 0; row < height; ++row)
    for (int i = 0; i < width; ++i) b[row * pitch_b + i] = a[row * pitch_a + i];
}
