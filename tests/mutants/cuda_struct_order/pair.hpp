#pragma once

struct Pair {
  double a, b;
  int n;
};
