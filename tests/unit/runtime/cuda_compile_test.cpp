// Compiling CUDA sources without a device: what is accepted, what is refused and in which words, and what the compiled
// code says about itself.
#include "kparity/cuda_compile.hpp"

#include <gmock/gmock.h>

#include "kparity/error.hpp"
#include "support/cuda_sources.hpp"

namespace kparity {
namespace {

using test::axpy_signature;
using test::axpy_text;
using test::embedded;
using test::Folder;
using test::signature_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CudaCompile : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  }

  static CudaCompilation compile(const CudaSource& source, const std::vector<Signature>& signatures,
                                 const std::string& kernel = "axpy") {
    return compile_cuda(kernel, source, signatures, "sm_90");
  }
  static std::string failure_of(const std::string& text, const Signature& signature = axpy_signature()) {
    return compile(embedded(text), {signature}).failure;
  }
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

TEST_F(CudaCompile, tells_version_and_architectures) {
  EXPECT_THAT(nvrtc_version(), testing::MatchesRegex("[0-9]+[.][0-9]+"));
  EXPECT_THAT(nvrtc_architectures(), testing::Contains("sm_90"));
}

TEST_F(CudaCompile, the_parameters_in_the_code_are_those_of_the_signature) {
  const std::vector<std::string> architectures{"sm_80", "sm_90", nvrtc_architectures().back()};
  const std::vector<Signature> signatures{axpy_signature()};
  const auto compilations = compile_cuda("axpy", embedded(axpy_text), signatures, architectures);
  ASSERT_EQ(compilations.size(), 3U);
  for (const CudaCompilation& compiled : compilations) {
    EXPECT_EQ(compiled.failure, "");
    EXPECT_EQ(compiled.log, "");
    EXPECT_GT(compiled.code_size, 500U);
    ASSERT_EQ(compiled.kernels.size(), 1U);
    const CudaKernelFacts& facts = compiled.kernels.front();
    EXPECT_THAT(facts.parameters,
                ElementsAre(CudaParameter{0, 8}, CudaParameter{8, 8}, CudaParameter{16, 8}, CudaParameter{24, 4}))
        << compiled.architecture;
    EXPECT_GT(facts.registers, 4U);
    EXPECT_LT(facts.registers, 100U);
    EXPECT_EQ(facts.static_shared_memory, 0U);
    EXPECT_EQ(facts.max_threads, 0U);
  }
}

TEST_F(CudaCompile, shared_memory_and_launch_bounds_are_read_from_the_code) {
  const std::string text =
      "__global__ void __launch_bounds__(256) axpy(double a, const double* x, double* y, int n) {\n"
      "  __shared__ double s[100];\n"
      "  s[threadIdx.x] = a * x[threadIdx.x];\n  __syncthreads();\n  y[threadIdx.x] = s[n];\n}\n";
  const std::vector<std::string> architectures{"sm_80", "sm_90", nvrtc_architectures().back()};
  const std::vector<Signature> signatures{axpy_signature()};
  for (const auto& compiled : compile_cuda("axpy", embedded(text), signatures, architectures)) {
    ASSERT_EQ(compiled.failure, "");
    EXPECT_EQ(compiled.kernels.front().static_shared_memory, 800U) << compiled.architecture;
    EXPECT_EQ(compiled.kernels.front().max_threads, 256U) << compiled.architecture;
  }
}

TEST_F(CudaCompile, launch_bounds_that_no_device_has_are_refused) {
  EXPECT_THAT(failure_of("__global__ void __launch_bounds__(2048)\n"
                         "axpy(double a, const double* x, double* y, int n) {}"),
              HasSubstr("2048"));
}

TEST_F(CudaCompile, a_wrong_type_is_told_with_both_types) {
  const std::string failure = failure_of("__global__ void axpy(double a, const double* x, float* y, int n) {}");
  EXPECT_THAT(first_line(failure), AllOf(StartsWith("kernel 'axpy': axpy_cuda.cu does not match the signature"),
                                         HasSubstr("void axpy(double a, const double* x, double* y, int n)"),
                                         HasSubstr("(double, const double *, float *, int)"),
                                         HasSubstr("(double, const double *, double *, int)")));
}

TEST_F(CudaCompile, a_missing_const_is_told_with_both_types) {
  EXPECT_THAT(first_line(failure_of("__global__ void axpy(double a, double* x, double* y, int n) {}")),
              AllOf(HasSubstr("(double, double *, double *, int)"), HasSubstr("const double *")));
}

TEST_F(CudaCompile, a_missing_parameter_is_told_with_both_types) {
  EXPECT_THAT(first_line(failure_of("__global__ void axpy(double a, const double* x, double* y) {}")),
              AllOf(HasSubstr("(double, const double *, double *)\""), HasSubstr("double *, int)\"")));
}

TEST_F(CudaCompile, a_long_is_no_long_long) {
  const Signature signature = signature_of<void(long*)>("axpy", {"x"});
  EXPECT_EQ(failure_of("#include <cstdint>\n__global__ void axpy(std::int64_t* x) {}", signature), "");
  EXPECT_THAT(failure_of("__global__ void axpy(long long* x) {}", signature), HasSubstr("long long *"));
}

TEST_F(CudaCompile, by_value_const_and_restrict_make_no_difference) {
  EXPECT_EQ(failure_of("__global__ void axpy(const double a, const double* __restrict__ x,\n"
                       "                     double* __restrict__ y, const int n) { y[n] = a * x[n]; }"),
            "");
}

TEST_F(CudaCompile, a_reference_parameter_is_refused_with_the_reason) {
  EXPECT_THAT(first_line(failure_of("__global__ void axpy(double a, const double* x, double* y, const int& n) {}")),
              AllOf(HasSubstr("const int &"), HasSubstr("cannot take references")));
}

TEST_F(CudaCompile, what_is_no_kernel_is_refused) {
  EXPECT_THAT(first_line(failure_of("__device__ void axpy(double a, const double* x, double* y, int n) {}")),
              HasSubstr("'axpy' is no __global__ function"));
  EXPECT_THAT(first_line(failure_of("__global__ void axpi(double a, const double* x, double* y, int n) {}")),
              AllOf(HasSubstr("does not define the function 'axpy'"), HasSubstr("__global__ void axpy(double a,")));
}

TEST_F(CudaCompile, an_error_in_the_text_is_named_with_file_and_line_and_the_log_follows) {
  Folder folder;
  CudaSource source;
  source.path = folder.write("axpy_cuda.cu",
                             "// one\n__global__ void axpy(double a, const double* x, double* y, int n) {\n"
                             "  y[0] = oops;\n  y[1] = too;\n}\n");
  const std::string failure = compile(source, {axpy_signature()}).failure;
  EXPECT_EQ(first_line(failure), "kernel 'axpy': " + source.path + ":3: identifier \"oops\" is undefined");
  EXPECT_THAT(failure, AllOf(HasSubstr("(4): error: identifier \"too\""), HasSubstr("2 errors detected")));
}

TEST_F(CudaCompile, the_text_on_disk_wins_over_the_embedded_one_until_it_is_gone) {
  Folder folder;
  CudaSource source = embedded(axpy_text);
  source.path = folder.write("axpy_cuda.cu", "nonsense");
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, HasSubstr(source.path + ":1:"));
  std::filesystem::remove(source.path);
  EXPECT_EQ(compile(source, {axpy_signature()}).failure, "");
  source.files.clear();
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, AllOf(HasSubstr(source.path), HasSubstr("not there")));
}

