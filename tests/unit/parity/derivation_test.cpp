// Derived tolerances from the reference on disk to the verdict: other orders pass, a poor one is suspect, faults fail,
// close decisions prove nothing, and a reference that is no template is estimated.
#include "derivation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "campaign.hpp"
#include "run_case.hpp"
#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using result::Verdict;
using testing::HasSubstr;

/// A kernel folder on disk that goes away at the end, with a cache of its own.
class DerivationTest : public testing::Test {
 protected:
  DerivationTest() {
    folder_ = std::filesystem::temp_directory_path() / ("kparity-derivation-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "total");
  }
  ~DerivationTest() override { std::filesystem::remove_all(folder_); }

  spec::KernelSpec spec_with(const std::string& reference, const std::string& output = "{shape: [1]}",
                             const std::string& x = "uniform, min: -1, max: 1") {
    std::ofstream(folder_ / "total/total_reference.cpp") << reference;
    return spec::read_text(
        "kernel: total\nsignature: void total(int n, const double* x, double* y)\ninputs:\n"
        "  n: {generate: integer, min: 0, max: 20000, role: size}\n"
        "  x: {generate: " +
            x + ", shape: [n]}\noutputs:\n  y: " + output + "\n",
        (folder_ / "total/total.yaml").string(),
        {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
  }

  /// Seeds are hexadecimal; 64 is in the sample whatever the size of the case.
  CaseResult judge(const spec::KernelSpec& spec, Entry reference, Entry subject, int n, const char* seed = "40") {
    const LoadedHost reference_host{{reference}, {}, nullptr}, subject_host{{subject}, {}, nullptr};
    CaseRunner runner(spec, host_subject("reference", reference_host), host_subject("openmp", subject_host), {},
                      Derivation(spec, bound_library(spec)));
    return runner.run(
        generate::parse_token(spec, "total:n=" + std::to_string(n) + ",family=realistic,seed=" + seed).drawn);
  }

  std::filesystem::path folder_;
};

constexpr const char* sum_template =
    "template <class T>\nstatic void total(int n, const T* x, T* y) {\n"
    "  T sum = 0;\n  for (int i = 0; i < n; ++i) sum += x[i];\n  y[0] = sum;\n}\n";

void total(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  y[0] = sum;
}

void in_reverse(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = n - 1; i >= 0; --i) sum += x[i];
  y[0] = sum;
}

/// One unit in the last place lost in each step: no order and no chance does that.
void always_down(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum = std::nextafter(sum + x[i], -1e300);
  y[0] = sum;
}

void in_float(int n, const double* x, double* y) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<float>(x[i]);
  y[0] = sum;
}

void without_the_last(int n, const double* x, double* y) {
  total(n - 1, x, y);
}

TEST_F(DerivationTest, another_order_passes_and_says_how_much_it_used) {
  const auto spec = spec_with(sum_template);
  for (const int n : {0, 1, 2, 100, 20000}) {
    const auto result = judge(spec, entry<&total>, entry<&in_reverse>, n);
    EXPECT_EQ(result.verdict, Verdict::pass) << n << " " << result.reason;
    EXPECT_EQ(result.rules.at(0).text, "auto, derived from the reference");
    EXPECT_FALSE(result.rules.at(0).swallowed);
  }
  EXPECT_GT(judge(spec, entry<&total>, entry<&in_reverse>, 20000).used, 0);
}

TEST_F(DerivationTest, a_sum_that_rounds_to_one_side_is_suspect) {
  const auto spec = spec_with(sum_template, "{shape: [1]}", "uniform, min: 0.5, max: 1");
  const auto result = judge(spec, entry<&total>, entry<&always_down>, 2000);
  EXPECT_EQ(result.verdict, Verdict::suspect) << result.reason;
  ASSERT_EQ(result.comparisons.size(), 1u);
  EXPECT_TRUE(result.comparisons[0].is_suspect());
}

TEST_F(DerivationTest, a_suspect_passes_where_the_spec_says_warn_and_a_fault_does_not) {
  const auto spec = spec_with(sum_template, "{shape: [1], on_suspect: warn}", "uniform, min: 0.5, max: 1");
  const auto result = judge(spec, entry<&total>, entry<&always_down>, 2000);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_EQ(result.suspects, "y: 1 of 1 elements differ from reference");
  EXPECT_EQ(judge(spec, entry<&total>, entry<&in_reverse>, 2000).suspects, "");
  EXPECT_EQ(judge(spec, entry<&total>, entry<&in_float>, 100).verdict, Verdict::fail);
}

TEST_F(DerivationTest, faults_fail) {
  const auto spec = spec_with(sum_template);
  EXPECT_EQ(judge(spec, entry<&total>, entry<&in_float>, 100).verdict, Verdict::fail);
  EXPECT_EQ(judge(spec, entry<&total>, entry<&without_the_last>, 100).verdict, Verdict::fail);
  EXPECT_EQ(judge(spec, entry<&total>, entry<&without_the_last>, 20000, "9").verdict, Verdict::fail);
}

TEST_F(DerivationTest, large_cases_outside_the_sample_pass_small_differences_without_bounds) {
  const auto spec = spec_with(sum_template, "{shape: [1]}", "uniform, min: 0.5, max: 1");
  const auto asked = [&](int n, const char* seed) {
    const auto result = judge(spec, entry<&total>, entry<&in_reverse>, n, seed);
    EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
    return result.rules.at(0).asked;
  };
  EXPECT_FALSE(asked(20000, "9"));
  EXPECT_TRUE(asked(20000, "40"));
  EXPECT_TRUE(asked(2000, "9"));
}

void cancels(int n, const double* x, double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (x[i] + 1e16) - 1e16;
  y[0] = sum;
}

TEST_F(DerivationTest, bounds_that_swallow_the_output_are_noticed) {
  const char* reference =
      "template <class T>\nstatic void total(int n, const T* x, T* y) {\n"
      "  T sum = 0;\n  for (int i = 0; i < n; ++i) sum += (x[i] + T(1e16)) - T(1e16);\n  y[0] = sum;\n}\n";
  const auto result = judge(spec_with(reference), entry<&cancels>, entry<&cancels>, 100);
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_TRUE(result.rules.at(0).looked_at);
  EXPECT_TRUE(result.rules.at(0).swallowed);
}

void thirds_below_one(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] / 3 * 3 < x[i] ? 1 : 2;
}
void thirds_above_one(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] * (1. / 3) * 3 < x[i] ? 1 : 2;
}

