// What a kernel of these tests may use: the few CUDA words that they need, answered by the test program's scheduler
// (gpu.cpp). The kernels are compiled with -fsanitize=thread into a library per compiler.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
unsigned gpu_thread();
unsigned gpu_block();
unsigned gpu_threads();
unsigned gpu_blocks();
void gpu_sync_threads();
void gpu_sync_warp(std::uint64_t mask);
void gpu_fence(int scope);  // 0 block, 1 device
void* gpu_shared(const char* name, std::size_t bytes);
int gpu_atomic_add(int* address, int value, int scope, const char* file, unsigned line);
int gpu_atomic_exchange(int* address, int value, int scope, const char* file, unsigned line);
int gpu_compare_exchange(int* address, int expected, int value, int scope, const char* file, unsigned line);
int gpu_atomic_load(int* address, int scope, const char* file, unsigned line);
void gpu_atomic_store(int* address, int value, int scope, const char* file, unsigned line);
}

inline int atomic_add(int* address, int value, int scope = 1, const char* file = __builtin_FILE(),
                      unsigned line = __builtin_LINE()) {
  return gpu_atomic_add(address, value, scope, file, line);
}

inline int atomic_exchange(int* address, int value, int scope = 1, const char* file = __builtin_FILE(),
                           unsigned line = __builtin_LINE()) {
  return gpu_atomic_exchange(address, value, scope, file, line);
}

inline int compare_exchange(int* address, int expected, int value, int scope = 1, const char* file = __builtin_FILE(),
                            unsigned line = __builtin_LINE()) {
  return gpu_compare_exchange(address, expected, value, scope, file, line);
}

inline unsigned gpu_index() {
  return gpu_block() * gpu_threads() + gpu_thread();
}
