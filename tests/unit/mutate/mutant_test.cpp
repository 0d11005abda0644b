// Which faults are made in a text, where, and how the text looks with them.
#include "kparity/mutate/mutant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kparity/error.hpp"

namespace kparity::mutate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The changed lines of all mutants of one kind, without blanks in front.
std::vector<std::string> lines(std::string_view kind, const std::string& text, std::string_view kernel = "f") {
  std::vector<std::string> found;
  for (const Mutant& mutant : mutants_of(text, kernel)) {
    if (mutant.kind != kind) continue;
    const std::string changed = text_with(text, mutant);
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < mutant.line; ++line) begin = changed.find('\n', begin) + 1;
    begin = changed.find_first_not_of(' ', begin);
    found.push_back(changed.substr(begin, changed.find('\n', begin) - begin));
  }
  return found;
}

/// A statement in the body of a function.
std::string body(const std::string& statement) {
  return "__global__ void f(int n) {\n" + statement + "\n}\n";
}

TEST(Mutants, a_condition_that_leaves_never_holds_and_others_always) {
  EXPECT_THAT(lines("guard", body("if (i >= n) return;")), ElementsAre("if (false) return;"));
  EXPECT_THAT(lines("guard", body("if (i >= n) { continue; }")), ElementsAre("if (false) { continue; }"));
  EXPECT_THAT(lines("guard", body("if (lane == 0) y[0] = sum;")), ElementsAre("if (true) y[0] = sum;"));
}

TEST(Mutants, a_comparison_takes_one_more_or_one_less) {
  EXPECT_THAT(lines("comparison", body("for (int i = 0; i < n; ++i) a = b == c;")),
              ElementsAre("for (int i = 0; i <= n; ++i) a = b == c;", "for (int i = 0; i < n; ++i) a = b != c;"));
  EXPECT_THAT(lines("comparison", body("x = a >= b || c <= d || e != f || g > h;")),
              ElementsAre("x = a > b || c <= d || e != f || g > h;", "x = a >= b || c < d || e != f || g > h;",
                          "x = a >= b || c <= d || e == f || g > h;", "x = a >= b || c <= d || e != f || g >= h;"));
}

TEST(Mutants, brackets_of_templates_shifts_arrows_and_assignments_are_no_comparisons) {
  EXPECT_THAT(lines("comparison", body("x = static_cast<long long>(a) << 2; y >>= 1; p->q = std::max<int>(a, b);")),
              IsEmpty());
}

TEST(Mutants, an_index_is_one_too_large_but_not_the_size_of_an_array) {
  EXPECT_THAT(lines("off_by_one", body("__shared__ double s[256]; s[i] = x[j - 1];")),
              ElementsAre("__shared__ double s[256]; s[(i) + 1] = x[j - 1];",
                          "__shared__ double s[256]; s[i] = x[(j - 1) + 1];"));
  EXPECT_THAT(lines("off_by_one", body("float t[8][8]; auto f = [](int a) { return a; };")), IsEmpty());
  EXPECT_THAT(lines("off_by_one", body("return x[i];")), ElementsAre("return x[(i) + 1];"));
}

TEST(Mutants, neighbouring_parameters_of_one_type_change_places) {
  EXPECT_THAT(lines("arguments", "__global__ void f(int n, const T* x, const T* y, T* z, int m) {}"),
              ElementsAre("__global__ void f(int n, const T* y, const T* x, T* z, int m) {}"));
  EXPECT_THAT(lines("arguments", "__device__ void g(int a, int b) {}\n__global__ void f(int n, double* x) {}"),
              IsEmpty());
  EXPECT_THAT(lines("arguments", "__global__ void f(int a, int b);"), IsEmpty()) << "a declaration changes nothing";
}

TEST(Mutants, barriers_and_fences_go) {
  EXPECT_THAT(lines("barrier", body("__syncthreads();")), ElementsAre("(void)0;"));
  EXPECT_THAT(lines("barrier", body("block.sync(); cg::sync(tile);")),
              ElementsAre("(void)0; cg::sync(tile);", "block.sync(); (void)0;"));
  EXPECT_THAT(lines("barrier", body("if (__syncthreads_or(x)) return;")), IsEmpty());
}