const std::string with_headers =
    "#include \"common.cuh\"\n#include \"parts/own.cuh\"\n"
    "__global__ void axpy(double a, const double* x, double* y, int n) { y[own(n)] = common(a) * x[0]; }\n";

TEST_F(CudaCompile, headers_are_found_beside_the_file_and_in_the_given_folders) {
  Folder folder;
  CudaSource source;
  source.path = folder.write("axpy/axpy_cuda.cu", with_headers);
  source.include_dirs = {"../common"};
  folder.write("common/common.cuh", "#pragma once\n#include \"deeper.cuh\"\n");
  folder.write("common/deeper.cuh", "inline double common(double a) { return a; }\n");
  folder.write("axpy/parts/own.cuh", "inline int own(int n) { return n; }\n");
  EXPECT_EQ(compile(source, {axpy_signature()}).failure, "");
  std::filesystem::remove(folder.path() + "/common/deeper.cuh");
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, AllOf(HasSubstr("common.cuh:2:"), HasSubstr("deeper.cuh")));
}

TEST_F(CudaCompile, embedded_headers_are_found_without_any_file) {
  CudaSource source = embedded(with_headers);
  source.path = "/no/such/place/axpy/axpy_cuda.cu";
  source.include_dirs = {"../common"};
  source.files.push_back({"../common/common.cuh", "#pragma once\n#include \"deeper.cuh\"\n"});
  source.files.push_back({"../common/deeper.cuh", "inline double common(double a) { return a; }\n"});
  source.files.push_back({"parts/own.cuh", "inline int own(int n) { return n; }\n"});
  EXPECT_EQ(compile(source, {axpy_signature()}).failure, "");
}

