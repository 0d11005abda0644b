// What emulation costs, in ratios of one run: a kernel without barriers against the host loop, a tile with barriers
// against the host loop, a barrier and a shuffle against a switch between two stacks; and what a compilation costs.
// `switch N` and `waits KIND THREADS ROUNDS` do only that, for a program that counts instructions.
#include "kparity/emulate/emulate.hpp"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "fiber.hpp"
#include "kparity/host_function.hpp"

namespace {

using namespace kparity;
using namespace kparity::emulate;

/// What is compared takes turns, because the speed of a shared machine changes while this runs; the fastest turn
/// counts.
constexpr int turns = 40;

/// Processor time of this thread so far in nanoseconds: other programs take turns on a shared machine.
double processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// Nanoseconds of the fastest of several runs.
double fastest(int runs, const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < runs; ++i) {
    const double start = processor_time();
    work();
    best = std::min(best, processor_time() - start);
  }
  return best;
}

/// Processor time of all child processes so far.
double seconds_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Prints what the compilation costs.
template <class F>
EmulatedKernel compiled(const std::string& name, const std::string& text) {
  CudaSource source;
  source.files.push_back({name + "_cuda.cu", text});
  F* const type = nullptr;
  std::vector<Signature> signatures{kparity::detail::signature_of_type(type)};
  signatures[0].kernel = name;
  const double before = seconds_of_children();
  const std::string library = compile_emulation(name, source, signatures);
  fmt::print("compiling {}: {:.2f} s of processor time\n", name, seconds_of_children() - before);
  return {library, signatures};
}

/// A cache of its own, so that everything is compiled; goes away with this object.
class EmptyCache {
 public:
  EmptyCache() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kparity-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
    ::setenv("KPARITY_CACHE_DIR", pattern.c_str(), 1);
  }
  ~EmptyCache() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  EmptyCache(const EmptyCache&) = delete;
  EmptyCache& operator=(const EmptyCache&) = delete;

 private:
  std::filesystem::path folder_;
};

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
  const double* const input = x.data();
  double host = 1e300, emulated = 1e300;
  for (int turn = 0; turn < turns; ++turn) {
    host = std::min(host, fastest(1, [&] { axpy_host(1e-9, input, y.data(), n); }));
    emulated = std::min(emulated, fastest(1, [&] {
                          launch(emulator, kernel, shape_of((n + 127) / 128, 128), 1e-9, input, y.data(), n);
                        }));
  }
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
  const int n = 1024;
  std::vector<float> x(n), y(n), z(n), force(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 17);
    y[i] = static_cast<float>(i % 19);
    z[i] = static_cast<float>(i % 23);
  }
  const EmulatedKernel kernel =
      compiled<void(int, const float*, const float*, const float*, float*)>("bodies", bodies_text);
  const float *px = x.data(), *py = y.data(), *pz = z.data();
  double host = 1e300, emulated = 1e300;
  for (int turn = 0; turn < turns; ++turn) {
    host = std::min(host, fastest(1, [&] { bodies_host(n, px, py, pz, force.data()); }));
    emulated = std::min(
        emulated, fastest(1, [&] { launch(emulator, kernel, shape_of(n / 256, 256), n, px, py, pz, force.data()); }));
  }
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

void switch_to_and_fro(int rounds) {
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
  for (int i = 0; i < rounds; ++i) native_switching().jump(&pair.one, pair.other);
}

double switch_time() {
  const int rounds = 50'000;
  return fastest(2, [&] { switch_to_and_fro(rounds); }) / (2.0 * rounds);
}

void measure_waits(Emulator& emulator) {
  const EmulatedKernel kernel = compiled<void(int, int, int*)>("waits", waits_text);
  const char* names[] = {"__syncthreads", "__shfl_xor_sync", "__syncwarp"};
  const unsigned sizes[] = {32, 256, 1024};
  const int rounds = 100;
  double one_switch = 1e300;
  double each[3][3] = {{1e300, 1e300, 1e300}, {1e300, 1e300, 1e300}, {1e300, 1e300, 1e300}};
  std::vector<int> out(1024);
  for (int turn = 0; turn < turns; ++turn) {
    one_switch = std::min(one_switch, switch_time());
    for (std::size_t size = 0; size < 3; ++size) {
      for (int kind = 0; kind < 3; ++kind) {
        const auto time = [&](int count) {
          return fastest(2, [&] { launch(emulator, kernel, shape_of(1, sizes[size]), count, kind, out.data()); });
        };
        each[size][kind] = std::min(each[size][kind], (time(rounds) - time(0)) / rounds / sizes[size]);
      }
    }
  }
  fmt::print("a switch between two stacks: {:.1f} ns\n", one_switch);
  for (std::size_t size = 0; size < 3; ++size)
    for (int kind = 0; kind < 3; ++kind)
      fmt::print("{:<16} block of {:>4}: {:5.1f} ns per thread, {:.1f} switches\n", names[kind], sizes[size],
                 each[size][kind], each[size][kind] / one_switch);
}

/// One launch of the kernel of measure_waits.
void wait_only(Emulator& emulator, int kind, unsigned threads, int rounds) {
  const EmulatedKernel kernel = compiled<void(int, int, int*)>("waits", waits_text);
  std::vector<int> out(threads);
  launch(emulator, kernel, shape_of(1, threads), rounds, kind, out.data());
}

}  // namespace

int main(int argc, char** argv) {
  const EmptyCache cache;
  Emulator emulator;
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "switch") {
    switch_to_and_fro(std::stoi(words[1]));
  } else if (words.size() == 4 && words[0] == "waits") {
    wait_only(emulator, std::stoi(words[1]), static_cast<unsigned>(std::stoi(words[2])), std::stoi(words[3]));
  } else {
    measure_axpy(emulator);
    measure_bodies(emulator);
    measure_waits(emulator);
  }
}
