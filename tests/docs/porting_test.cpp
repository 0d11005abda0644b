// What docs/porting.md shows, as it is shown. A strict stand-in takes the place of the device, so that the snippets for
// the CUDA side run everywhere.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "kparity/runtime.hpp"
#include "kparity_specs.hpp"
#include "support/fake_device.hpp"
#include "support/npz_file.hpp"

namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

// [pair]
const char* axpy_text = R"(
__global__ void axpy(double a, const double* x, double* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";

void axpy_host(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

const kparity::Kernel axpy("axpy", {kparity::host<&axpy_host>()},
                           {.host = {.parameters = {"a", "x", "y", "n"}, .outputs = {{"y"}}},
                            .cuda = kparity::cuda_source(axpy_text, "axpy_cuda.cu")});
// [/pair]

// [unported]
void sort_host(int n, int* keys) {
  std::sort(keys, keys + n);
}

const kparity::Kernel sort_keys("sort_keys", {kparity::host<&sort_host>()},
                                {.host = {.parameters = {"n", "keys"}, .outputs = {{"keys"}}},
                                 .missing_cuda = kparity::MissingCudaPolicy::fallback,
                                 .expected_cuda_path = "kernels/sort_keys/sort_keys_cuda.cu"});
// [/unported]

void axpy_on_device(const kparity::test::FakeLaunch& launch) {
  const double a = launch.argument<double>(0);
  const auto* x = launch.argument<const double*>(1);
  auto* y = launch.argument<double*>(2);
  for (std::int64_t i = 0; i < launch.threads(); ++i)
    if (i < launch.argument<int>(3)) y[i] += a * x[i];
}

class Porting : public testing::Test {
 protected:
  void SetUp() override { fake_->add_kernel("axpy", axpy_on_device); }

  kparity::test::FakeDeviceScope fake_;
  std::vector<double> x = std::vector<double>(300, 1.0), y = std::vector<double>(300, 0.5);
  int n = 300;
};

TEST_F(Porting, a_pair_calls_the_version_of_the_active_backend) {
  // [call]
  axpy(2.0, x, y, n);  // on the host

  kparity::Array<double> device_x(x, kparity::Place::device), device_y(y, kparity::Place::device);
  const kparity::BackendScope cuda(kparity::Backend::cuda);
  axpy.with({.threads = {n}})(2.0, device_x, device_y, n);
  // [/call]
  EXPECT_THAT(y, Each(2.5));
  EXPECT_THAT(device_y.to_vector(), Each(4.5));
}

TEST_F(Porting, an_unported_kernel_falls_back_or_says_which_file_is_missing) {
  std::vector<std::string> warnings;
  const kparity::WarningScope warning_scope([&](const std::string& text) { warnings.push_back(text); });
  // [fallback]
  kparity::Array<int> keys({3, 1, 2}, kparity::Place::device);
  const kparity::BackendScope cuda(kparity::Backend::cuda);
  const auto transfers = kparity::count_transfers();
  sort_keys(3, keys);  // on the host, with copies there and back, and one warning per kernel
  // [/fallback]
  EXPECT_THAT(keys.to_vector(), ElementsAre(1, 2, 3));
  EXPECT_EQ(warnings.size(), 1U);
  EXPECT_EQ(transfers->count(kparity::TransferKind::fallback), 1U);

  kparity::KernelDefinition definition = sort_keys.definition();
  definition.missing_cuda = kparity::MissingCudaPolicy::raise;
  const kparity::Kernel strict(definition);
  // [get_kernel]
  try {
    strict.get_kernel();  // at set-up, instead of in the middle of a run
  } catch (const kparity::MissingCuda& missing) {
    EXPECT_THAT(missing.what(), HasSubstr("sort_keys_cuda.cu"));
  }
  // [/get_kernel]
  EXPECT_THROW(strict.get_kernel(), kparity::MissingCuda);
}

TEST_F(Porting, a_catalogue_of_folders) {
  // [catalog]
  auto& kernels = kparity_specs::catalog();  // written by kparity_add_kernels(kparity_specs FOLDER specs)
  kernels["axpy"](2.0, x, y, n);
  kparity_specs::axpy()(2.0, x, y, n);  // the same object, by a function that the compiler knows
  // [/catalog]
  EXPECT_THAT(y, Each(4.5));
  EXPECT_EQ(&kernels["axpy"], &kparity_specs::axpy());
}

TEST_F(Porting, a_call_leaves_its_arguments_in_a_file) {
  auto& kernels = kparity_specs::catalog();
  const std::string folder = testing::TempDir() + "kparity-porting-" + std::to_string(::getpid());
  // [capture]
  kernels["axpy"].capture(folder + "/axpy.late.npz");  // the next call of this kernel, wherever it is made
  // [/capture]
  kernels["axpy"](2.0, x.data(), y.data(), n);
  const auto entries = kparity::test::read_npz_file(folder + "/axpy.late.npz");
  EXPECT_EQ(entries.at("x").as<double>(), x);
  EXPECT_EQ(entries.at("n").as<int>(), std::vector<int>{n});
  std::filesystem::remove_all(folder);
}

TEST_F(Porting, host_implementations_are_chosen_like_backends) {
  auto& kernels = kparity_specs::catalog();
  // [implementations]
  kparity::set_kernel_implementation("openmp");
  {
    const kparity::ImplementationScope plain("reference");
    kernels["axpy"](2.0, x, y, n);
  }
  kparity::set_kernel_implementation(std::nullopt);  // back to the default
  // [/implementations]
  EXPECT_THAT(y, Each(2.5));
  const kparity::ImplementationScope absent("simd");
  EXPECT_THROW(kernels["axpy"](2.0, x, y, n), kparity::ImplementationUnavailable);
}

TEST_F(Porting, the_side_may_follow_the_arrays) {
  kparity::KernelDefinition definition = axpy.definition();
  definition.launch.threads = {kparity::Expression("n")};
  // [arrays]
  definition.dispatch = kparity::Dispatch::arrays;  // `cuda: {dispatch: arrays}` in a spec
  const kparity::Kernel by_place(definition);

  const kparity::Array<double> device_x(x, kparity::Place::device);
  kparity::Array<double> device_y(y, kparity::Place::device);
  by_place(2.0, device_x, device_y, n);  // the CUDA version
  by_place(2.0, x, y, n);                // a host version, whatever the backend is
  // [/arrays]
  EXPECT_THAT(y, Each(2.5));
  EXPECT_THAT(device_y.to_vector(), Each(2.5));

  // [convert]
  const auto input = kparity::as_kernel_array(x, /*like*/ device_y);  // no copy if it lies there already
  kparity::with_kernel_output(y, /*like*/ device_y, [&](auto& output) { by_place(1.0, input, output, n); });
  // [/convert]
  EXPECT_THAT(y, Each(3.5));
}

TEST_F(Porting, status_and_set_up) {
  // [status]
  kparity::KernelCatalog kernels;
  kernels.register_kernel(axpy);
  kernels.register_kernel(sort_keys);
  EXPECT_EQ(kernels.summary(), "CUDA kernels: 1 of 2 (missing: sort_keys)");
  EXPECT_THAT(kernels.with_cuda(), ElementsAre("axpy"));
  EXPECT_THAT(kernels.without_cuda(), ElementsAre("sort_keys"));
  EXPECT_THAT(kernels.compile_all(/*jobs*/ 8), ElementsAre("axpy"));  // at set-up, on the current device
  // [/status]
}

TEST_F(Porting, the_size_may_come_from_an_argument) {
  kparity::KernelDefinition definition = axpy.definition();
  // [launch]
  definition.launch.threads = {kparity::Expression("n")};  // `launch: {threads: n}` in a spec
  const kparity::Kernel sized(definition);

  kparity::Array<double> device_x(x, kparity::Place::device), device_y(y, kparity::Place::device);
  const kparity::BackendScope cuda(kparity::Backend::cuda);
  sized(2.0, device_x, device_y, n);                                   // no size needed
  sized.with({.threads = {100}})(2.0, device_x, device_y, /*n*/ 100);  // one that is given wins
  // [/launch]
  EXPECT_EQ(fake_->launches().at(0).grid[0], 3U);
  EXPECT_EQ(fake_->launches().at(1).grid[0], 1U);
}

}  // namespace
