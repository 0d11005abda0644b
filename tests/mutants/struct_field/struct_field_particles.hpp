#pragma once

struct Particles {
  double* x;
  const double* vx;
  const double* vy;
  int n;
};
