// The CUDA device itself: memory, copies, kernels called through Kernel, streams, limits, and errors that end its use.
#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>

#include "device/cuda/convert.hpp"
#include "device/device.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/runtime.hpp"
#include "support/cuda_sources.hpp"
#include "support/npz_file.hpp"

namespace kparity {
namespace {

using test::axpy_signature;
using test::axpy_text;
using test::embedded;
using test::signature_of;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

void axpy_on_host(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

Kernel kernel_of(const std::string& text, const Signature& signature, const LaunchRule& launch = {}) {
  KernelDefinition definition;
  definition.name = signature.kernel;
  definition.instantiations = {signature};
  definition.launch = launch;
  definition.hosts = {{"reference", [] { return LoadedHost{{[](void**) {}}, {}, nullptr}; }}};
  definition.cuda = embedded(text);
  return Kernel(definition);
}

Kernel axpy_kernel() {
  KernelDefinition definition = kernel_of(axpy_text, axpy_signature()).definition();
  definition.outputs = {"y"};
  definition.launch.threads = {Expression("n")};
  return Kernel(definition);
}

class CudaDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_device().empty()) GTEST_SKIP() << why_no_device();
  }

  BackendScope backend_{Backend::cuda};
};

TEST_F(CudaDevice, has_a_name_and_limits) {
  ASSERT_GE(device_count(), 1);
  EXPECT_FALSE(device_name(0).empty());
  const device::Limits& limits = device::active().limits(0);
  EXPECT_EQ(limits.threads_per_block, 1024U);
  EXPECT_EQ(limits.grid[1], 65535U);
  EXPECT_GE(limits.shared_memory_opt_in, limits.shared_memory);
  EXPECT_THROW(device::active().limits(99), InvalidArgument);
}

TEST_F(CudaDevice, arrays_start_as_zeros_and_come_back_as_they_went) {
  const Array<double> zeros(Shape(1000), Place::device);
  EXPECT_THAT(zeros.to_vector(), Each(0.0));
  std::vector<int> values(100000);
  std::iota(values.begin(), values.end(), 0);
  const Array<int> there(values, Place::device);
  EXPECT_EQ(there.to_vector(), values);
  const Array<int> empty(Shape(0), Place::device);
  EXPECT_TRUE(empty.to_vector().empty());
}

TEST_F(CudaDevice, strides_and_types_are_converted_on_the_way) {
  const Array<int> rows(std::vector<int>{1, 2, 3, 4, 5, 6}, Place::device);
  ArrayRef turned = rows.array_ref();
  turned.rank = 2;
  turned.shape = {3, 2};
  turned.strides = {1, 3};
  std::vector<double> out(6);
  copy(turned, array_ref(out.data(), {3, 2}));
  EXPECT_THAT(out, ElementsAre(1, 4, 2, 5, 3, 6));
  Array<double> within(Shape{3, 2}, Place::device);
  copy(turned, within.array_ref());
  EXPECT_THAT(within.to_vector(), ElementsAre(1, 4, 2, 5, 3, 6));
}

TEST_F(CudaDevice, axpy_gives_what_the_host_gives) {
  const Kernel axpy = axpy_kernel();
  for (const int n : {1, 31, 127, 128, 129, 100000}) {
    std::vector<double> x(static_cast<std::size_t>(n)), y(x.size(), 3.0);
    std::iota(x.begin(), x.end(), 0.5);
    const Array<double> dx(x, Place::device);
    Array<double> dy(y, Place::device);
    axpy(2.0, dx, dy, n);
    axpy_on_host(2.0, x.data(), y.data(), n);
    EXPECT_EQ(dy.to_vector(), y) << n;
  }
}

TEST_F(CudaDevice, no_thread_beyond_the_size_writes) {
  const Kernel axpy = axpy_kernel();
  const Array<double> x(std::vector<double>(300, 1.0), Place::device);
  Array<double> y(std::vector<double>(300, 0.0), Place::device);
  axpy.with({.grid = {5}, .block = {64}})(1.0, x, y, 299);
  std::vector<double> expected(300, 1.0);
  expected.back() = 0;
  EXPECT_EQ(y.to_vector(), expected);
}

