// Kernels with one fault each in how they order accesses. Each line that a finding may name carries "<kernel>: one
// access"; twins without the fault are in ordered.cpp.
#include "prelude.hpp"

struct Triple {
  double a, b, c;
};

extern "C" {

void missing_barrier(const float* in, float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  tile[t] = in[t];                         // missing_barrier: one access
  out[t] = tile[(t + 1) % gpu_threads()];  // missing_barrier: one access
}

void reduction_without_barrier(const float* in, float* out) {
  auto* sum = static_cast<float*>(gpu_shared("sum", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  sum[t] = in[t];
  gpu_sync_threads();
  for (unsigned half = gpu_threads() / 2; half > 0; half /= 2) {
    if (t < half) sum[t] += sum[t + half];  // reduction_without_barrier: one access
  }
  if (t == 0) *out = sum[0];
}

void missing_second_barrier(const float* in, float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  for (int step = 0; step < 2; ++step) {
    tile[t] = in[t] + static_cast<float>(step);  // missing_second_barrier: one access
    gpu_sync_threads();
    out[t] += tile[gpu_threads() - 1 - t];  // missing_second_barrier: one access
  }
}

void counter_before_barrier(int* out) {
  auto* count = static_cast<int*>(gpu_shared("count", sizeof(int)));
  if (gpu_thread() == 0) *count = 0;
  gpu_sync_threads();
  atomic_add(count, 1);        // counter_before_barrier: one access
  out[gpu_thread()] = *count;  // counter_before_barrier: one access
}

void wrong_warp(int* out) {
  auto* values = static_cast<int*>(gpu_shared("values", gpu_threads() * sizeof(int)));
  const unsigned t = gpu_thread();
  values[t] = static_cast<int>(t);  // wrong_warp: one access
  gpu_sync_warp(0xffffffff);
  out[t] = values[(t + 32) % gpu_threads()];  // wrong_warp: one access
}

void half_warp_mask(int* out) {
  auto* values = static_cast<int*>(gpu_shared("values", gpu_threads() * sizeof(int)));
  const unsigned t = gpu_thread();
  values[t] = static_cast<int>(t);  // half_warp_mask: one access
  gpu_sync_warp(t % 32 < 16 ? 0xffff : 0xffff0000);
  out[t] = values[t ^ 16];  // half_warp_mask: one access
}

void same_value_writes(int* flag) {
  *flag = 1;  // same_value_writes: one access
}

void plain_deposit(const int* cell, int* rho) {
  rho[cell[gpu_index()]] += 1;  // plain_deposit: one access
}

void last_block_without_fence(const int* in, int* partial, int* count, int* out) {
  auto* last = static_cast<int*>(gpu_shared("last", sizeof(int)));
  if (gpu_thread() == 0) {
    partial[gpu_block()] = in[gpu_block()];  // last_block_without_fence: one access
    *last = atomic_add(count, 1) == static_cast<int>(gpu_blocks()) - 1;
  }
  gpu_sync_threads();
  if (*last != 0 && gpu_thread() == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gpu_blocks(); ++b) sum += partial[b];  // last_block_without_fence: one access
    *out = sum;
  }
}

void last_block_with_narrow_fence(const int* in, int* partial, int* count, int* out) {
  auto* last = static_cast<int*>(gpu_shared("last", sizeof(int)));
  if (gpu_thread() == 0) {
    partial[gpu_block()] = in[gpu_block()];  // last_block_with_narrow_fence: one access
    gpu_fence(0);
    *last = atomic_add(count, 1) == static_cast<int>(gpu_blocks()) - 1;
  }
  gpu_sync_threads();
  if (*last != 0 && gpu_thread() == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gpu_blocks(); ++b) sum += partial[b];  // last_block_with_narrow_fence: one access
    *out = sum;
  }
}

/// Each block writes its part and the first element of the next.
void across_blocks(int* x) {
  x[gpu_index()] = 1;  // across_blocks: one access
  const unsigned next = (gpu_block() + 1) % gpu_blocks() * gpu_threads();
  if (gpu_thread() == 0) x[next] = 2;  // across_blocks: one access
}

/// Blocks count together with an atomic that is one for their own block only.
void atomic_of_block_scope(int* count) {
  atomic_add(count, 1, 0);  // atomic_of_block_scope: one access
}

void plain_read_of_atomic(int* count, int* out) {
  if (gpu_thread() == 0) atomic_add(count, 1);  // plain_read_of_atomic: one access
  if (gpu_thread() == 40) *out = *count;        // plain_read_of_atomic: one access
}

/// The tail of a reduction as it was written before warps could diverge.
void volatile_tail(const int* in, int* out) {
  volatile int* sum = static_cast<int*>(gpu_shared("sum", 64 * sizeof(int)));
  const unsigned t = gpu_thread();
  sum[t] = in[t];                                                                 // volatile_tail: one access
  sum[t + 32] = in[t + 32];                                                       // volatile_tail: one access
  for (unsigned half = 32; half > 0; half /= 2) sum[t] = sum[t] + sum[t + half];  // volatile_tail: one access
  if (t == 0) *out = sum[0];
}

/// The lock is taken and released, but nothing makes what it protects visible.
void lock_without_fences(int* lock, int* x) {
  if (gpu_thread() != 0) return;
  while (compare_exchange(lock, 0, 1) != 0) {
  }
  *x = *x + 1;  // lock_without_fences: one access
  atomic_exchange(lock, 0);
}

void struct_copy(Triple* x) {
  const unsigned t = gpu_thread();
  x[t] = x[(t + 1) % gpu_threads()];  // struct_copy: one access
}

void bytes_of_a_word(unsigned char* x) {
  x[gpu_thread() / 2] = 1;  // bytes_of_a_word: one access
}

/// One thread writes the word that others write the bytes of.
void word_and_bytes(int* x) {
  if (gpu_thread() == 0) {
    *x = 7;  // word_and_bytes: one access
  } else {
    reinterpret_cast<unsigned char*>(x)[gpu_thread()] = 1;  // word_and_bytes: one access
  }
}

}  // extern "C"
