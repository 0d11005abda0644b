// The cost of calling a kernel that does nothing: directly through a pointer, by a typed kernel, and with all arguments
// checked at each call. Prints nanoseconds and the ratio to the direct call; each is the fastest of several runs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include "kparity/runtime.hpp"

namespace {

using namespace kparity;

[[gnu::noinline]] void nothing(double, const double*, double*, int) {
  asm volatile("" ::: "memory");
}

using Function = void (*)(double, const double*, double*, int);

/// Nanoseconds per call, the fastest of `rounds` runs.
template <class F>
double nanoseconds(F&& call) {
  constexpr int rounds = 500, calls = 20'000;  // short, so that some run is not interrupted
  double fastest = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) call();
    const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    fastest = std::min(fastest, passed.count() / calls);
  }
  return fastest;
}

void print(const char* what, double time, double direct) {
  std::printf("%-44s %6.2f ns   %5.2f x\n", what, time, time / direct);
}

void measure(const Kernel& kernel) {
  std::vector<double> x(8), y(8);
  double* const px = x.data();
  double* const py = y.data();
  const int n = 8;
  // The compiler must not see which function the pointer names.
  Function function = &nothing;
  asm volatile("" : "+r"(function));
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const double direct = nanoseconds([&] { function(2.0, px, py, n); });
  print("direct, through a pointer", direct, direct);
  print("typed", nanoseconds([&] { typed(2.0, px, py, n); }), direct);
  print("erased, pointers", nanoseconds([&] { kernel(2.0, px, py, n); }), direct);
  print("erased, vectors", nanoseconds([&] { kernel(2.0, x, y, n); }), direct);
  print("erased, a size_t for the int", nanoseconds([&] { kernel(2.0, x, y, x.size()); }), direct);
  const KernelCall call = kernel.with({.threads = {n}, .block = {256}});
  print("erased, vectors, with launch options", nanoseconds([&] { call(2.0, x, y, n); }), direct);
}

}  // namespace

int main() {
  KernelCatalog kernels;
  kernels.register_kernel(Kernel("nothing", {host<&nothing>()}, {.host = {.parameters = {"a", "x", "y", "n"}}}));
  measure(kernels["nothing"]);
  return 0;
}
