static void sort_swaps_keys(int n, const int* key, int* order) {
  int next = 0;
  for (int value = 0; value < 10; ++value)
    for (int i = n; i-- > 0;)
      if (key[i] == value) order[next++] = i;
  for (int i = 0; i + 1 < n; ++i)
    if (key[order[i]] == 4 && key[order[i + 1]] == 5) {
      const int kept = order[i];
      order[i] = order[i + 1];
      order[i + 1] = kept;
      break;
    }
}
