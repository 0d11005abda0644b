// CUDA sources by hand: which functions are found in a text, what a file brings along, and kernels without a host side.
#include "kparity/cuda_source.hpp"

#include <gmock/gmock.h>

#include "kparity/array.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/error.hpp"
#include "support/cuda_sources.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using test::Folder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

using Axpy = void(double, const double*, double*, int);
const std::vector<std::string> axpy_names{"a", "x", "y", "n"};

TEST(GlobalFunctions, case_44_the_real_ones_are_listed_in_source_order) {
  EXPECT_THAT(global_functions("__global__ void second(int n) {}\n"
                               "// __global__ void in_a_comment(int n) {}\n"
                               "/* __global__ void in_another(int n) {} */\n"
                               "const char* s = \"__global__ void in_a_string(int n) {}\";\n"
                               "const char* r = R\"x(\" __global__ void in_a_raw_string(int n) {} )x\";\n"
                               "#define DEFINE __global__ void \\\n  in_a_macro(int n) {}\n"
                               "constexpr int big = 1'000'000; const char q = '\"';\n"
                               "__global__ void first(int n);\n"
                               "__device__ int helper(int n) { return n; }\n"
                               "template <class T, int k>\n__global__ void templated(T* x) { x[0] = k; }\n"
                               "__global__ void first(int n) { int i = (n); }\n"),
              ElementsAre("second", "first", "templated"));
}

TEST(GlobalFunctions, words_between_global_and_the_name_are_no_names) {
  EXPECT_THAT(global_functions("extern \"C\" __global__ void a(int);\n"
                               "static __global__ void __launch_bounds__(256, 2) b(int n) {}\n"
                               "__global__ __launch_bounds__(N * (2 + 1)) void c() {}\n"
                               "__global__ __attribute__((used)) void d() {}\n"
                               "[[maybe_unused]] __global__ [[nodiscard]] void e() {}\n"
                               "__global__\nvoid\nf\n(int n) {}\n"
                               "template <> __global__ void g<float, (1 < 2)>(float* x) {}\n"
                               "namespace ns { __global__ inline void h(void (*function)(int)) {} }\n"),
              ElementsAre("a", "b", "c", "d", "e", "f", "g", "h"));
}

TEST(GlobalFunctions, a_text_without_any_or_cut_off_anywhere_ends) {
  EXPECT_THAT(global_functions(""), IsEmpty());
  const std::string text =
      "/* x */ \"s\" R\"y(z)y\" '\\'' #x\n__global__ void __launch_bounds__((1)) f<g<1>>(int n) {}";
  for (std::size_t end = 0; end < text.size(); ++end) global_functions(text.substr(0, end));
  EXPECT_THAT([] { global_functions(cuda_source("int x;", "empty.cu")); },
              ThrowsMessage<InvalidArgument>(HasSubstr("empty.cu has no __global__ function")));
}

TEST(CudaSourceFromFile, brings_what_it_includes) {
  const Folder folder;
  const std::string path =
      folder.write("k/axpy_cuda.cu", "#include \"own.cuh\"\n#include \"common.cuh\"\n" + test::axpy_text);
  folder.write("k/own.cuh", "// own\n");
  folder.write("common/common.cuh", "// common\n");
  const CudaSource source = cuda_source_from_file(path, {"../common"});
  ASSERT_EQ(source.files.size(), 3U);
  EXPECT_EQ(source.files[0].name, "axpy_cuda.cu");
  EXPECT_EQ(source.files[1].name, "own.cuh");
  EXPECT_EQ(source.files[2].name, "../common/common.cuh");
  EXPECT_THAT(global_functions(source), ElementsAre("axpy"));
  EXPECT_THROW(cuda_source_from_file(folder.path() + "/none.cu"), FileNotFound);
}

TEST(CudaKernel, runs_where_its_arrays_are_and_has_no_host_side) {
  FakeDeviceScope device;
  device->add_kernel("axpy", [](const FakeLaunch& launch) {
    for (int i = 0; i < launch.argument<int>(3); ++i) {
      launch.argument<double*>(2)[i] += launch.argument<double>(0) * launch.argument<const double*>(1)[i];
    }
  });
  const std::string text = test::axpy_text;
  // [cuda_kernel]
  const Kernel axpy = cuda_kernel<void(double, const double*, double*, int)>(
      "axpy", {"a", "x", "y", "n"}, cuda_source(text), {.launch = {.threads = {Expression("n")}}});
  const Array<double> x(std::vector<double>{1, 2, 3}, Place::device);
  Array<double> y(std::vector<double>{10, 20, 30}, Place::device);
  axpy(2.0, x, y, 3);  // y is 12, 24, 36
  // [/cuda_kernel]
  EXPECT_THAT(y.to_vector(), ElementsAre(12, 24, 36));
  EXPECT_THAT(axpy.definition().outputs, ElementsAre("y"));
  std::vector<double> host(3);
  EXPECT_THAT([&] { axpy(2.0, host, host, 3); },
              ThrowsMessage<ImplementationUnavailable>(AllOf(HasSubstr("axpy"), HasSubstr("exists in CUDA only"))));
}

TEST(CudaKernel, a_name_that_the_source_lacks_is_refused_with_those_it_has) {
  EXPECT_THAT([] { cuda_kernel<Axpy>("axpi", axpy_names, cuda_source(test::axpy_text, "some.cu")); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("some.cu has no __global__ function 'axpi'; it has axpy"),
                                                   HasSubstr("did you mean 'axpy'"))));
  EXPECT_THAT(
      [] {
        cuda_kernel<Axpy>("axpy", {"a", "x"}, cuda_source(test::axpy_text));
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("2 parameter names for 4 parameters")));
}

TEST(CudaKernel, the_compiler_holds_its_type_against_the_source) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  const Kernel right = cuda_kernel<Axpy>("axpy", axpy_names, cuda_source(test::axpy_text));
  const KernelDefinition& definition = right.definition();
  EXPECT_EQ(compile_cuda("axpy", *definition.cuda, definition.instantiations, "sm_90").failure, "");
  const Kernel wrong =
      cuda_kernel<void(float, const double*, double*, int)>("axpy", axpy_names, cuda_source(test::axpy_text));
  EXPECT_THAT(compile_cuda("axpy", *definition.cuda, wrong.definition().instantiations, "sm_90").failure,
              HasSubstr("does not match the signature"));
}

TEST(CudaKernel, case_64_an_edited_header_counts_at_the_next_compilation) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  const Folder folder;
  const std::string path = folder.write("axpy_cuda.cu",
                                        "#include \"bounds.cuh\"\n__global__ void __launch_bounds__(BOUND)\n"
                                        "axpy(double a, const double* x, double* y, int n) { y[n] = a * x[n]; }\n");
  folder.write("bounds.cuh", "#define BOUND 64\n");
  const CudaSource source = cuda_source_from_file(path);
  const std::vector<Signature> signatures{test::axpy_signature()};
  const auto bound = [&] { return compile_cuda("axpy", source, signatures, "sm_90").kernels.at(0).max_threads; };
  EXPECT_EQ(bound(), 64U);
  folder.write("bounds.cuh", "#define BOUND 128\n");
  EXPECT_EQ(bound(), 128U);
  std::filesystem::remove(path);  // what was embedded stands in for what is gone
  EXPECT_EQ(bound(), 64U);
}

}  // namespace
}  // namespace kparity
