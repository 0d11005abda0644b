// Counting sort with a piece of the particles and a row of counters per thread. A thread's particles of one cell go
// behind those of the threads before it, so the order is stable with any number of threads.
#include <omp.h>

#include <vector>

static void sort_by_cell(int n, int cells, const int* cell, int* start, int* order) {
  std::vector<std::vector<int>> next;  // by thread, then cell: first the count, then where the next particle goes
#pragma omp parallel
  {
#pragma omp single
    next.assign(static_cast<std::size_t>(omp_get_num_threads()), std::vector<int>(static_cast<std::size_t>(cells)));
    std::vector<int>& mine = next[static_cast<std::size_t>(omp_get_thread_num())];

#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i) {
      ++mine[static_cast<std::size_t>(cell[i])];
    }
#pragma omp single
    {
      int place = 0;
      for (int c = 0; c < cells; ++c) {
        start[c] = place;
        for (std::vector<int>& row : next) {
          const int count = row[static_cast<std::size_t>(c)];
          row[static_cast<std::size_t>(c)] = place;
          place += count;
        }
      }
      start[cells] = place;
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i) {
      order[mine[static_cast<std::size_t>(cell[i])]++] = i;
    }
  }
}
