// Kernels without a fault, many of them twins of those in races.cpp: the checker must be silent about each.
#include "prelude.hpp"

extern "C" {

void with_barrier(const float* in, float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  tile[t] = in[t];
  gpu_sync_threads();
  out[gpu_index()] = tile[(t + 1) % gpu_threads()];
}

void reduction(const float* in, float* out) {
  auto* sum = static_cast<float*>(gpu_shared("sum", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  sum[t] = in[t];
  for (unsigned half = gpu_threads() / 2; half > 0; half /= 2) {
    gpu_sync_threads();
    if (t < half) sum[t] += sum[t + half];
  }
  if (t == 0) out[gpu_block()] = sum[0];
}

void with_second_barrier(const float* in, float* out) {
  auto* tile = static_cast<float*>(gpu_shared("tile", gpu_threads() * sizeof(float)));
  const unsigned t = gpu_thread();
  for (int step = 0; step < 3; ++step) {
    tile[t] = in[t] + static_cast<float>(step);
    gpu_sync_threads();
    out[t] += tile[gpu_threads() - 1 - t];
    gpu_sync_threads();
  }
}

void counter_after_barrier(int* out) {
  auto* count = static_cast<int*>(gpu_shared("count", sizeof(int)));
  if (gpu_thread() == 0) *count = 0;
  gpu_sync_threads();
  atomic_add(count, 1);
  gpu_sync_threads();
  out[gpu_thread()] = *count;
}

void own_warp(int* out) {
  auto* values = static_cast<int*>(gpu_shared("values", gpu_threads() * sizeof(int)));
  const unsigned t = gpu_thread();
  values[t] = static_cast<int>(t);
  gpu_sync_warp(0xffffffff);
  out[t] = values[t ^ 1];
}

void own_half_warp(int* out) {
  auto* values = static_cast<int*>(gpu_shared("values", gpu_threads() * sizeof(int)));
  const unsigned t = gpu_thread();
  const std::uint64_t mask = t % 32 < 16 ? 0xffff : 0xffff0000;
  for (int step = 0; step < 3; ++step) {
    values[t] = static_cast<int>(t);
    gpu_sync_warp(mask);
    out[t] = values[t ^ 8];
    gpu_sync_warp(mask);
  }
}

void warp_reduction(int* out) {
  auto* values = static_cast<int*>(gpu_shared("values", 64 * sizeof(int)));
  const unsigned t = gpu_thread();
  values[t] = 1;
  values[t + 32] = 1;
  for (unsigned half = 32; half > 0; half /= 2) {
    gpu_sync_warp(0xffffffff);
    const int other = values[t + half];
    gpu_sync_warp(0xffffffff);
    if (t + half < 64 && t < half) values[t] += other;
  }
  if (t == 0) *out = values[0];
}

void atomic_deposit(const int* cell, int* rho) {
  atomic_add(&rho[cell[gpu_index()]], 1);
}

/// The last-block sum of CUDA's programming guide: the counter's reader has a barrier behind it, but no fence.
void last_block(const int* in, int* partial, int* count, int* out) {
  auto* last = static_cast<int*>(gpu_shared("last", sizeof(int)));
  auto* sums = static_cast<int*>(gpu_shared("sums", gpu_threads() * sizeof(int)));
  if (gpu_thread() == 0) {
    partial[gpu_block()] = in[gpu_block()];
    gpu_fence(1);
    *last = atomic_add(count, 1) == static_cast<int>(gpu_blocks()) - 1;
  }
  gpu_sync_threads();
  if (*last == 0) return;
  const unsigned t = gpu_thread();
  sums[t] = 0;
  for (unsigned b = t; b < gpu_blocks(); b += gpu_threads()) sums[t] += partial[b];
  gpu_sync_threads();
  if (t == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gpu_threads(); ++i) sum += sums[i];
    *out = sum;
    *count = 0;
  }
}

/// Every thread writes and fences, a barrier follows, and one thread counts for all of them.
void last_block_of_all_threads(int* partial, int* count, int* out) {
  auto* last = static_cast<int*>(gpu_shared("last", sizeof(int)));
  partial[gpu_index()] = 1;
  gpu_fence(1);
  gpu_sync_threads();
  if (gpu_thread() == 0) *last = atomic_add(count, 1) == static_cast<int>(gpu_blocks()) - 1;
  gpu_sync_threads();
  if (*last == 0 || gpu_thread() != 0) return;
  gpu_fence(1);
  int sum = 0;
  for (unsigned i = 0; i < gpu_blocks() * gpu_threads(); ++i) sum += partial[i];
  *out = sum;
}

void own_part(int* x) {
  x[gpu_index()] = x[gpu_index()] + 1;
}

void block_scope_within_block(int* counts) {
  atomic_add(&counts[gpu_block()], 1, 0);
}

void lock_with_fences(int* lock, int* x) {
  while (compare_exchange(lock, 0, 1) != 0) {
  }
  gpu_fence(1);
  *x = *x + 1;
  gpu_fence(1);
  atomic_exchange(lock, 0);
}

/// A maximum with a loop around atomicCAS: its first read is a plain one.
void cas_maximum(const int* in, int* most) {
  const int mine = in[gpu_index()];
  int old = *most;
  while (old < mine) {
    const int seen = compare_exchange(most, old, mine);
    if (seen == old) break;
    old = seen;
  }
  if (old >= mine) compare_exchange(most, old, old);
}

void own_bytes(unsigned char* x) {
  x[gpu_index()] = static_cast<unsigned char>(x[gpu_index()] + 1);
}

void own_halves_then_word(short* x, int* out) {
  x[gpu_thread()] = static_cast<short>(gpu_thread());
  gpu_sync_threads();
  if (gpu_thread() % 2 == 0) out[gpu_thread() / 2] = reinterpret_cast<int*>(x)[gpu_thread() / 2];
}

void all_read_one(const double* in, double* out) {
  out[gpu_index()] = in[0] + in[1];
}

/// A flag that blocks pass on; the earlier block has run when the later one looks.
void volatile_flags(int* flag, int* data) {
  if (gpu_thread() != 0) return;
  volatile int* flags = flag;
  if (gpu_block() > 0) {
    while (flags[gpu_block() - 1] == 0) {
    }
    gpu_fence(1);
  }
  *data = *data + 1;
  gpu_fence(1);
  flags[gpu_block()] = 1;
}

void flag_by_atomics(int* flag, int* data) {
  if (gpu_thread() != 0) return;
  if (gpu_block() > 0) {
    while (gpu_atomic_load(&flag[gpu_block() - 1], 1, __builtin_FILE(), __builtin_LINE()) == 0) {
    }
    gpu_fence(1);
  }
  *data = *data + 1;
  gpu_fence(1);
  gpu_atomic_store(&flag[gpu_block()], 1, 1, __builtin_FILE(), __builtin_LINE());
}

}  // extern "C"
