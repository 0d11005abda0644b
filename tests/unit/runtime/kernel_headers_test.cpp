// The headers for authors of CUDA kernels, compiled from the library's own texts: nothing of the source tree is in
// reach.
#include "cuda/kernel_headers.hpp"

#include <gmock/gmock.h>

#include "kparity/cuda_compile.hpp"
#include "support/cuda_sources.hpp"

namespace kparity {
namespace {

using test::embedded;
using test::signature_of;
using testing::HasSubstr;

class KernelHeaders : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  }

  static CudaCompilation compile(const std::string& text, const Signature& signature, bool debug = false,
                                 const std::vector<std::string>& options = {}) {
    CudaSource source = embedded(text);
    source.options = options;
    const std::vector<Signature> signatures{signature};
    return compile_cuda(signature.kernel, source, signatures, "sm_90", {.debug = debug});
  }
};

TEST_F(KernelHeaders, indices_and_strides_compile_without_warnings) {
  const std::string text =
      "#include <kparity/index.cuh>\n"
      "__global__ void fill(double* x, int nx, int ny, int nz) {\n"
      "  for (const long long z : kparity::grid_stride_z(nz))\n"
      "    for (const long long y : kparity::grid_stride_y(ny))\n"
      "      for (const long long i : kparity::grid_stride_x(nx)) x[(z * ny + y) * nx + i] = kparity::threads_x();\n"
      "  for (const long long i : kparity::grid_stride(nx)) x[i] = 0;\n"
      "  if (kparity::global_x() == 0 && kparity::global_y() == 0 && kparity::global_z() == 0) x[0] = 1;\n"
      "}\n";
  const auto signature = signature_of<void(double*, int, int, int)>("fill", {"x", "nx", "ny", "nz"});
  for (const char* standard : {"-std=c++17", "-std=c++20"}) {
    const CudaCompilation compiled = compile(text, signature, false, {standard});
    EXPECT_EQ(compiled.failure, "");
    EXPECT_EQ(compiled.log, "");
  }
}

TEST_F(KernelHeaders, the_example_of_the_documentation_compiles_in_both_modes) {
  CudaSource source;
  source.path = KPARITY_SOURCE_DIR "/tests/unit/runtime/row_sums_cuda.cu";
  const std::vector<Signature> signatures{
      signature_of<void(ArrayView<const double, 2>, ContiguousView<double, 1>)>("row_sums", {"a", "sums"})};
  for (const bool debug : {false, true}) {
    const CudaCompilation compiled = compile_cuda("row_sums", source, signatures, "sm_90", {.debug = debug});
    EXPECT_EQ(compiled.failure, "");
    EXPECT_EQ(compiled.log, "");
  }
}

const std::string scale_text =
    "#include <kparity/array_view.cuh>\n#include <kparity/index.cuh>\n"
    "__global__ void scale(double a, kparity::ArrayView<double, 2> x, kparity::ContiguousView<const double, 1> f) {\n"
    "  const long long i = kparity::global_x(), j = kparity::global_y();\n"
    "  if (i < x.shape[0] && j < x.shape[1] && x.size() > 0) x(i, j) *= a * f[i];\n"
    "}\n";

Signature scale_signature() {
  return signature_of<void(double, ArrayView<double, 2>, ContiguousView<const double, 1>)>("scale", {"a", "x", "f"});
}

TEST_F(KernelHeaders, a_view_has_the_same_layout_on_both_sides) {
  const CudaCompilation compiled = compile(scale_text, scale_signature());
  EXPECT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.log, "");
  ASSERT_EQ(compiled.kernels.size(), 1U);
  EXPECT_THAT(
      compiled.kernels.front().parameters,
      testing::ElementsAre(CudaParameter{0, 8}, CudaParameter{8, sizeof(ArrayView<double, 2>)},
                           CudaParameter{8 + sizeof(ArrayView<double, 2>), sizeof(ContiguousView<const double, 1>)}));
}

TEST_F(KernelHeaders, another_rank_or_layout_is_told_with_both_types) {
  const auto other =
      signature_of<void(double, ArrayView<double, 1>, ContiguousView<const double, 1>)>("scale", {"a", "x", "f"});
  EXPECT_THAT(compile(scale_text, other).failure, testing::AllOf(HasSubstr("ArrayView<double, 1>"), HasSubstr("2")));
}

TEST_F(KernelHeaders, debug_mode_checks_the_bounds) {
  const CudaCompilation plain = compile(scale_text, scale_signature());
  const CudaCompilation debug = compile(scale_text, scale_signature(), true);
  EXPECT_EQ(debug.failure, "");
  EXPECT_EQ(debug.log, "");
  EXPECT_GT(debug.code_size, plain.code_size + 1000);
}

TEST_F(KernelHeaders, the_device_has_printf_and_the_names_in_debug_mode) {
  const std::string text =
      "#include <kparity/array_view.cuh>\n"
      "constexpr bool same(const char* a, const char* b) { return *a == *b && (*a == 0 || same(a + 1, b + 1)); }\n"
      "constexpr const char* names[]{KPARITY_VIEW_PARAMETERS};\n"
      "static_assert(same(KPARITY_VIEW_KERNEL, \"scale\") && same(names[0], \"a\") && same(names[2], \"f\"), \"\");\n";
  EXPECT_EQ(compile(text + scale_text, scale_signature(), true).failure, "");
}

TEST_F(KernelHeaders, atomics_compile_for_every_type_that_is_documented) {
  std::string text = "#include <kparity/atomic.cuh>\ntemplate <class T> __device__ void all(void* p, int v) {\n";
  text += "  T* x = static_cast<T*>(p);\n  kparity::atomic_add(x, T(v));\n  kparity::atomic_min(x, T(v));\n";
  text += "  kparity::atomic_max(x, T(v));\n}\n__global__ void update(double* x, int v) {\n";
  for (const char* type : {"short", "unsigned short", "int", "unsigned int", "long", "unsigned long", "long long",
                           "unsigned long long", "float", "double"}) {
    text += std::string("  all<") + type + ">(x, v);\n";
  }
  const CudaCompilation compiled = compile(text + "}\n", signature_of<void(double*, int)>("update", {"x", "v"}));
  EXPECT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.log, "");
}

TEST_F(KernelHeaders, a_type_without_atomics_is_refused_with_the_reason) {
  const std::string text =
      "#include <kparity/atomic.cuh>\n__global__ void update(char* x) { kparity::atomic_add(x, 'a'); }\n";
  EXPECT_THAT(compile(text, signature_of<void(char*)>("update", {"x"})).failure,
              HasSubstr("a type of 2, 4 or 8 bytes"));
}

}  // namespace
}  // namespace kparity
