// The acceptance cases of the emulation that a kernel's author can check by hand: host results for the usual patterns,
// arrays that overlap, and one compilation for many launches.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>

#include "emulated.hpp"
#include "kparity/cuda_source.hpp"

namespace kparity::emulate {
namespace {

using testing::Each;
using testing::IsEmpty;

/// A kernel of a text, compiled with `options`.
template <class F>
struct Compiled {
  explicit Compiled(const std::string& name, const std::string& text, std::vector<std::string> options = {}) {
    CudaSource source = cuda_source(text, name + ".cu");
    source.options = std::move(options);
    F* const type = nullptr;
    std::vector<Signature> instantiations{kparity::detail::signature_of_type(type)};
    instantiations[0].kernel = name;
    path = compile_emulation(name, source, instantiations);
    kernel.emplace(path, instantiations);
  }
  std::string path;
  std::optional<EmulatedKernel> kernel;
};

const char* const reduction = R"(
__global__ void sum_of(int n, const double* x, double* total) {
  extern __shared__ double partial[];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? x[i] : 0.0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) partial[t] += partial[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, partial[0]);
})";

TEST(EmulationAcceptance, case_73_a_tree_reduction_gives_the_sum) {
  const Compiled<void(int, const double*, double*)> sum("sum_of", reduction);
  Emulator emulator;
  for (const EmulationOptions& options : all_orders()) {
    std::vector<double> x(1000);
    std::iota(x.begin(), x.end(), 1.0);
    double total = 0;
    const auto result = launch_on(emulator, *sum.kernel, shape_of({8, 1, 1}, {128, 1, 1}, 128 * sizeof(double)),
                                  options, 1000, static_cast<const double*>(x.data()), &total);
    EXPECT_THAT(texts_of(result), IsEmpty());
    EXPECT_EQ(total, 500500);
  }
}

TEST(EmulationAcceptance, case_73_a_tile_transpose_gives_the_transpose) {
  const Compiled<void(int, int, const int*, int*)> transpose("transpose", R"(
__global__ void transpose(int rows, int columns, const int* in, int* out) {
  __shared__ int tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
})");
  Emulator emulator;
  const int rows = 37, columns = 53;
  for (const EmulationOptions& options : all_orders()) {
    std::vector<int> in(rows * columns), out(rows * columns, -1);
    std::iota(in.begin(), in.end(), 0);
    const auto result = launch_on(emulator, *transpose.kernel, shape_of({4, 3, 1}, {16, 16, 1}), options, rows, columns,
                                  static_cast<const int*>(in.data()), out.data());
    EXPECT_THAT(texts_of(result), IsEmpty());
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) ASSERT_EQ(out[c * rows + r], in[r * columns + c]) << r << " " << c;
  }
}

TEST(EmulationAcceptance, case_73_a_deposit_per_block_in_dynamic_shared_memory_gives_the_counts) {
  const Compiled<void(int, int, const int*, int*)> deposit("deposit", R"(
__global__ void deposit(int n, int cells, const int* cell, int* count) {
  extern __shared__ int mine[];
  for (int c = threadIdx.x; c < cells; c += blockDim.x) mine[c] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[cell[i]], 1);
  __syncthreads();
  for (int c = threadIdx.x; c < cells; c += blockDim.x) atomicAdd(&count[c], mine[c]);
})");
  Emulator emulator;
  const int n = 700, cells = 9;
  std::vector<int> cell(n), expected(cells, 0);
  for (int i = 0; i < n; ++i) ++expected[static_cast<std::size_t>(cell[static_cast<std::size_t>(i)] = i * i % cells)];
  for (const EmulationOptions& options : all_orders()) {
    std::vector<int> count(cells, 0);
    const auto result = launch_on(emulator, *deposit.kernel, shape_of({11, 1, 1}, {64, 1, 1}, cells * sizeof(int)),
                                  options, n, cells, static_cast<const int*>(cell.data()), count.data());
    EXPECT_THAT(texts_of(result), IsEmpty());
    EXPECT_EQ(count, expected);
  }
}

const char* const scaled = R"(
#ifndef FACTOR
#define FACTOR 2
#endif
__global__ void scaled(int n, const double* x, double* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = FACTOR * x[i];
})";

TEST(EmulationAcceptance, case_75_one_array_as_input_and_output_is_changed_in_place) {
  const Compiled<void(int, const double*, double*)> twice("scaled", scaled);
  Emulator emulator;
  for (const EmulationOptions& options : all_orders()) {
    std::vector<double> x(300, 1.5);
    const auto result = launch_on(emulator, *twice.kernel, shape_of({5, 1, 1}, {64, 1, 1}), options, 300,
                                  static_cast<const double*>(x.data()), x.data());
    EXPECT_THAT(texts_of(result), IsEmpty());
    EXPECT_THAT(x, Each(3.0));
  }
}

TEST(EmulationAcceptance, template_arguments_that_cannot_be_deduced_are_those_of_the_source) {
  const auto file = [](const char* times) {
    CudaSource source = cuda_source(R"(
template <class T, int times>
__global__ void multiplied(const T* x, T* y) {
  __shared__ T factor[times];
  factor[times - 1] = times;
  y[threadIdx.x] = factor[times - 1] * x[threadIdx.x];
})",
                                    "multiplied.cu");
    source.template_args = {"T", times};
    return source;
  };
  using Type = void(const double*, double*);
  std::vector<Signature> instantiations{kparity::detail::signature_of_type(static_cast<Type*>(nullptr))};
  instantiations[0].kernel = "multiplied";
  instantiations[0].types = "T=double";
  Emulator emulator;
  for (const auto& [times, expected] : {std::pair{"3", 4.5}, {"sizeof(T)", 12.0}}) {
    const EmulatedKernel kernel(compile_emulation("multiplied", file(times), instantiations), instantiations);
    const double x = 1.5;
    double y = 0;
    launch_on(emulator, kernel, shape_of({1, 1, 1}, {1, 1, 1}), {}, &x, &y);
    EXPECT_EQ(y, expected) << times;
  }
}

/// Whether another process finds the library where it is, as it is.
bool another_process_compiles_nothing(const std::string& path) {
  const auto written = std::filesystem::last_write_time(path);
  const pid_t child = ::fork();
  if (child == 0) {
    const Compiled<void(int, const double*, double*)> again("scaled", scaled);
    ::_exit(again.path == path && std::filesystem::last_write_time(path) == written ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(EmulationAcceptance, case_76_many_launches_of_many_sizes_take_one_compilation) {
  const Compiled<void(int, const double*, double*)> first("scaled", scaled);
  const auto written = std::filesystem::last_write_time(first.path);
  Emulator emulator;
  for (int n = 1; n <= 10; ++n) {
    const Compiled<void(int, const double*, double*)> same("scaled", scaled);
    EXPECT_EQ(same.path, first.path);
    std::vector<double> x(static_cast<std::size_t>(n), 1.0), y(x.size(), 0.0);
    launch_on(emulator, *same.kernel, shape_of({1, 1, 1}, {32, 1, 1}), {}, n, static_cast<const double*>(x.data()),
              y.data());
    EXPECT_THAT(y, Each(2.0));
  }
  EXPECT_EQ(std::filesystem::last_write_time(first.path), written);
  const Compiled<void(int, const double*, double*)> other("scaled", scaled, {"-DFACTOR=5"});
  EXPECT_NE(other.path, first.path);
  EXPECT_TRUE(another_process_compiles_nothing(first.path));
}

}  // namespace
}  // namespace kparity::emulate
