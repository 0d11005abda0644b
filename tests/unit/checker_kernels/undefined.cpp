// Kernels that do what the language leaves undefined, each on the line with "<kernel>: here"; with other arguments none
// of them does.
#include "prelude.hpp"

struct alignas(16) Four {
  float x, y, z, w;
};

extern "C" {

void shift(int* x, int distance) {
  x[gpu_index()] = 1 << distance;  // shift: here
}

void shift_unsigned(unsigned long long* x, long long distance) {
  x[0] = x[0] >> distance;  // shift_unsigned: here
}

void add(int* x, int y) {
  x[gpu_index()] += y;  // add: here
}

void subtract(long long* x, long long y) {
  x[0] = x[0] - y;  // subtract: here
}

void multiply(int* x, int y) {
  x[0] = x[0] * y;  // multiply: here
}

void negate(int* x) {
  x[0] = -x[0];  // negate: here
}

void divide(int* x, int y) {
  x[0] = x[0] / y;  // divide: here
}

void remainder_of(unsigned* x, unsigned y) {
  x[0] = x[0] % y;  // remainder_of: here
}

void to_int(int* x, float y) {
  x[0] = static_cast<int>(y);  // to_int: here
}

void to_byte(unsigned char* x, double y) {
  x[0] = static_cast<unsigned char>(y);  // to_byte: here
}

void load_four(const float* x, float* out, int at) {
  const Four* four = reinterpret_cast<const Four*>(x + at);
  out[0] = four->w;  // load_four: here
}

void store_four(float* x, int at) {
  Four* four = reinterpret_cast<Four*>(x + at);
  four->x = 1;  // store_four: here
}

void copy_four(const float* x, float* out, int at) {
  *reinterpret_cast<Four*>(out) = *reinterpret_cast<const Four*>(x + at);  // copy_four: here
}

void local_array(float* out, int at) {
  float local[4] = {1, 2, 3, 4};
  local[1] = out[0];
  out[0] = local[at];  // local_array: here
}

void row_of_array(float* out, int row, int column) {
  float local[4][3] = {};
  local[2][2] = out[0];
  out[0] = local[row][column];  // row_of_array: here
}

void unreachable(int* x) {
  if (x[0] == 1) return;
  __builtin_unreachable();  // unreachable: here
}

int no_value(int x) {  // returns: here
  if (x == 1) return 2;
}  // returns: here
void returns(int* x) {
  x[0] = no_value(x[0]);
}

void as_bool(const bool* x, int* out) {
  out[0] = *x ? 3 : 4;  // as_bool: here
}

void leading_zeros(const unsigned* x, int* out) {
  out[0] = __builtin_clz(*x);  // leading_zeros: here
}

}  // extern "C"