TEST_F(CudaDevice, a_size_of_zero_launches_nothing) {
  const Kernel axpy = axpy_kernel();
  Array<double> x(Shape(0), Place::device), y(Shape(0), Place::device);
  EXPECT_NO_THROW(axpy(1.0, x, y, 0));
}

TEST_F(CudaDevice, streams_take_launches) {
  const Kernel axpy = axpy_kernel();
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(device::active().device_of(stream), 0);
  EXPECT_FALSE(device::active().is_capturing(stream));
  const Array<double> x(std::vector<double>(1000, 1.0), Place::device);
  Array<double> y(Shape(1000), Place::device);
  for (int i = 0; i < 10; ++i) axpy.with({.stream = stream})(1.0, x, y, 1000);
  device::active().synchronize(stream);
  EXPECT_THAT(y.to_vector(), Each(10.0));
  cudaStreamDestroy(stream);
}

TEST_F(CudaDevice, a_launch_is_recorded_in_a_graph) {
  const Kernel axpy = axpy_kernel();
  axpy.compile();
  const Array<double> x(std::vector<double>(10, 1.0), Place::device);
  Array<double> y(Shape(10), Place::device);
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t replay = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_TRUE(device::active().is_capturing(stream));
  EXPECT_TRUE(device::active().is_capturing(nullptr));
  axpy.with({.stream = stream})(1.0, x, y, 10);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
  for (int i = 0; i < 3; ++i) ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
  device::active().synchronize(stream);
  EXPECT_THAT(y.to_vector(), Each(3.0));
  cudaGraphExecDestroy(replay);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

const std::string shared_text =
    "extern __shared__ int room[];\n"
    "__global__ void fill(int* out, int n) {\n"
    "  for (int i = threadIdx.x; i < n; i += blockDim.x) room[i] = i;\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) { int sum = 0; for (int i = 0; i < n; ++i) sum += room[i] == i; out[0] = sum; }\n"
    "}\n";

TEST_F(CudaDevice, more_shared_memory_is_asked_for_and_never_given_back) {
  const Kernel fill = kernel_of(shared_text, signature_of<void(int*, int)>("fill", {"out", "n"}));
  Array<int> out(Shape(1), Place::device);
  const auto run = [&](int n) {
    fill.with({.grid = {1}, .block = {128}, .shared_memory = n * 4})(out, n);
    return out.to_vector().front();
  };
  EXPECT_EQ(run(12288), 12288);  // all that needs no asking
  EXPECT_EQ(run(12289), 12289);
  EXPECT_EQ(run(25000), 25000);
  EXPECT_EQ(run(10), 10);
  EXPECT_EQ(run(25000), 25000);
  const auto most = static_cast<int>(device::active().limits(0).shared_memory_opt_in / 4);
  EXPECT_EQ(run(most), most);
  EXPECT_THAT([&] { run(most + 1); }, ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("fill"), HasSubstr("shared"))));
}

TEST_F(CudaDevice, sizes_beyond_the_limits_are_named) {
  const Kernel axpy = axpy_kernel();
  const Array<double> x(Shape(10), Place::device);
  Array<double> y(Shape(10), Place::device);
  const auto with = [&](const LaunchOptions& options) {
    return [&axpy, &x, &y, options] { axpy.with(options)(1.0, x, y, 10); };
  };
  EXPECT_THAT(with({.grid = {1, 65536}, .block = {1, 1}}),
              ThrowsMessage<InvalidArgument>(HasSubstr("grid {1, 65536}: y is beyond 65535")));
  EXPECT_THAT(with({.grid = {1}, .block = {2048}}), ThrowsMessage<InvalidArgument>(HasSubstr("2048")));
  EXPECT_THAT(with({.grid = {1, 1, 1}, .block = {1, 1, 65}}),
              ThrowsMessage<InvalidArgument>(HasSubstr("block {1, 1, 65}: z is beyond 64")));
}