TEST_F(DerivationTest, where_a_decision_is_closer_than_its_bounds_a_difference_proves_nothing) {
  const auto spec = spec_with(
      "template <class T>\nstatic void total(int n, const T* x, T* y) {\n"
      "  for (int i = 0; i < n; ++i) y[i] = x[i] / T(3) * T(3) < x[i] ? T(1) : T(2);\n}\n",
      "{shape: [n]}");
  const auto result = judge(spec, entry<&thirds_below_one>, entry<&thirds_above_one>, 1000);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_TRUE(result.rules.at(0).undecided);
}

void neither_side_of_one(int n, const double* x, double* y) {
  thirds_below_one(n, x, y);
  y[n - 1] = 1.5;
}

TEST_F(DerivationTest, few_close_decisions_are_taken_both_ways_and_what_fits_neither_fails) {
  const auto spec = spec_with(
      "template <class T>\nstatic void total(int n, const T* x, T* y) {\n"
      "  for (int i = 0; i < n; ++i) y[i] = x[i] / T(3) * T(3) < x[i] ? T(1) : T(2);\n}\n",
      "{shape: [n]}");
  for (const char* seed : {"40", "9", "7", "18"}) {
    const auto right = judge(spec, entry<&thirds_below_one>, entry<&thirds_above_one>, 5, seed);
    EXPECT_EQ(right.verdict, Verdict::pass) << right.reason;
    EXPECT_FALSE(right.rules.at(0).undecided);
    EXPECT_EQ(judge(spec, entry<&thirds_below_one>, entry<&neither_side_of_one>, 5, seed).verdict, Verdict::fail);
    EXPECT_TRUE(judge(spec, entry<&thirds_below_one>, entry<&neither_side_of_one>, 6, seed).rules.at(0).undecided);
  }
}

TEST_F(DerivationTest, a_reference_that_is_no_template_is_estimated_and_says_so) {
  const auto spec = spec_with(
      "static void total(int n, const double* x, double* y) {\n"
      "  double sum = 0;\n  for (int i = 0; i < n; ++i) sum += x[i];\n  y[0] = sum;\n}\n");
  for (const int n : {1, 2, 7, 33, 257, 4097}) {
    for (const char* seed : {"8", "10", "18", "20"}) {
      const auto result = judge(spec, entry<&total>, entry<&in_reverse>, n, seed);
      EXPECT_EQ(result.verdict, Verdict::pass) << n << " " << seed;
    }
  }
  const auto result = judge(spec, entry<&total>, entry<&in_reverse>, 100);
  EXPECT_THAT(result.rules.at(0).text, HasSubstr("auto, estimated"));
  EXPECT_THAT(result.rules.at(0).text, HasSubstr("cannot be instantiated"));
  EXPECT_EQ(judge(spec, entry<&total>, entry<&without_the_last>, 100).verdict, Verdict::fail);
}

TEST_F(DerivationTest, a_template_that_computes_something_else_with_other_numbers_is_estimated) {
  const auto spec = spec_with(
      "template <class T>\nstatic void total(int n, const T* x, T* y) {\n"
      "  T sum = sizeof(T) > 8 ? 1 : 0;\n  for (int i = 0; i < n; ++i) sum += x[i];\n  y[0] = sum;\n}\n");
  EXPECT_THAT(judge(spec, entry<&total>, entry<&in_reverse>, 100).rules.at(0).text,
              HasSubstr("the reference computes something else"));
}

TEST_F(DerivationTest, nothing_is_compiled_where_all_tolerances_are_stated) {
  const auto spec = spec_with("#error not this\n", "{shape: [1], tolerance: {rel: 1e-9}, reason: a test}");
  const auto library = bound_library(spec);
  EXPECT_EQ(library.path, "");
  EXPECT_EQ(library.why_not, "");
}

TEST(FlushesSubnormals, not_in_this_process) {
  EXPECT_FALSE(flushes_subnormals_here());
}

}  // namespace
}  // namespace kparity::parity