TEST_F(CudaCompile, two_embedded_headers_of_one_name_are_not_mixed_up) {
  CudaSource source = embedded("#include \"a/one.cuh\"\n#include \"b/two.cuh\"\n" + axpy_text);
  source.files.push_back({"a/one.cuh", "#include \"x.cuh\"\n"});
  source.files.push_back({"b/two.cuh", "#include \"x.cuh\"\n"});
  source.files.push_back({"a/x.cuh", "inline int first() { return 1; }\n"});
  source.files.push_back({"b/x.cuh", "inline int second() { return 2; }\n"});
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, HasSubstr("two headers are included as 'x.cuh'"));
}

TEST_F(CudaCompile, an_overload_is_picked_by_its_type) {
  const std::string text =
      "__global__ void axpy(int n, float* x) { x[0] = 1; }\n"
      "__global__ void axpy(int n, double* x) { x[0] = 2; }\n";
  const auto first = signature_of<void(int, float*)>("axpy", {"n", "x"}, "T=float");
  const auto second = signature_of<void(int, double*)>("axpy", {"n", "x"}, "T=double");
  const CudaCompilation compiled = compile(embedded(text), {second, first});
  ASSERT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.kernels.at(0).symbol, "_Z4axpyiPd");
  EXPECT_EQ(compiled.kernels.at(1).symbol, "_Z4axpyiPf");
}

TEST_F(CudaCompile, a_template_gives_one_kernel_per_instantiation) {
  const std::string text = "template <class T> __global__ void axpy(T a, T* x) { x[0] = a; }\n";
  const auto single = signature_of<void(float, float*)>("axpy", {"a", "x"}, "T=float");
  const auto whole = signature_of<void(double, double*)>("axpy", {"a", "x"}, "T=double");
  const CudaCompilation compiled = compile(embedded(text), {single, whole});
  ASSERT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.kernels.at(0).types, "T=float");
  EXPECT_EQ(compiled.kernels.at(0).parameters.at(0).size, 4U);
  EXPECT_EQ(compiled.kernels.at(1).parameters.at(0).size, 8U);
}