TEST_F(CudaDevice, a_launch_that_the_driver_refuses_is_named_and_forgotten) {
  const Kernel axpy = axpy_kernel();
  const CudaSource source = embedded(axpy_text);
  const std::vector<Signature> signatures{axpy_signature()};
  device::CompileRequest request{.kernel = "axpy", .source = &source, .instantiations = signatures};
  const device::Program program = device::active().compile(request);
  double a = 1;
  double *x = nullptr, *y = nullptr;
  int n = 0;
  void* arguments[]{&a, &x, &y, &n};
  device::LaunchRequest launch{
      .kernel = &program.kernels.front(), .shape = {.block = {2048, 1, 1}}, .arguments = arguments};
  EXPECT_THAT([&] { device::active().launch(launch); },
              ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("axpy"), HasSubstr("2048x1x1"), HasSubstr("CUDA error"))));
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  launch.shape.block = {32, 1, 1};
  EXPECT_NO_THROW(device::active().launch(launch));
  EXPECT_NO_THROW(device::active().synchronize(nullptr));
}

TEST_F(CudaDevice, structures_go_by_value_and_templates_by_type) {
  KernelDefinition definition;
  definition.name = "scale";
  definition.instantiations = {signature_of<void(float, float*, int)>("scale", {"a", "x", "n"}, "T=float"),
                               signature_of<void(double, double*, int)>("scale", {"a", "x", "n"}, "T=double")};
  definition.hosts = {{"reference", [] { return LoadedHost{{[](void**) {}, [](void**) {}}, {}, nullptr}; }}};
  definition.launch.threads = {Expression("n")};
  definition.cuda = embedded(
      "template <class T> __global__ void scale(T a, T* x, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) x[i] *= a;\n}\n");
  const Kernel scale{definition};
  Array<float> single({1, 2, 3}, Place::device);
  Array<double> whole({1, 2, 3}, Place::device);
  scale(2.0F, single, 3);
  scale(3.0, whole, 3);
  EXPECT_THAT(single.to_vector(), ElementsAre(2, 4, 6));
  EXPECT_THAT(whole.to_vector(), ElementsAre(3, 6, 9));
}

TEST_F(CudaDevice, a_broken_source_fails_with_its_line_and_works_when_repaired) {
  test::Folder folder;
  KernelDefinition definition = axpy_kernel().definition();
  definition.cuda->path = folder.write("axpy_cuda.cu", "__global__ void axpy(double a) { oops }");
  const Kernel axpy{definition};
  EXPECT_THAT([&] { axpy.compile(); }, ThrowsMessage<RuntimeFailure>(HasSubstr(definition.cuda->path + ":1")));
  folder.write("axpy_cuda.cu", axpy_text);
  EXPECT_TRUE(axpy.compile());
}

TEST_F(CudaDevice, too_much_memory_is_refused_and_costs_nothing) {
  EXPECT_THAT([] { Array<double>(Shape(std::int64_t{1} << 50), Place::device); },
              ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("allocate"), HasSubstr("out of memory"))));
  const Array<double> small(Shape(10), Place::device);
  EXPECT_THAT(small.to_vector(), Each(0.0));
}

TEST_F(CudaDevice, case_57_case_58_views_of_any_strides_are_scaled_in_place) {
  const std::string text =
      "#include <kparity/array_view.cuh>\n#include <kparity/index.cuh>\n"
      "__global__ void scale(double a, kparity::ArrayView<double, 2> x) {\n"
      "  for (const long long i : kparity::grid_stride_x(x.shape[0]))\n"
      "    for (const long long j : kparity::grid_stride_y(x.shape[1])) x(i, j) *= a;\n}\n";
  const auto signature = signature_of<void(double, ArrayView<double, 2>)>("scale", {"a", "x"});
  LaunchRule rule;
  rule.threads = {Expression("x.extent_0"), Expression("x.extent_1")};
  rule.block = {32, 4};
  const Kernel scale = kernel_of(text, signature, rule);
  std::vector<double> values(12);
  std::iota(values.begin(), values.end(), 1.0);
  Array<double> x(values, Place::device);
  // Every second column of a 3 x 4 matrix, turned and backwards: elements 0, 2, 4, 6, 8, 10.
  scale(10.0, array_ref(x.data() + 10, {2, 3}, {-2, -4}, Place::device));
  EXPECT_THAT(x.to_vector(), ElementsAre(10, 2, 30, 4, 50, 6, 70, 8, 90, 10, 110, 12));
}

