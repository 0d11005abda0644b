// A rule that can fail rejects results that are wrong in the usual ways; one that cannot is named with what it takes.
#include "discrimination.hpp"

#include <gtest/gtest.h>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

/// What passes after so many cases of 1e-6 * (1, 2, 3, ...).
std::string accepted(const std::string& tolerance, int cases, bool constant = false) {
  const auto spec = read_spec(
      "kernel: k\nsignature: void k(int n, double* y)\ninputs:\n"
      "  n: {generate: integer, min: 1, max: 9, role: size}\noutputs:\n  y: {shape: [n], " +
          tolerance + ", reason: test}\n",
      "k");
  Discrimination discrimination(spec);
  for (int n = 1; n <= cases; ++n) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(constant ? 0 : 1e-6 * (i + 1));
    generate::ArrayPlan plan;
    plan.name = "y";
    plan.shape = {n};
    plan.elements = static_cast<std::uint64_t>(n);
    discrimination.look(0, plan, std::as_bytes(std::span(values)), {});
  }
  return discrimination.accepted();
}

TEST(Discrimination, a_tolerance_that_tells_results_apart_has_nothing_to_say) {
  EXPECT_EQ(accepted("tolerance: {rel: 1e-6}", 20), "");
}

TEST(Discrimination, an_absolute_tolerance_beyond_the_results_takes_zeros) {
  EXPECT_EQ(accepted("tolerance: {abs: 1e-3}", 20),
            "a result of zeros only would have passed for 'y' in all 20 cases in which it was tried");
}

TEST(Discrimination, few_cases_prove_nothing) {
  EXPECT_EQ(accepted("tolerance: {abs: 1e-3}", 7), "");
}

TEST(Discrimination, a_wrong_result_that_equals_the_right_one_is_not_tried) {
  EXPECT_EQ(accepted("tolerance: {abs: 1e-3}", 20, true), "");
}

TEST(Discrimination, a_tolerance_between_neighbours_takes_shifted_results) {
  EXPECT_EQ(accepted("tolerance: {rel: 1e-6, abs: 1e-6}", 2), "");
  EXPECT_EQ(accepted("compare: multiset, tolerance: {rel: 1e-6}", 20), "");
}

}  // namespace
}  // namespace kparity::parity
