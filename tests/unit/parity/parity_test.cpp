// Campaigns in child processes: verdicts over a whole check, and kernels that take their process down.
#include "kparity/parity/parity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using result::Outcome;
using result::Verdict;
using testing::HasSubstr;
using testing::StartsWith;

CheckOptions quick() {
  CheckOptions options;
  options.cases = 40;
  options.timeout_seconds = 0.5;
  options.shrink_seconds = 2;
  return options;
}

Outcome check(Entry subject, const spec::KernelSpec& spec = scale_spec(), Entry reference = entry<&scale>,
              const CheckOptions& options = quick()) {
  return check_parity(spec, kernel_of(spec, reference, subject), "openmp", options);
}

TEST(Parity, a_right_kernel_passes) {
  const auto outcome = check(entry<&scale>);
  EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.reason;
  EXPECT_EQ(outcome.cases, 40u);
  EXPECT_GT(outcome.compared, 0u);
  EXPECT_EQ(result::id_of(outcome), "scale.parity.openmp");
}

void wrong_from_129_on(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  for (int i = 128; i < n; ++i) y[i] = 0;
}

TEST(Parity, a_failure_shrinks_and_can_be_replayed_from_its_token) {
  const auto spec = scale_spec();
  const auto outcome = check(entry<&wrong_from_129_on>);
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_THAT(outcome.token, StartsWith("scale:n=129,"));
  EXPECT_EQ(outcome.same_every_time, "yes (5 runs)");
  EXPECT_EQ(outcome.replay, "kparity replay '" + outcome.token + "' --implementation openmp");

  const Kernel kernel = kernel_of(spec, entry<&scale>, entry<&wrong_from_129_on>);
  const auto again = replay({&spec, &kernel, "openmp"}, generate::parse_token(spec, outcome.token).drawn, quick());
  EXPECT_EQ(again.verdict, Verdict::fail);
  EXPECT_EQ(again.reason, outcome.reason);
}

/// The first call of a process is right, whatever the case.
void adds_what_was_there(int n, int a, const int* x, int* y) {
  static int calls = 0;
  scale(n, a, x, y);
  if (n >= 20) y[0] += calls++;
}
/// Wrong from the second case with elements on: its first result is kept.
void keeps_its_first_result(int n, int, const int* x, int* y) {
  static int kept = 0;
  if (kept == 0 && n > 0) kept = 2 * n + 1;
  for (int i = 0; i < n; ++i) y[i] = kept + x[i];
}

TEST(Parity, state_that_is_kept_between_calls_is_told) {
  for (const Entry subject : {entry<&adds_what_was_there>, entry<&keeps_its_first_result>}) {
    CheckOptions options = quick();
    options.families = {"realistic"};
    const auto outcome = check(subject, scale_spec(), entry<&scale>, options);
    EXPECT_EQ(outcome.verdict, Verdict::fail) << outcome.reason;
    EXPECT_THAT(outcome.same_every_time, StartsWith("no: depends on earlier calls"));
    EXPECT_THAT(outcome.likely, HasSubstr("state is kept between calls"));
  }
}

/// Wrong in another way at each call, by nothing that a second process would repeat.
void differs_by_the_clock(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  for (int i = 0; i < n; ++i) y[i] = static_cast<int>(100000 + now.tv_nsec);
}

TEST(Parity, other_wrong_values_at_each_run_are_not_the_same_every_time) {
  const auto outcome = check(entry<&differs_by_the_clock>);
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_EQ(outcome.same_every_time, "no: other values in 5 of 5 runs");
  EXPECT_THAT(outcome.likely, testing::Not(HasSubstr("state")));
}

spec::KernelSpec halves_spec() {
  return read_spec(R"(kernel: halves
signature: void halves(int n, const double* x, double* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  x: {generate: uniform, shape: [n], min: 1, max: 2}
outputs:
  y: {shape: [n], tolerance: exact, reason: a power of two}
)",
                   "halves");
}
void copies(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}
void halves_the_last(int n, const double* x, double* y) {
  copies(n, x, y);
  if (n > 0) y[n - 1] /= 2;
}
void halves_all(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] / 2;
}