TEST_F(CudaDevice, atomics_of_types_that_cuda_lacks) {
  const std::string text =
      "#include <kparity/atomic.cuh>\n#include <kparity/index.cuh>\n"
      "__global__ void reduce(const double* x, double* d, float* f, short* s, long* l, int n) {\n"
      "  for (const long long i : kparity::grid_stride(n)) {\n"
      "    kparity::atomic_min(&d[0], x[i]);\n    kparity::atomic_max(&d[1], x[i]);\n"
      "    kparity::atomic_min(&f[0], float(x[i]));\n    kparity::atomic_max(&f[1], float(x[i]));\n"
      "    kparity::atomic_add(&s[0], short(1));\n    kparity::atomic_max(&s[1], short(i));\n"
      "    kparity::atomic_add(&l[0], long(-2));\n    kparity::atomic_min(&l[1], long(-i));\n  }\n}\n";
  const auto signature =
      signature_of<void(const double*, double*, float*, short*, long*, int)>("reduce", {"x", "d", "f", "s", "l", "n"});
  LaunchRule rule;
  rule.threads = {Expression("n")};
  const int n = 10000;
  std::vector<double> values(n);
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = (i * 7919 % n) - 5000.5;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Array<double> x(values, Place::device);
  Array<double> d({nan, 0}, Place::device);
  Array<float> f({0, 0}, Place::device);
  Array<short> s({-1, -1}, Place::device);
  Array<long> l({1, 1}, Place::device);
  kernel_of(text, signature, rule)(x, d, f, s, l, n);
  EXPECT_THAT(d.to_vector(), ElementsAre(-5000.5, 4998.5));
  EXPECT_THAT(f.to_vector(), ElementsAre(-5000.5F, 4998.5F));
  EXPECT_THAT(s.to_vector(), ElementsAre(9999, 9999));
  EXPECT_THAT(l.to_vector(), ElementsAre(1 - 2L * n, -9999));
}

TEST_F(CudaDevice, conversions_give_what_the_host_gives) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values{0,
                                   -0.0,
                                   1.5,
                                   -1.5,
                                   127.9,
                                   128,
                                   -128.9,
                                   -129,
                                   65535.9,
                                   1e9,
                                   3e9,
                                   -3e9,
                                   1e19,
                                   -1e19,
                                   2e19,
                                   1e300,
                                   infinity,
                                   -infinity,
                                   std::numeric_limits<double>::quiet_NaN()};
  const auto count = static_cast<std::int64_t>(values.size());
  const Array<double> there(values, Place::device);
  const auto check = [&]<class T>(std::type_identity<T>) {
    Array<T> expected{Shape(count)}, converted(Shape(count), Place::device);
    copy(array_ref(values), expected.array_ref());
    copy(there.array_ref(), converted.array_ref());
    const Array<T> back(converted, Place::host);
    EXPECT_EQ(std::memcmp(back.data(), expected.data(), values.size() * sizeof(T)), 0) << c_name(dtype_of<T>);
    // And onwards to another type, through reversed strides.
    Array<float> single{Shape(count)}, turned(Shape(count), Place::device);
    copy(expected.array_ref(), single.array_ref());
    copy(array_ref(converted.data(), {count}, {1}, Place::device),
         array_ref(turned.data() + count - 1, {count}, {-1}, Place::device));
    std::vector<float> reversed = turned.to_vector();
    std::reverse(reversed.begin(), reversed.end());
    EXPECT_EQ(std::memcmp(reversed.data(), single.data(), values.size() * sizeof(float)), 0) << c_name(dtype_of<T>);
  };
  for (int dtype = 0; dtype <= static_cast<int>(DType::float64); ++dtype) visit_dtype(static_cast<DType>(dtype), check);
}

TEST_F(CudaDevice, large_copies_arrive_whole_from_every_kind_of_memory) {
  // Larger than the pinned pieces of the staging, and no multiple of them.
  std::vector<std::uint32_t> values((std::size_t{11} << 20) / 4 + 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i * 2654435761U);
  const Array<std::uint32_t> there(values, Place::device);
  EXPECT_EQ(there.to_vector(), values);
  void* pinned = nullptr;
  ASSERT_EQ(cudaHostAlloc(&pinned, values.size() * 4, cudaHostAllocDefault), cudaSuccess);
  const ArrayRef at = array_ref(static_cast<std::uint32_t*>(pinned), Shape(static_cast<std::int64_t>(values.size())));
  copy(there.array_ref(), at);
  EXPECT_EQ(std::memcmp(pinned, values.data(), values.size() * 4), 0);
  cudaFreeHost(pinned);
}

