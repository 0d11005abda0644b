// What emulation costs, in ratios of one run: a kernel without barriers against the host loop, a tile with barriers
// against the host loop, a barrier and a shuffle against a switch between two stacks.
#include "kparity/emulate/emulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "fiber.hpp"
#include "kparity/host_function.hpp"

namespace {

using namespace kparity;
using namespace kparity::emulate;
using Clock = std::chrono::steady_clock;

/// Nanoseconds of the fastest of several runs.
double fastest(int runs, const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < runs; ++i) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return best;
}

template <class F>
EmulatedKernel compiled(const std::string& name, const std::string& text) {
  CudaSource source;
  source.files.push_back({name + "_cuda.cu", text});
  F* const type = nullptr;
  std::vector<Signature> signatures{kparity::detail::signature_of_type(type)};
  signatures[0].kernel = name;
  return {compile_emulation(name, source, signatures), signatures};
}

LaunchShape shape_of(unsigned blocks, unsigned threads) {
  LaunchShape shape;
  shape.grid = {blocks, 1, 1};
  shape.block = {threads, 1, 1};
  return shape;
}

template <class... A>
LaunchResult launch(Emulator& emulator, const EmulatedKernel& kernel, const LaunchShape& shape, A... arguments) {
  void* values[] = {&arguments...};
  return emulator.launch(kernel, 0, shape, values);
}

// -------------------------------------------------------------------------------------------------------------- axpy

constexpr const char* axpy_text = R"(
__global__ void axpy(double a, const double* x, double* y, int n) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";

[[gnu::noinline]] void axpy_host(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

void measure_axpy(Emulator& emulator) {
  const int n = 1'000'000;
  std::vector<double> x(n, 1.0), y(n, 2.0);
  const EmulatedKernel kernel = compiled<void(double, const double*, double*, int)>("axpy", axpy_text);
  const double host = fastest(30, [&] { axpy_host(1e-9, x.data(), y.data(), n); });
  const double* const input = x.data();
  const double emulated =
      fastest(30, [&] { launch(emulator, kernel, shape_of((n + 127) / 128, 128), 1e-9, input, y.data(), n); });
  fmt::print("axpy, n = 10^6: host {:.2f} ns, emulated {:.2f} ns per element, {:.2f} times\n", host / n, emulated / n,
             emulated / host);
}

// ------------------------------------------------------------------------------------------------------------ n-body

constexpr const char* bodies_text = R"(
__global__ void bodies(int n, const float* x, const float* y, const float* z, float* force) {
  __shared__ float sx[256], sy[256], sz[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float px = x[i], py = y[i], pz = z[i];
  float sum = 0;
  for (int tile = 0; tile < n; tile += 256) {
    sx[threadIdx.x] = x[tile + threadIdx.x];
    sy[threadIdx.x] = y[tile + threadIdx.x];
    sz[threadIdx.x] = z[tile + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; ++j) {
      const float dx = sx[j] - px, dy = sy[j] - py, dz = sz[j] - pz;
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      sum += 1.0f / (square * sqrtf(square));
    }
    __syncthreads();
  }
  force[i] = sum;
}
)";

[[gnu::noinline]] void bodies_host(int n, const float* x, const float* y, const float* z, float* force) {
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float square = dx * dx + dy * dy + dz * dz + 0.01f;
      sum += 1.0f / (square * std::sqrt(square));
    }
    force[i] = sum;
  }
}

void measure_bodies(Emulator& emulator) {
  const int n = 2048;
  std::vector<float> x(n), y(n), z(n), force(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 17);
    y[i] = static_cast<float>(i % 19);
    z[i] = static_cast<float>(i % 23);
  }
  const EmulatedKernel kernel =
      compiled<void(int, const float*, const float*, const float*, float*)>("bodies", bodies_text);
  const double host = fastest(5, [&] { bodies_host(n, x.data(), y.data(), z.data(), force.data()); });
  const float *px = x.data(), *py = y.data(), *pz = z.data();
  const double emulated =
      fastest(5, [&] { launch(emulator, kernel, shape_of(n / 256, 256), n, px, py, pz, force.data()); });
  fmt::print("n-body tile, n = {}: host {:.2f} ms, emulated {:.2f} ms, {:.2f} times\n", n, host * 1e-6, emulated * 1e-6,
             emulated / host);
}

// ---------------------------------------------------------------------------------------------------- waits in
// switches

constexpr const char* waits_text = R"(
__global__ void waits(int rounds, int kind, int* out) {
  int value = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    if (kind == 0) __syncthreads();
    if (kind == 1) value = __shfl_xor_sync(0xffffffffu, value, 1);
    if (kind == 2) __syncwarp();
  }
  out[threadIdx.x] = value;
}
)";

struct Pair {
  SavedStack one = nullptr, other = nullptr;
};

double switch_time() {
  StackPool stacks;
  const auto stack = stacks.take();
  Pair pair;
  pair.other = native_switching().make(
      stack.bottom, stack.top,
      [](void* argument) {
        auto& both = *static_cast<Pair*>(argument);
        for (;;) native_switching().jump(&both.other, both.one);
      },
      &pair);
  const int rounds = 1'000'000;
  return fastest(5,
                 [&] {
                   for (int i = 0; i < rounds; ++i) native_switching().jump(&pair.one, pair.other);
                 }) /
         (2.0 * rounds);
}

void measure_waits(Emulator& emulator) {
  const EmulatedKernel kernel = compiled<void(int, int, int*)>("waits", waits_text);
  const double one_switch = switch_time();
  fmt::print("a switch between two stacks: {:.1f} ns\n", one_switch);
  const char* names[] = {"__syncthreads", "__shfl_xor_sync", "__syncwarp"};
  for (const unsigned threads : {32u, 256u, 1024u}) {
    std::vector<int> out(threads);
    for (int kind = 0; kind < 3; ++kind) {
      const auto time = [&](int rounds) {
        return fastest(5, [&] { launch(emulator, kernel, shape_of(1, threads), rounds, kind, out.data()); });
      };
      const int rounds = 200;
      const double each = (time(rounds) - time(0)) / rounds / threads;
      fmt::print("{:<16} block of {:>4}: {:5.1f} ns per thread, {:.1f} switches\n", names[kind], threads, each,
                 each / one_switch);
    }
  }
}

}  // namespace

int main() {
  Emulator emulator;
  measure_axpy(emulator);
  measure_bodies(emulator);
  measure_waits(emulator);
}