TEST(Parity, a_factor_of_one_element_is_no_cause_and_the_pattern_before_shrinking_is_kept) {
  const auto last = check(entry<&halves_the_last>, halves_spec(), entry<&copies>);
  ASSERT_EQ(last.comparisons.size(), 1u) << last.reason;
  EXPECT_EQ(last.comparisons[0].pattern, "the only element; got is half the expected value");
  EXPECT_THAT(last.comparisons[0].pattern_before,
              testing::MatchesRegex("1 of [0-9]+ elements: a single element, the last.*"));
  EXPECT_EQ(last.likely, "");
  const auto all = check(entry<&halves_all>, halves_spec(), entry<&copies>);
  ASSERT_EQ(all.comparisons.size(), 1u) << all.reason;
  EXPECT_THAT(all.comparisons[0].pattern_before, HasSubstr("every element; got is half the expected value"));
  EXPECT_EQ(all.likely, "a factor of two is missing");
  EXPECT_THAT(check(entry<&wrong_from_129_on>).comparisons.at(0).pattern_before,
              testing::MatchesRegex("[0-9]+ of [0-9]+ elements: .*got is zero"));
}

TEST(Parity, a_small_case_shows_its_inputs_and_both_results) {
  const auto last = check(entry<&halves_the_last>, halves_spec(), entry<&copies>);
  ASSERT_EQ(last.inputs.size(), 1u);
  EXPECT_EQ(last.inputs[0].name, "x");
  EXPECT_EQ(last.inputs[0].values, last.comparisons.at(0).all_expected);
  ASSERT_EQ(last.comparisons[0].all_got.size(), 1u);
  EXPECT_DOUBLE_EQ(std::stod(last.comparisons[0].all_got[0]) * 2, std::stod(last.inputs[0].values.at(0)));
  const auto large = check(entry<&wrong_from_129_on>);
  EXPECT_TRUE(large.inputs.empty());
  EXPECT_TRUE(large.comparisons.at(0).all_got.empty());
}

TEST(Parity, the_same_seed_gives_the_same_outcome) {
  const auto one = check(entry<&wrong_from_129_on>), other = check(entry<&wrong_from_129_on>);
  EXPECT_EQ(one.first_token, other.first_token);
  EXPECT_EQ(one.token, other.token);
}

void aborts_from_100_on(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  if (n >= 100) {
    std::fputs("assertion `n < 100' failed\n", stderr);
    std::abort();
  }
}

TEST(Parity, a_crash_is_attributed_shrunk_and_costs_one_verdict) {
  const auto outcome = check(entry<&aborts_from_100_on>);
  EXPECT_EQ(outcome.verdict, Verdict::crashed);
  EXPECT_EQ(outcome.reason, "'openmp' was killed by signal 6 (Aborted)");
  EXPECT_THAT(outcome.token, StartsWith("scale:n=100,"));
  EXPECT_THAT(outcome.details, testing::Contains("it printed: assertion `n < 100' failed"));
  EXPECT_EQ(outcome.same_every_time, "yes (5 runs)");
}

void exits(int, int, const int*, int*) {
  std::exit(0);
}
void exits_quickly(int, int, const int*, int*) {
  ::_exit(3);
}

TEST(Parity, a_kernel_that_ends_the_process_has_crashed_whatever_its_exit_code) {
  EXPECT_EQ(check(entry<&exits>).verdict, Verdict::crashed);
  EXPECT_THAT(check(entry<&exits>).reason, HasSubstr("ended the process with exit code 0"));
  EXPECT_THAT(check(entry<&exits_quickly>).reason, HasSubstr("exit code 3"));
}

void hangs_from_50_on(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  volatile bool forever = n >= 50;
  while (forever) {
  }
}

TEST(Parity, a_hang_is_a_timeout) {
  const auto outcome = check(entry<&hangs_from_50_on>);
  EXPECT_EQ(outcome.verdict, Verdict::timeout);
  EXPECT_EQ(outcome.reason, "'openmp' did not return within 0.5 s");
  EXPECT_FALSE(outcome.token.empty());
}

TEST(Parity, a_reference_that_crashes_is_named) {
  const auto outcome = check(entry<&scale>, scale_spec(), entry<&aborts_from_100_on>);
  EXPECT_EQ(outcome.verdict, Verdict::crashed);
  EXPECT_THAT(outcome.reason, StartsWith("'reference' was killed by signal 6"));
}

