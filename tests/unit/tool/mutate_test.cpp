// `kparity mutate` on small folders: what is killed and where, survivors, equivalents, exit codes.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sanitizer.hpp"
#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kernel =
    "__global__ void twice(int n, const int* x, int* y) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i >= n) return;\n"
    "  y[i] = x[i] + x[i];\n"
    "}\n";

class Mutate : public KernelFolders {
 protected:
  /// A kernel whose `n` is drawn from [0, 300], or is `n` always.
  void write_twice(const std::string& cuda, int n = -1) {
    write(
        "twice/twice.yaml",
        "kernel: twice\nsummary: y = 2 x\nsignature: void twice(int n, const int* x, int* y)\ninputs:\n  n: {generate: "
        "integer, min: " +
            std::to_string(n < 0 ? 0 : n) + ", max: " + std::to_string(n < 0 ? 300 : n) +
            ", role: size}\n  x: {generate: integer, shape: [n], min: -9, max: 9}\noutputs:\n  y: {shape: [n], "
            "tolerance: "
            "exact}\nlaunch: {threads: n, block: 64}\n");
    write("twice/twice_reference.cpp",
          "static void twice(int n, const int* x, int* y) { for (int i = 0; i < n; ++i) y[i] = 2 * x[i]; }\n");
    write("twice/twice_simd.cpp",
          "static void twice(int n, const int* x, int* y) {\n  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];\n}\n");
    write("twice/twice_cuda.cu", cuda);
  }
  Ran mutate(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"mutate", path(), "--cases", "30"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
  }
};

TEST_F(Mutate, a_good_spec_kills_every_mutant) {
  if (test::has_thread_sanitizer) GTEST_SKIP() << test::no_jumps_out_of_handlers;
  write_twice(kernel);
  const auto ran = mutate({"--all"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("twice_cuda.cu:3:7  guard: `i >= n` becomes `false`  (bounds, emulated)"),
                             HasSubstr("twice.cuda              8 of 8 killed (100 %)"), Not(HasSubstr("SURVIVES"))));
}

TEST_F(Mutate, a_spec_that_draws_whole_blocks_only_misses_the_guard) {
  write_twice(kernel, 128);
  const auto ran = mutate();
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("SURVIVES  twice.cuda  twice_cuda.cu:3:7\n  line        if (i >= n) return;\n"
                                       "  fault       guard: `i >= n` becomes `false`\n"
                                       "  to find it  sizes that are no multiple of the block"),
                             HasSubstr("6 of 8 killed (75 %)")));
  EXPECT_EQ(mutate({"--at-least", "75"}).code, 0);
}

TEST_F(Mutate, what_is_declared_to_change_nothing_does_not_count) {
  write_twice(
      "__global__ void twice(int n, const int* x, int* y) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // kparity: equivalent block_index: wrong\n"
      "  if (i < n) y[i] = x[i] - -x[i] + 0 * n;  // kparity: equivalent sign: the last term is nothing\n"
      "}\n");
  const auto ran = mutate({"--all"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("same      twice_cuda.cu:3:34  sign: `+` becomes `-`  (the last term is nothing)"),
            HasSubstr("10 of 10 killed (100 %), 1 equivalent"), Not(HasSubstr("declaration of 'sign'")),
            HasSubstr("warning: twice_cuda.cu:2: the declaration of 'block_index' as equivalent hides nothing")));
}

TEST_F(Mutate, host_implementations_too) {
  write_twice(kernel);
  const auto ran = mutate({"--implementation", "simd", "--format", "json"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_EQ(json["percent"], 100);
  for (const auto& mutant : json["mutants"]) {
    EXPECT_EQ(mutant["place"], "host");
    EXPECT_EQ(mutant["file"], "twice_simd.cpp");
  }
  EXPECT_EQ(json["mutants"].size(), 5u);
}

TEST_F(Mutate, what_does_not_compile_is_no_mutant) {
  write_twice(
      "template <int N> __device__ int times(int a) { return N * a; }\n"
      "__global__ void twice(int n, const int* x, int* y) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  constexpr int zero[1] = {0};\n"
      "  if (i < n) y[i] = times<zero[0] + 2>(x[i]);\n"
      "}\n");
  const auto json = nlohmann::json::parse(mutate({"--format", "json"}).out);
  int none = 0;
  for (const auto& mutant : json["mutants"]) none += mutant["fate"] == "no mutant" ? 1 : 0;
  EXPECT_GT(none, 0) << json.dump(2);
}

TEST_F(Mutate, a_kernel_that_is_wrong_already_is_refused) {
  write_twice("__global__ void twice(int n, const int* x, int* y) { if (threadIdx.x < n) y[threadIdx.x] = 3; }\n");
  const auto ran = mutate();
  EXPECT_EQ(ran.code, 2) << ran.all();
  EXPECT_THAT(ran.err,
              HasSubstr("twice.emulated.cuda is not green as it is, so its mutants would say nothing: fail: y: "));
}

TEST_F(Mutate, a_kernel_without_the_implementation_is_an_error) {
  write_twice(kernel);
  const auto ran = mutate({"--implementation", "fortran"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no selected kernel has an implementation fortran"));
}

}  // namespace
}  // namespace kparity::tool