TEST_F(CudaCompile, template_arguments_that_cannot_be_deduced_are_given) {
  CudaSource source = embedded("template <class T, int k> __global__ void axpy(double* x) { x[0] = T(1) / 3 + k; }\n");
  const std::vector<Signature> signatures{signature_of<void(double*)>("axpy", {"x"}, "T=float"),
                                          signature_of<void(double*)>("axpy", {"x"}, "T=double")};
  EXPECT_NE(compile(source, signatures).failure, "");
  source.template_args = {"T", "2 * sizeof(T)"};
  const CudaCompilation compiled = compile(source, signatures);
  ASSERT_EQ(compiled.failure, "");
  EXPECT_EQ(compiled.kernels.at(0).symbol, "_Z4axpyIfLi8EEvPd");
  EXPECT_EQ(compiled.kernels.at(1).symbol, "_Z4axpyIdLi16EEvPd");
}

TEST_F(CudaCompile, template_arguments_of_what_is_no_template_are_refused) {
  CudaSource source = embedded(axpy_text);
  for (const char* argument : {"3", "double"}) {
    source.template_args = {argument};
    EXPECT_THAT(first_line(compile(source, {axpy_signature()}).failure),
                StartsWith("kernel 'axpy': axpy_cuda.cu: 'axpy' is no template, but template_args are given"))
        << argument;
  }
  source.template_args = {"T"};
  EXPECT_THAT(first_line(compile(source, {axpy_signature()}).failure),
              AllOf(StartsWith("kernel 'axpy': axpy_cuda.cu: template_args: "), HasSubstr("\"T\" is undefined")));
  source = embedded("template <int k> __global__ void axpy(double a, const double* x, float* y, int n) {}\n");
  source.template_args = {"3"};
  EXPECT_THAT(first_line(compile(source, {axpy_signature()}).failure), HasSubstr("does not match the signature"));
}

TEST_F(CudaCompile, headers_are_looked_for_in_the_given_folders_in_their_order) {
  Folder folder;
  CudaSource source;
  source.path = folder.write("axpy/axpy_cuda.cu", "#include \"which.cuh\"\n" + axpy_text);
  folder.write("first/which.cuh", "#error first\n");
  folder.write("second/which.cuh", "#error second\n");
  source.include_dirs = {"../first", "../second"};
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, AllOf(HasSubstr("first"), Not(HasSubstr("second"))));
  source.include_dirs = {"../second", "../first"};
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, AllOf(HasSubstr("second"), Not(HasSubstr("first"))));
  folder.write("axpy/which.cuh", "#error own\n");  // the own folder comes before all
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, HasSubstr("own"));
}

TEST_F(CudaCompile, options_reach_the_compiler_in_their_order) {
  CudaSource source = embedded("#if WHICH != 2\n#error not the last\n#endif\n" + axpy_text);
  source.options = {"-DWHICH=1", "-UWHICH", "-DWHICH=2"};
  EXPECT_EQ(compile(source, {axpy_signature()}).failure, "");
  source.options = {"-DWHICH=2", "-UWHICH", "-DWHICH=1"};
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, HasSubstr("not the last"));
}

TEST_F(CudaCompile, a_template_of_another_type_is_told_with_both_types) {
  const auto single = signature_of<void(float, float*)>("axpy", {"a", "x"}, "T=float");
  const auto whole = signature_of<void(double, double*)>("axpy", {"a", "x"}, "T=double");
  const std::string text = "template <class T> __global__ void axpy(float a, T* x) {}\n";
  const std::string failure = compile(embedded(text), {single, whole}).failure;
  EXPECT_THAT(first_line(failure), AllOf(HasSubstr("void axpy(double a, double* x)"), HasSubstr("(float, double *)")));
}

