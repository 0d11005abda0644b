// What the checker costs: the same kernels at the fast place and checked, nanoseconds per CUDA thread and the ratio of
// one run. With the name of a kernel only that one.
#include "kparity/checker/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "kparity/emulate/emulate.hpp"
#include "kparity/host_function.hpp"

namespace {

using namespace kparity;

constexpr unsigned threads = 256;
constexpr int turns = 15;

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

/// All kernels have the same parameters: a number of elements and two arrays of at least so many.
using KernelType = void(int, const float*, float*);

struct Example {
  const char* name;
  const char* text;
  bool has_barriers;
};

constexpr Example examples[] = {
    {"axpy", R"(
__global__ void axpy(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += 2.0f * x[i];
}
)",
     false},
    {"deposit", R"(
__global__ void deposit(int n, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int cell = static_cast<int>(x[i]) % (n - 1);
  atomicAdd(&y[cell], 0.25f);
  atomicAdd(&y[cell + 1], 0.75f);
}
)",
     false},
    {"stencil", R"(
__global__ void stencil(int n, const float* x, float* y) {
  __shared__ float tile[256 + 2];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t + 1] = x[i];
  if (t == 0) tile[0] = i > 0 ? x[i - 1] : 0.0f;
  if (t == 255) tile[257] = i + 1 < n ? x[i + 1] : 0.0f;
  __syncthreads();
  y[i] = tile[t] - 2.0f * tile[t + 1] + tile[t + 2];
}
)",
     true},
    {"block_sum", R"(
__global__ void block_sum(int n, const float* x, float* y) {
  __shared__ float sum[256];
  const int t = threadIdx.x;
  sum[t] = x[blockIdx.x * blockDim.x + t];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) sum[t] += sum[t + half];
  }
  if (t == 0) y[blockIdx.x] = sum[0];
}
)",
     true},
    {"scan", R"(
__global__ void scan(int n, const float* x, float* y) {
  __shared__ float sum[2][256];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int now = 0;
  sum[0][t] = x[i];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    sum[1 - now][t] = sum[now][t] + (t >= step ? sum[now][t - step] : 0.0f);
    now = 1 - now;
    __syncthreads();
  }
  y[i] = sum[now][t];
}
)",
     true},
    {"warp_sum", R"(
__global__ void warp_sum(int n, const float* x, float* y) {
  __shared__ float sums[8];
  const int t = threadIdx.x;
  float value = x[blockIdx.x * blockDim.x + t];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  if (t % 32 == 0) sums[t / 32] = value;
  __syncthreads();
  value = sums[t % 8];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  if (t == 0) y[blockIdx.x] = value / 4.0f;
}
)",
     true},
};

emulate::EmulatedKernel compiled(const Example& example, const emulate::BuildFlavour& flavour) {
  CudaSource source;
  source.files.push_back({std::string(example.name) + "_cuda.cu", example.text});
  KernelType* const type = nullptr;
  std::vector<Signature> signatures{kparity::detail::signature_of_type(type)};
  signatures[0].kernel = example.name;
  return {emulate::compile_emulation(example.name, source, signatures, flavour), signatures};
}

/// One launch, in nanoseconds per thread; prints what is found, which must be nothing.
double time_of(emulate::Emulator& emulator, const emulate::EmulatedKernel& kernel, int n, const float* x, float* y) {
  LaunchShape shape;
  shape.grid = {static_cast<unsigned>(n) / threads, 1, 1};
  shape.block = {threads, 1, 1};
  void* values[] = {&n, &x, &y};
  const auto launch = [&] {
    for (const auto& finding : emulator.launch(kernel, 0, shape, values).findings) {
      fmt::print("  {}\n", to_string(finding));
    }
  };
  return fastest(1, launch) / n;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = 512 * threads;
  emulate::BuildFlavour flavour = {
      "checked",
      checker::compile_flags(emulate::compiles_with_clang() ? checker::Compiler::clang : checker::Compiler::gcc),
      checker::link_flags(), true};
  flavour.compile_flags.push_back("-DKPARITY_CHECKED");
  checker::Checker checker({.close_device_memory = false, .prelude = {emulate::emulation_folder()}});
  emulate::Emulator fast, checked(&checker.hooks());
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  auto* device_x = static_cast<float*>(checker.allocate(x.size() * 4, {"x", 4, false}));
  auto* device_y = static_cast<float*>(checker.allocate(y.size() * 4, {"y", 4, true}));
  checker.copy_in(device_x, x.data(), x.size() * 4);
  fmt::print("{} threads in blocks of {}; ns per thread\n", n, threads);
  double most = 0;
  for (const Example& example : examples) {
    if (argc > 1 && std::string(argv[1]) != example.name) continue;
    const auto plain_kernel = compiled(example, {}), watched_kernel = compiled(example, flavour);
    double plain = 1e300, watched = 1e300;
    for (int turn = 0; turn < turns; ++turn) {
      plain = std::min(plain, time_of(fast, plain_kernel, n, x.data(), y.data()));
      watched = std::min(watched, time_of(checked, watched_kernel, n, device_x, device_y));
    }
    fmt::print("{:<10} fast {:7.1f}, checked {:7.1f}: {:.2f} times{}\n", example.name, plain, watched, watched / plain,
               example.has_barriers ? "" : " (no barriers)");
    if (example.has_barriers) most = std::max(most, watched / plain);
  }
  fmt::print("kernels with barriers: at most {:.2f} times\n", most);
}
