// Properties as equations: what each calls an implementation with, and that right results satisfy it while wrong ones
// do not.
#include "relation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using testing::HasSubstr;

/// y and sum of x, with x between 1 and 2.
spec::KernelSpec spec_with(const std::string& property) {
  return read_spec(R"(kernel: k
signature: void k(int n, double a, const double* x, double* y, double* sum)
inputs:
  n: {generate: integer, min: 2, max: 100, role: size}
  a: {generate: uniform, min: 1, max: 2}
  x: {generate: uniform, shape: [n], min: 1, max: 2}
  y: {generate: uniform, shape: [n], min: 1, max: 2}
outputs:
  y: {tolerance: {ulp: 4}, reason: test}
  sum: {shape: [1], tolerance: {ulp: 64}, reason: test}
properties: [)" + property +
                       "]\n",
                   "k");
}

using Function = void (*)(std::size_t n, double a, const double* x, double* y, double* sum);

/// Evaluates `function` for the calls of a trial; the first broken equation, if any.
std::string broken(const std::string& text, Function function) {
  const auto spec = spec_with(text);
  CaseData data;
  generate_case(spec, generate::draw(spec, 0, "realistic", 7, 3), data);
  const spec::Property& property = spec.properties.at(0);
  const auto trial = find_relation(property.kind).trial(spec, property, data);
  if (!trial) return "no trial";
  std::vector<Evaluation> evaluations;
  for (const CaseData& call : trial->calls) {
    Evaluation& made = evaluations.emplace_back();
    made.values.resize(call.plan.size());
    made.rooms.resize(call.plan.size());
    const auto x = numbers_of(call.plan[0], call.inputs[0]);
    auto y = numbers_of(call.plan[1], call.inputs[1]);
    std::vector<double> sum(1);
    double a = 0;
    std::memcpy(&a, &call.drawn.scalars[1].bits, sizeof a);
    function(x.size(), a, x.data(), y.data(), sum.data());
    made.values[1] = y;
    made.values[2] = sum;
    for (const double value : y) made.rooms[1].push_back(1e-14 * std::fmax(1, std::fabs(value)));
    made.rooms[2] = {1e-12 * std::fabs(sum[0])};
  }
  return broken_equation(*trial, evaluations);
}

void linear(std::size_t n, double a, const double* x, double* y, double* sum) {
  for (std::size_t i = 0; i < n; ++i) {
    sum[0] += x[i];
    y[i] += a * x[i];
  }
}
void quadratic(std::size_t n, double a, const double* x, double* y, double* sum) {
  for (std::size_t i = 0; i < n; ++i) y[i] += a * x[i] * x[i];
  sum[0] = 1;
}
void product_of_neighbours(std::size_t n, double a, const double* x, double* y, double* sum) {
  for (std::size_t i = 0; i < n; ++i) y[i] = a * std::sqrt(x[i] * x[(i + 1) % n]);
  sum[0] = 0;
}
void first_only(std::size_t, double, const double* x, double*, double* sum) {
  sum[0] = x[0];
}
void mean_taken_off(std::size_t n, double, const double* x, double* y, double* sum) {
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += x[i] / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = x[i] - mean;
  sum[0] = mean;
}

TEST(Relation, every_property_that_a_spec_may_name_has_one) {
  for (const Relation& relation : relations()) EXPECT_EQ(&find_relation(relation.name), &relation);
  EXPECT_EQ(relations().size(), 6u);
  EXPECT_THROW(find_relation("linear"), InvalidArgument);
}

TEST(Relation, linear_in_finds_powers_and_products) {
  EXPECT_EQ(broken("{linear_in: x}", linear), "");
  EXPECT_THAT(broken("{linear_in: x}", quadratic), HasSubstr("y[0]"));
  EXPECT_THAT(broken("{linear_in: x}", product_of_neighbours), HasSubstr("y["));  // homogeneous
  EXPECT_EQ(broken("{linear_in: a}", quadratic), "");
}

TEST(Relation, permutation_invariant_finds_a_place_that_matters) {
  EXPECT_THAT(broken("{permutation_invariant: x}", first_only), HasSubstr("sum[0]"));
  EXPECT_THAT(broken("{permutation_invariant: x}", linear), HasSubstr("y["));
}

TEST(Relation, scale_has_factors_for_inputs_and_outputs) {
  EXPECT_EQ(broken("{scale: {x: 2, y: 2, sum: 2}}", linear), "");
  EXPECT_THAT(broken("{scale: {x: 2, y: 2}}", linear), HasSubstr("sum[0]"));
  EXPECT_EQ(broken("{scale: {x: 2, a: 0.25, y: 1}}", quadratic), "");
}

TEST(Relation, translation_adds_exactly) {
  EXPECT_EQ(broken("{translation: {x: 4, sum: 4}}", mean_taken_off), "");
  EXPECT_THAT(broken("{translation: {x: 4}}", mean_taken_off), HasSubstr("sum[0]"));
}

TEST(Relation, zero_input_leaves_what_was_there) {
  EXPECT_EQ(broken("{zero_input: x}", linear), "");
  EXPECT_THAT(broken("{zero_input: x}", quadratic), HasSubstr("sum[0] is 1, 0 expected"));
  EXPECT_THAT(broken("{zero_input: x}", mean_taken_off), HasSubstr("y[0] is 0"));
}

TEST(Relation, conserves_adds_up_what_was_and_what_came) {
  const auto moved = [](std::size_t n, double, const double* x, double* y, double* sum) {
    for (std::size_t i = 0; i < n; ++i) y[(i * 7 + 1) % n] += x[i];
    sum[0] = 0;
  };
  EXPECT_EQ(broken("{conserves: \"sum(y) = sum(y) + sum(x)\"}", moved), "");
  EXPECT_THAT(broken("{conserves: sum(y)}", moved), HasSubstr("sum(y) is"));
  EXPECT_EQ(broken("{conserves: \"sum(y) + sum(sum) = sum(y) + n\"}",
                   [](std::size_t n, double, const double*, double*, double* sum) { sum[0] = static_cast<double>(n); }),
            "");
}

TEST(Relation, rounding_is_allowed_for_and_nothing_else) {
  Trial trial{{CaseData{}, CaseData{}}, {{{0}, {1, -1}}}};
  trial.calls[0].plan.resize(1);
  trial.calls[0].plan[0].name = "y";
  trial.calls[0].inputs.resize(1);
  const auto result = [](double value, double room) { return Evaluation{{{value}}, {{room}}}; };
  EXPECT_EQ(broken_equation(trial, {result(1, .25), result(1.5, .25)}), "");
  EXPECT_NE(broken_equation(trial, {result(1, .25), result(1.5625, .25)}), "");
  EXPECT_EQ(broken_equation(trial, {result(NAN, 0), result(1, 0)}), "");  // judged by the policy for NaN
}

}  // namespace
}  // namespace kparity::parity