TEST_F(CudaCompile, standard_headers_have_the_types_of_the_host) {
  const std::string standard =
      "#include <cassert>\n#include <cfloat>\n#include <climits>\n#include <cmath>\n#include <cstddef>\n"
      "#include <cstdint>\n#include <stdint.h>\n#include <math.h>\n";
  const std::string use =
      "static_assert(sizeof(std::int64_t) == 8 && INT64_MAX > INT_MAX && DBL_MAX > FLT_MAX);\n"
      "__global__ void axpy(std::int64_t* x, std::size_t n) { assert(n > 0); x[n] = std::ptrdiff_t(sqrt(2.0)); }\n";
  const auto signature = signature_of<void(long*, unsigned long)>("axpy", {"x", "n"});
  EXPECT_EQ(failure_of(standard + use, signature), "");
  const std::string toolkit = "#include <cuda/std/cstdint>\n#include <cuda/std/limits>\n";
  const std::string check = "static_assert(sizeof(cuda::std::uint16_t) == 2);\n";
  const CudaCompilation before = compile(embedded(toolkit + standard + use + check), {signature});
  EXPECT_THAT(before.failure + before.log, IsEmpty());
  const CudaCompilation after = compile(embedded(standard + toolkit + use + check), {signature});
  EXPECT_THAT(after.failure + after.log, IsEmpty());
}

TEST_F(CudaCompile, options_reach_the_compiler) {
  CudaSource source = embedded("#ifndef WANTED\n#error not defined\n#endif\n" + axpy_text);
  EXPECT_THAT(compile(source, {axpy_signature()}).failure, HasSubstr("not defined"));
  source.options = {"-DWANTED", "-std=c++20"};
  EXPECT_EQ(compile(source, {axpy_signature()}).failure, "");
  source.options = {"-DWANTED", "--no-such-option"};
  EXPECT_THAT(first_line(compile(source, {axpy_signature()}).failure), HasSubstr("no-such-option"));
}

TEST_F(CudaCompile, warnings_are_in_the_log) {
  const std::string text =
      "__global__ void axpy(double a, const double* x, double* y, int n) { int unused = 1; y[0] = a * x[n]; }";
  EXPECT_THAT(compile(embedded(text), {axpy_signature()}).log, HasSubstr("\"unused\""));
}

TEST_F(CudaCompile, too_much_shared_memory_is_told) {
  EXPECT_THAT(first_line(failure_of("__global__ void axpy(double a, const double* x, double* y, int n) {\n"
                                    "  __shared__ double s[10000];\n  s[n] = a; __syncthreads(); y[n] = s[n + 1];\n}")),
              AllOf(StartsWith("kernel 'axpy': "), HasSubstr("shared")));
}

TEST_F(CudaCompile, a_structure_of_another_size_is_found_in_the_code) {
  Signature signature = signature_of<void(int)>("axpy", {"p"});
  Parameter& p = signature.parameters.front();
  p.kind = ParameterKind::structure;
  p.struct_name = "Pair";
  p.fields.resize(2);
  EXPECT_EQ(failure_of("struct Pair { int a, b; };\n__global__ void axpy(Pair p) {}", signature), "");
  EXPECT_THAT(first_line(failure_of("struct Pair { int a, b, c; };\n__global__ void axpy(Pair p) {}", signature)),
              AllOf(HasSubstr("parameter 0 'p' has 12 bytes"), HasSubstr("means 8 bytes")));
}

TEST_F(CudaCompile, an_unknown_architecture_is_refused_with_those_there_are) {
  const std::vector<Signature> signatures{axpy_signature()};
  EXPECT_THAT([&] { compile_cuda("axpy", embedded(axpy_text), signatures, "sm_42"); },
              testing::ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("sm_42"), HasSubstr("sm_90"))));
}

TEST(CudaCompileAbsent, says_why_where_there_is_no_compiler) {
  if (why_no_nvrtc().empty()) GTEST_SKIP() << "there is NVRTC " << nvrtc_version();
  EXPECT_EQ(nvrtc_version(), "");
  EXPECT_THAT(nvrtc_architectures(), IsEmpty());
  const std::vector<Signature> signatures{axpy_signature()};
  EXPECT_THROW(compile_cuda("axpy", embedded(axpy_text), signatures, "sm_90"), RuntimeFailure);
}

}  // namespace
}  // namespace kparity