void does_nothing(int, const int*, int*) {}

spec::KernelSpec in_place_spec(const std::string& n) {
  return read_spec("kernel: inc\nsignature: void inc(int n, const int* x, int* y)\ninputs:\n  n: {generate: integer, " +
                       n +
                       ", role: size}\n  x: {generate: integer, shape: [n], min: 1, max: 9}\n"
                       "  y: {generate: integer, shape: [n], min: 1, max: 9}\noutputs:\n  y: {}\n",
                   "inc");
}

TEST(Parity, a_check_in_which_no_output_ever_changes_is_vacuous) {
  const auto outcome = check(entry<&does_nothing>, in_place_spec("min: 0, max: 50"), entry<&does_nothing>);
  EXPECT_EQ(outcome.verdict, Verdict::vacuous);
  EXPECT_THAT(outcome.reason, HasSubstr("'y' never differed from its initial contents"));
}

TEST(Parity, a_check_that_compares_no_element_is_vacuous) {
  const auto outcome = check(entry<&does_nothing>, in_place_spec("min: 0, max: 0"), entry<&does_nothing>);
  EXPECT_EQ(outcome.verdict, Verdict::vacuous);
  EXPECT_THAT(outcome.reason, HasSubstr("no element was compared"));
}

TEST(Parity, a_failure_to_load_is_broken_and_a_refusal_is_skipped) {
  const auto spec = scale_spec();
  KernelDefinition definition = kernel_of(spec, entry<&scale>, entry<&scale>).definition();
  definition.hosts[0].load = []() -> LoadedHost { throw RuntimeFailure("a.cpp:3:1: error: no"); };
  auto outcome = check_parity(spec, Kernel(definition), "openmp", quick());
  EXPECT_EQ(outcome.verdict, Verdict::broken);
  EXPECT_THAT(outcome.reason, HasSubstr("a.cpp:3:1: error: no"));
  definition.hosts[0].load = []() -> LoadedHost { throw ImplementationUnavailable("needs AVX-512"); };
  outcome = check_parity(spec, Kernel(definition), "openmp", quick());
  EXPECT_EQ(outcome.verdict, Verdict::skipped);
  EXPECT_THAT(outcome.reason, HasSubstr("needs AVX-512"));
}

TEST(Parity, a_crash_while_loading_is_attributed_to_loading) {
  const auto spec = scale_spec();
  KernelDefinition definition = kernel_of(spec, entry<&scale>, entry<&scale>).definition();
  definition.hosts[0].load = []() -> LoadedHost { std::abort(); };
  const auto outcome = check_parity(spec, Kernel(definition), "openmp", quick());
  EXPECT_EQ(outcome.verdict, Verdict::crashed);
  EXPECT_THAT(outcome.reason, HasSubstr("while it was loaded"));
}

/// Any emulation takes a compiler longer than the time limit below; this one is wrong, too.
const char* const slow_to_fail = R"(__global__ void scale(int n, int a, const int* x, int* y) {
  if (threadIdx.x == 0) y[0] = no_such_name;
}
)";

TEST(Parity, compiling_does_not_count_against_the_time_limit_and_keeps_its_words) {
  const auto spec = scale_spec();
  KernelDefinition definition = kernel_of(spec, entry<&scale>, entry<&scale>).definition();
  definition.cuda.emplace().files = {{"scale_cuda.cu", slow_to_fail}};
  const Kernel kernel(definition);
  CheckOptions options = quick();
  options.timeout_seconds = 0.05;
  for (const std::string place : {"emulated", "checked"}) {
    const auto outcome = check_all({{&spec, &kernel, "cuda", place}}, options, 1).front();
    if (outcome.verdict == Verdict::skipped) continue;  // a build that has no checker
    EXPECT_EQ(outcome.verdict, Verdict::broken) << place << ": " << outcome.reason;
    EXPECT_THAT(outcome.reason, HasSubstr("no_such_name")) << place;
  }
}

