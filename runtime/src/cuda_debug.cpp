// The mode of the process, and what the scopes of a thread put in its place.
#include "kparity/cuda_debug.hpp"

#include <atomic>

#include "kparity/settings.hpp"

namespace kparity {

namespace {

enum Mode : int { unset = -1, off = 0, on = 1 };

// Documented settings, changed only by the functions and scopes of the header.
std::atomic<int> process_mode{unset};
constinit thread_local int thread_mode = unset;

// Remembered, since each launch asks.
int first_mode() {
  int expected = unset;
  process_mode.compare_exchange_strong(expected, settings().cuda_debug ? on : off, std::memory_order_relaxed);
  return process_mode.load(std::memory_order_relaxed);
}

}  // namespace

[[gnu::hot]] bool cuda_debug() {
  if (thread_mode != unset) return thread_mode == on;
  const int mode = process_mode.load(std::memory_order_relaxed);
  return (mode == unset ? first_mode() : mode) == on;
}

void set_cuda_debug(bool debug) {
  process_mode.store(debug ? on : off, std::memory_order_relaxed);
}

CudaDebugScope::CudaDebugScope(bool debug) : previous_(thread_mode) {
  thread_mode = debug ? on : off;
}

CudaDebugScope::~CudaDebugScope() {
  thread_mode = previous_;
}

}  // namespace kparity
