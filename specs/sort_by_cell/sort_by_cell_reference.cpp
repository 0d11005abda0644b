// Counting sort: count the particles of each cell, turn counts into starts, put each particle behind the earlier ones
// of its cell. Needs no memory but its outputs.

static void sort_by_cell(int n, int cells, const int* cell, int* start, int* order) {
  for (int c = 0; c <= cells; ++c) {
    start[c] = 0;
  }
  for (int i = 0; i < n; ++i) {
    ++start[cell[i] + 1];
  }
  for (int c = 0; c < cells; ++c) {
    start[c + 1] += start[c];
  }
  for (int i = 0; i < n; ++i) {
    order[start[cell[i]]++] = i;
  }
  for (int c = cells; c > 0; --c) {  // every start has moved to the end of its cell, which is the start of the next
    start[c] = start[c - 1];
  }
  start[0] = 0;
}
