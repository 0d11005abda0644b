// Inputs that matter are found in one case, those that do not after several, and statements about them that are wrong,
// too.
#include "influence.hpp"

#include <gtest/gtest.h>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

spec::KernelSpec sum_spec(const std::string& more = "") {
  return read_spec(R"(kernel: sum
signature: void sum(int n, int a, int b, const int* x, const int* y, int* z)
inputs:
  n: {generate: integer, min: 0, max: 200, role: size}
  a: {generate: integer, min: 2, max: 90}
  b: {generate: constant, value: 3}
  x: {generate: integer, shape: [n], min: -1000, max: 1000}
  y: {generate: integer, shape: [n], min: -1000, max: 1000}
outputs:
  z: {shape: [n]}
)" + more,
                   "sum");
}

void right(int n, int a, int b, const int* x, const int* y, int* z) {
  for (int i = 0; i < n; ++i) z[i] = a * x[i] + b * y[i];
}
void without_y(int n, int a, int b, const int* x, const int*, int* z) {
  for (int i = 0; i < n; ++i) z[i] = a * x[i] + b;
}
void without_a(int n, int, int b, const int* x, const int* y, int* z) {
  for (int i = 0; i < n; ++i) z[i] = x[i] + b * y[i];
}

/// After so many cases.
Influence after(const spec::KernelSpec& spec, Entry entry, std::uint64_t cases) {
  const LoadedHost host{{entry}, {}, nullptr};
  const Subject reference = host_subject("reference", host);
  Influence influence(spec);
  Workspace result{0};
  for (std::uint64_t i = 0; i < cases; ++i) {
    CaseData data;
    generate_case(spec, generate::draw(spec, 0, "realistic", 1, i), data);
    if (!influence.is_open(data)) continue;
    result.prepare(spec, data, poison_a);
    reference.run(0, result);
    influence.look(data, reference, result);
  }
  return influence;
}

TEST(Influence, nothing_is_left_to_find_after_a_case_in_which_everything_mattered) {
  const auto spec = sum_spec();
  const Influence influence = after(spec, entry<&right>, 4);
  CaseData data;
  generate_case(spec, generate::draw(spec, 0, "realistic", 1, 9), data);
  EXPECT_FALSE(influence.is_open(data));
  EXPECT_EQ(influence.without_influence(), "");
  EXPECT_EQ(influence.used_nevertheless(), "");
}

TEST(Influence, an_array_or_a_scalar_that_does_not_matter_is_named_after_several_cases) {
  const auto spec = sum_spec();
  EXPECT_EQ(after(spec, entry<&without_y>, 20).without_influence(), "y");
  EXPECT_EQ(after(spec, entry<&without_a>, 20).without_influence(), "a");
  EXPECT_EQ(after(spec, entry<&without_y>, 3).without_influence(), "");
}

TEST(Influence, what_is_declared_unused_must_not_matter) {
  const auto spec = sum_spec("unused: {y: \"kept for callers\"}\n");
  EXPECT_EQ(after(spec, entry<&without_y>, 20).without_influence(), "");
  EXPECT_EQ(after(spec, entry<&without_y>, 20).used_nevertheless(), "");
  EXPECT_EQ(after(spec, entry<&right>, 20).used_nevertheless(), "y");
}

}  // namespace
}  // namespace kparity::parity
