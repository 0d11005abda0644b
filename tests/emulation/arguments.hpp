// The structures that the kernels of this folder take, as faults/fault.cuh and kernels/data.cuh have them.
#pragma once

struct Arrays {
  int n, size;
  const float* in;
  float* out;
  int* ints;
  const float* few;
  const unsigned char* table;
};

struct Data {
  int n;
  const float* in;
  const int* numbers;
  float* out;
  int* counts;
};