TEST_F(CudaDevice, several_threads_copy_at_once) {
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&good, t] {
      const std::vector<double> values((std::size_t{5} << 20) / 8, t);
      for (int i = 0; i < 5; ++i) good += Array<double>(values, Place::device).to_vector() == values ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 20);
}

TEST_F(CudaDevice, the_first_thing_a_thread_does_with_cuda_may_be_a_launch) {
  const Kernel fill =
      kernel_of("__global__ void fill(int* y, int n) { if (threadIdx.x < n) y[threadIdx.x] = 10 + threadIdx.x; }",
                signature_of<void(int*, int)>("fill", {"y", "n"}));
  fill.compile();
  Array<int> y(Shape(3), Place::device);
  std::thread([&] {
    const BackendScope cuda(Backend::cuda);
    fill.with({.threads = {3}})(y, 3);
  }).join();
  EXPECT_EQ(y.to_vector(), (std::vector<int>{10, 11, 12}));
}

TEST_F(CudaDevice, a_region_is_timed_on_both_sides) {
  const Kernel spin =
      kernel_of("__global__ void spin(long long n) { const long long t = clock64(); while (clock64() - t < n); }",
                signature_of<void(long long)>("spin", {"n"}));
  spin.compile();
  const RegionTime time = timed_region([&] { spin.with({.threads = {1}})(20'000'000LL); });
  EXPECT_TRUE(time.is_synchronized);
  ASSERT_TRUE(time.device_seconds);
  EXPECT_GT(*time.device_seconds, 0.002);  // 20 million cycles at less than 10 GHz
  EXPECT_GE(time.seconds, *time.device_seconds * 0.9);
}

TEST_F(CudaDevice, case_68_an_output_that_is_not_finite_is_named) {
  const Kernel axpy = axpy_kernel();
  const Array<double> x({1, 1e308, 1}, Place::device);
  Array<double> y({1, 1e308, 1}, Place::device);
  EXPECT_THAT([&] { axpy.with({.check_finite = true})(10.0, x, y, 3); },
              ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("double* y"), HasSubstr("element 1 is inf"))));
}

/// Status 7 if a view's bounds are checked in debug mode, with the error at the launch itself.
[[noreturn]] void write_beyond_a_view() {
  const BackendScope backend(Backend::cuda);
  const CudaDebugScope debug;
  const Kernel bad = kernel_of(
      "#include <kparity/array_view.cuh>\n"
      "__global__ void bad(int n, kparity::ArrayView<double, 2> x) { x(1, n + threadIdx.x) = 1; }",
      signature_of<void(int, ArrayView<double, 2>)>("bad", {"n", "x"}));
  Array<double> x(Shape{2, 3}, Place::device);
  std::string message;
  try {
    bad.with({.grid = {1}, .block = {2}})(2, x);
  } catch (const RuntimeFailure& failure) {
    message = failure.what();
  }
  std::fprintf(stderr, "%s\n", message.c_str());
  std::fflush(nullptr);
  std::exit(message.find("kernel 'bad' failed with grid 1x1x1 and block 2x1x1") == std::string::npos ? 8 : 7);
}

TEST_F(CudaDevice, case_67_a_write_beyond_a_view_ends_the_launch_in_debug_mode) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  // The device prints to standard output; the message of the call follows on standard error.
  EXPECT_EXIT((dup2(2, 1), write_beyond_a_view()), testing::ExitedWithCode(7),
              "kparity: kernel bad: index 3 of axis 1 of array x .parameter 2. is outside 0 ... 2: block .0, 0, 0., "
              "thread .1, 0, 0.");
}

/// What a process sees after a kernel wrote to address 8: two messages, and status 7 if all was as it should be.
[[noreturn]] void write_to_a_bad_address() {
  const BackendScope backend(Backend::cuda);
  const Kernel bad =
      kernel_of("__global__ void bad(double* x) { x[1] = 1; }", signature_of<void(double*)>("bad", {"x"}));
  const Array<double> living(Shape(10), Place::device);
  bad.with({.threads = {1}})(device_pointer<double>(nullptr, 2));
  std::string first, second;
  try {
    device::active().synchronize(nullptr);
  } catch (const RuntimeFailure& failure) {
    first = failure.what();
  }
  try {
    living.to_vector();
  } catch (const RuntimeFailure& failure) {
    second = failure.what();
  }
  std::fprintf(stderr, "%s\n%s\n", first.c_str(), second.c_str());
  std::fflush(nullptr);
  std::exit(7);
}

