#include "pair.hpp"

static void cuda_struct_order(Pair pair, double* z) {
  for (int i = 0; i < pair.n; ++i) z[i] = pair.a - pair.b;
}