TEST(Parity, checks_run_side_by_side_and_come_back_in_the_order_of_the_tasks) {
  const auto spec = scale_spec();
  const auto right = kernel_of(spec, entry<&scale>, entry<&scale>);
  const auto wrong = kernel_of(spec, entry<&scale>, entry<&wrong_from_129_on>);
  const auto crashing = kernel_of(spec, entry<&scale>, entry<&exits_quickly>);
  int heard = 0;
  const auto outcomes = check_all({{&spec, &right, "openmp"}, {&spec, &crashing, "openmp"}, {&spec, &wrong, "openmp"}},
                                  quick(), 3, [&](const Outcome&) { ++heard; });
  ASSERT_EQ(outcomes.size(), 3u);
  EXPECT_EQ(outcomes[0].verdict, Verdict::pass);
  EXPECT_EQ(outcomes[1].verdict, Verdict::crashed);
  EXPECT_EQ(outcomes[2].verdict, Verdict::fail);
  EXPECT_EQ(heard, 3);
}

// --- coverage --------------------------------------------------------------------------------------------------------

TEST(Parity, tells_how_many_cases_of_each_family_and_class_ran) {
  const auto outcome = check(entry<&scale>);
  std::uint64_t cases = 0;
  for (const auto& family : outcome.families) {
    cases += family.cases;
    EXPECT_EQ(family.cases == 0, !family.why_not.empty()) << family.family;
    if (family.family == "shapes") {
      EXPECT_GE(family.classes.size(), 4u);
    }
  }
  EXPECT_EQ(cases, outcome.cases);
}

TEST(Parity, a_mandatory_class_that_was_not_drawn_makes_a_check_vacuous) {
  const auto spec = scale_spec("cases: {mandatory: [shapes.empty, alias]}\n");
  const auto outcome = check(entry<&scale>, spec);
  EXPECT_EQ(outcome.verdict, Verdict::vacuous);
  EXPECT_THAT(outcome.reason, HasSubstr("no case of 'alias', which is mandatory (scale.yaml:9), was among 40 cases: no "
                                        "output says `may_alias:`"));
  EXPECT_EQ(check(entry<&scale>, scale_spec("cases: {mandatory: [shapes.empty, repeat]}\n")).verdict, Verdict::pass);
  CheckOptions options = quick();
  options.families = {"realistic"};
  EXPECT_EQ(check(entry<&scale>, spec, entry<&scale>, options).verdict, Verdict::pass) << "asked for others only";
}

TEST(Parity, families_that_do_not_fit_the_spec_leave_nothing_to_check) {
  CheckOptions options = quick();
  options.families = {"alias", "strided"};
  const auto outcome = check(entry<&scale>, scale_spec(), entry<&scale>, options);
  EXPECT_EQ(outcome.verdict, Verdict::skipped);
  EXPECT_THAT(outcome.reason, HasSubstr("family alias: no output says `may_alias:`; family strided: "));
}

void wrong_at_1234(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  if (n == 1234) y[7] = 0;
}

TEST(Parity, pinned_cases_run_first_and_on_top_of_the_others) {
  const auto spec = scale_spec();
  const Kernel kernel = kernel_of(spec, entry<&scale>, entry<&wrong_at_1234>);
  const auto pinned = [&](int n) {
    return generate::parse_token(spec, "scale:n=" + std::to_string(n) + ",a=3,family=realistic,seed=1").drawn;
  };
  CheckOptions options = quick();
  options.cases = 5;
  const auto found = check_all({{&spec, &kernel, "openmp", "", {pinned(3), pinned(1234)}}}, options, 1).front();
  EXPECT_EQ(found.verdict, Verdict::fail);
  EXPECT_EQ(found.cases, 2u);
  EXPECT_EQ(found.pinned, 2u);
  EXPECT_THAT(found.token, StartsWith("scale:n=1234,"));
  const auto passed = check_all({{&spec, &kernel, "openmp", "", {pinned(3)}}}, options, 1).front();
  EXPECT_EQ(passed.verdict, Verdict::pass);
  EXPECT_EQ(passed.cases, 6u);
  EXPECT_EQ(passed.pinned, 1u);
}

TEST(Parity, a_kept_result_is_found_by_repeated_calls_whatever_came_before) {
  CheckOptions options = quick();
  options.families = {"repeat"};
  const auto outcome = check(entry<&keeps_its_first_result>, scale_spec(), entry<&scale>, options);
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_THAT(outcome.token, HasSubstr("family=repeat"));
}

}  // namespace
}  // namespace kparity::parity