TEST_F(CudaDevice, an_illegal_address_ends_the_use_of_the_device_and_says_so) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // a new process: a fork cannot use the device
  EXPECT_EXIT(write_to_a_bad_address(), testing::ExitedWithCode(7),
              "illegal memory access(.|\n)*only a new process(.|\n)*cannot copy(.|\n)*only a new process");
}

TEST(CudaConversion, compiles_for_every_type_without_a_device) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  std::vector<Signature> pairs;
  for (int from = 0; from <= static_cast<int>(DType::float64); ++from) {
    for (int to = 0; to <= static_cast<int>(DType::float64); ++to) {
      const auto source = static_cast<DType>(from), target = static_cast<DType>(to);
      if (source != DType::float64 && target != DType::float32) continue;  // each takes its time
      pairs.push_back(device::conversion_signature(source, target));
    }
  }
  const CudaCompilation compiled = compile_cuda("kparity_convert", device::conversion_source(), pairs, "sm_90");
  EXPECT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.log, "");
  EXPECT_EQ(compiled.kernels.size(), pairs.size());
}

TEST_F(CudaDevice, a_captured_call_writes_what_earlier_work_of_its_stream_left) {
  const std::string file = testing::TempDir() + "kparity_device_capture_" + std::to_string(::getpid()) + ".npz";
  KernelDefinition definition = axpy_kernel().definition();
  definition.shapes = {{"x", {Expression("n")}}, {"y", {Expression("n")}}};
  const Kernel kernel(definition);
  constexpr int n = 1 << 20;
  const Array<double> x(std::vector<double>(n, 1.0), Place::device);
  Array<double> y(std::vector<double>(n, 0.5), Place::device);
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (int i = 0; i < 20; ++i) kernel.with({.stream = stream})(2.0, x, y, n);
  kernel.capture(file);
  kernel.with({.stream = stream})(2.0, device_pointer(x.data()), device_pointer(y.data()), n);
  const auto entries = test::read_npz_file(file);
  EXPECT_EQ(entries.at("x").as<double>(), std::vector<double>(n, 1.0));
  EXPECT_EQ(entries.at("y").as<double>(), std::vector<double>(n, 40.5));
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_THAT(y.to_vector(), Each(42.5));
  cudaStreamDestroy(stream);
  std::remove(file.c_str());
}

TEST(CudaDeviceAbsent, every_request_is_answered_with_the_reason) {
  const std::string reason = why_no_device();
  if (reason.empty()) GTEST_SKIP() << "there is a device";
  EXPECT_THAT(reason, testing::AnyOf(HasSubstr("no CUDA driver"), HasSubstr("no CUDA device"), HasSubstr("too old")));
  device::Device& device = device::active();
  EXPECT_EQ(device_count(), 0);
  const auto refuses = [&](auto f) {
    EXPECT_THAT(f, ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("cannot"), HasSubstr(reason))));
  };
  refuses([&] { device.current(); });
  refuses([&] { device.name(0); });
  refuses([&] { device.limits(0); });
  refuses([&] { device.allocate(8, 0); });
  char byte = 0;
  refuses([&] { device.copy(&byte, &byte, 1, device::Direction::host_to_device); });
  refuses([&] { device.synchronize(nullptr); });
  refuses([&] { device.device_of(nullptr); });
  refuses([&] { device.is_capturing(nullptr); });
  const CudaSource source = embedded(axpy_text);
  const std::vector<Signature> signatures{axpy_signature()};
  refuses([&] { device.compile({.kernel = "axpy", .source = &source, .instantiations = signatures}); });
  refuses([&] { device.launch({}); });
  device.free(&byte, 0);
  const BackendScope backend(Backend::cuda);
  EXPECT_THAT([] { axpy_kernel().compile(); },
              ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("axpy"), HasSubstr(reason))));
}

}  // namespace
}  // namespace kparity
