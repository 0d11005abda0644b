static void sort_swaps_keys(int n, const int* key, int* order) {
  int next = 0;
  for (int value = 0; value < 10; ++value)
    for (int i = 0; i < n; ++i)
      if (key[i] == value) order[next++] = i;
}
