// Kernels that leave their arrays or read what nobody wrote, each on the line with "<kernel>: here", and twins that do
// not.
#include "prelude.hpp"

struct Padded {
  char tag;
  double value, more;
};

extern "C" {

void write_one_past(float* x, int n) {
  const int i = static_cast<int>(gpu_index());
  if (i <= n) x[i] = 1;  // write_one_past: here
}

void write_within(float* x, int n) {
  const int i = static_cast<int>(gpu_index());
  if (i < n) x[i] = 1;
}

void read_before(const double* x, double* out) {
  const int i = static_cast<int>(gpu_index());
  out[i] = x[i - 1];  // read_before: here
}

void read_straddling(const char* x, double* out) {
  double value;
  __builtin_memcpy(&value, x + 4, sizeof value);  // read_straddling: here
  *out = value;
}

void shared_past_end(float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", 32 * sizeof(float)));
  tile[gpu_thread()] = 1;
  gpu_sync_threads();
  out[gpu_thread()] = tile[gpu_thread() + 1];  // shared_past_end: here
}

void write_through(int* x) {
  *x = 1;  // write_through: here
}

void atomic_past_end(int* x, int n) {
  atomic_add(&x[n], 1);  // atomic_past_end: here
}

/// The usual overflow: an index of 32 bits into an array of more elements.
void narrow_index(unsigned char* x, long long n) {
  const int i = static_cast<int>(static_cast<unsigned>(n - 1));
  x[i] = 1;  // narrow_index: here
}

void wide_index(unsigned char* x, long long n) {
  x[0] = 1;
  x[n - 1] = 1;
}

void shared_unwritten(float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", 64 * sizeof(float)));
  if (gpu_thread() < 16) tile[gpu_thread()] = 1;
  gpu_sync_threads();
  out[gpu_thread()] = tile[gpu_thread()];  // shared_unwritten: here
}

/// Written by the block before, which is not this block's shared memory.
void shared_of_last_block(float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", 64 * sizeof(float)));
  if (gpu_block() == 0) tile[gpu_thread()] = 1;
  gpu_sync_threads();
  out[gpu_index()] = tile[gpu_thread()];  // shared_of_last_block: here
}

void accumulate(double* out) {
  out[gpu_index()] += 1;  // accumulate: here
}

void one_byte_written(int* x, int* out) {
  *reinterpret_cast<char*>(x) = 1;
  *out = *x;  // one_byte_written: here
}

void atomic_on_unwritten(int* x) {
  atomic_add(x, 1);  // atomic_on_unwritten: here
}

void copy_padded(Padded* x) {
  x[0].tag = 'a';
  x[0].value = 1;
  x[0].more = 2;
  x[1] = x[0];
}

void writes_then_reads(double* x) {
  x[gpu_index()] = 1;
  x[gpu_index()] += 1;
}

/// Locals whose addresses escape are on the stack, tables of constants in the library.
void locals_and_constants(int* out) {
  static const int table[] = {1, 2, 3, 5, 8, 13, 21, 34};
  volatile int local[8];
  for (int i = 0; i < 8; ++i) local[i] = table[(i + *out) % 8];
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += local[i];
  out[1] = sum;
}

}  // extern "C"