TEST(Mutants, an_atomic_addition_becomes_plain_and_keeps_its_value) {
  EXPECT_THAT(lines("atomic", body("old = atomicAdd(&y[at(i, j)], v);")),
              ElementsAre("old = ((*(&y[at(i, j)]) += (v)) - (v));"));
  EXPECT_THAT(lines("atomic", body("atomicSub(p, 1); atomicMax(p, 2);")),
              ElementsAre("((*(p) -= (1)) + (1)); atomicMax(p, 2);"));
}

TEST(Mutants, every_block_is_the_first) {
  EXPECT_THAT(lines("block_index", body("int i = blockIdx.x * blockDim.x + threadIdx.x;")),
              ElementsAre("int i = 0u * blockDim.x + threadIdx.x;"));
}

TEST(Mutants, numbers_are_one_too_large_but_not_sizes_of_arrays) {
  EXPECT_THAT(lines("constant", body("double t[4]; t[0] = 0.25 * x;")),
              ElementsAre("double t[4]; t[(0 + 1)] = 0.25 * x;", "double t[4]; t[0] = (0.25 + 1) * x;"));
  EXPECT_THAT(lines("constant", "constexpr int block = 256;\n__global__ void __launch_bounds__(256) f() {}"),
              IsEmpty());
}

TEST(Mutants, literals_lose_digits_only_where_a_float_cannot_hold_them) {
  EXPECT_THAT(lines("literal", body("x = 0.1 * y + 0.5 + 0.1f + 3;")), ElementsAre("x = 0.1f * y + 0.5 + 0.1f + 3;"));
}

TEST(Mutants, local_doubles_become_floats) {
  EXPECT_THAT(lines("precision", body("double sum = 0; double* p; const double k{2}; double f(int);")),
              ElementsAre("float sum = 0; double* p; const double k{2}; double f(int);",
                          "double sum = 0; double* p; const float k{2}; double f(int);"));
}

TEST(Mutants, signs_change) {
  EXPECT_THAT(lines("sign", body("x += a - b;")), ElementsAre("x -= a - b;", "x += a + b;"));
  EXPECT_THAT(lines("sign", body("return -x;")), ElementsAre("return +x;"));
  EXPECT_THAT(lines("sign", body("++i; --j; x = +y; z = 1e-3;")), IsEmpty());
}

TEST(Mutants, comments_strings_directives_and_declarations_stay) {
  EXPECT_THAT(mutants_of("// if (a < b) x[i] + 1\n/* a - b */\n#define F(a, b) \\\n  ((a) < (b) ? 1 : 2)\n"
                         "namespace n {\nconstexpr int k = 3 + 4;\n}\n" +
                             body("puts(\"a < b + 1\");"),
                         "f"),
              IsEmpty());
}

TEST(Mutants, know_their_line_and_column) {
  const auto mutants = mutants_of("// first\n" + body("  /* two\n lines */ x = a +\n    b;"), "f");
  ASSERT_EQ(mutants.size(), 1u);
  EXPECT_EQ(mutants[0].line, 4u);
  EXPECT_EQ(mutants[0].column, 17u);
}

TEST(Mutants, unbalanced_text_is_no_reason_to_fall) {
  for (const char* text :
       {"void f() { if (", "void f() { x[ }", "}}}", "void f() { a < ", "", "f(", "void f() { atomicAdd( }"})
    EXPECT_NO_THROW(mutants_of(text, "f")) << text;
}

TEST(Equivalents, speak_of_their_line_or_the_next) {
  const auto found = equivalents_in("k.cu",
                                    "a;\nb; // kparity: equivalent sign: it is squared\n"
                                    "  // kparity: equivalent guard: never false\nc;\n");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].kind, "sign");
  EXPECT_EQ(found[0].line, 2u);
  EXPECT_EQ(found[0].reason, "it is squared");
  EXPECT_EQ(found[1].line, 4u);
}

TEST(Equivalents, need_a_kind_and_a_reason) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      equivalents_in("/x/k.cu", text);
    } catch (const RuntimeFailure& failure) {
      return failure.what();
    }
    return "";
  };
  EXPECT_THAT(message("\n// kparity: equivalent signs: why"),
              HasSubstr("k.cu:2: 'signs' is no kind of mutant; there are: a"));
  EXPECT_THAT(message("// kparity: equivalent sign"), HasSubstr("k.cu:1: an equivalent mutant needs a reason"));
}

}  // namespace
}  // namespace kparity::mutate
