// The judgement of one case, with kernels that are wrong in one known way each.
#include "run_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

using result::Verdict;
using testing::HasSubstr;

LoadedHost host_of(Entry entry) {
  return {{entry}, {}, nullptr};
}

CaseResult judge(Entry subject, int n = 129, Entry reference = entry<&scale>) {
  static const auto spec = scale_spec();
  const auto reference_host = host_of(reference), subject_host = host_of(subject);
  CaseRunner runner(spec, host_subject("reference", reference_host), host_subject("openmp", subject_host));
  return runner.run(generate::parse_token(spec, "scale:n=" + std::to_string(n) + ",a=3,family=realistic,seed=7").drawn);
}

TEST(RunCase, equal_results_pass_and_say_how_much_was_compared) {
  const auto result = judge(entry<&scale>);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_EQ(result.compared, 129u);
  EXPECT_TRUE(result.rules.at(0).changed);
}

TEST(RunCase, an_empty_case_passes_with_nothing_compared) {
  const auto result = judge(entry<&scale>, 0);
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_EQ(result.compared, 0u);
  EXPECT_FALSE(result.rules.at(0).changed);
}

void leaves_out_the_last(int n, int a, const int* x, int* y) {
  scale(n - 1, a, x, y);
}

TEST(RunCase, an_unwritten_element_fails_as_poison) {
  const auto result = judge(entry<&leaves_out_the_last>);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.reason, "y: 1 of 129 elements differ from reference");
  ASSERT_EQ(result.comparisons.size(), 1u);
  EXPECT_EQ(result.comparisons[0].first->index, 128u);
  EXPECT_EQ(result.comparisons[0].first->note, "poison");
}

void writes_one_past_the_end(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  y[n] = 0;
}

TEST(RunCase, a_write_past_the_end_is_a_bounds_finding_although_the_numbers_agree) {
  const auto result = judge(entry<&writes_one_past_the_end>);
  EXPECT_EQ(result.verdict, Verdict::bounds);
  EXPECT_EQ(result.reason, "'openmp' wrote past the end of 'y': element [129] of an array of 129");
}

void writes_in_front(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  y[-2] = 0;
}

TEST(RunCase, a_write_in_front_is_a_bounds_finding) {
  const auto result = judge(entry<&writes_in_front>);
  EXPECT_EQ(result.verdict, Verdict::bounds);
  EXPECT_EQ(result.reason, "'openmp' wrote in front of 'y': element [-2] of an array of 129");
}

TEST(RunCase, a_reference_out_of_bounds_is_named_as_such) {
  const auto result = judge(entry<&scale>, 129, entry<&writes_one_past_the_end>);
  EXPECT_EQ(result.verdict, Verdict::bounds);
  EXPECT_THAT(result.reason, HasSubstr("'reference' wrote past the end of 'y'"));
}

void changes_its_input(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  if (n > 3) const_cast<int*>(x)[3] += 1;
}

TEST(RunCase, a_changed_input_fails) {
  const auto result = judge(entry<&changes_its_input>);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_THAT(result.reason, HasSubstr("'openmp' changed its input 'x' at [3]"));
}

void throws(int, int, const int*, int*) {
  throw std::out_of_range("at 3");
}

TEST(RunCase, an_exception_is_a_crash_with_its_type_and_words) {
  const auto result = judge(entry<&throws>);
  EXPECT_EQ(result.verdict, Verdict::crashed);
  EXPECT_EQ(result.reason, "'openmp' threw std::out_of_range: at 3");
}

void throws_a_number(int, int, const int*, int*) {
  throw 3;
}

TEST(RunCase, an_exception_of_no_std_type_is_a_crash_too) {
  EXPECT_EQ(judge(entry<&throws_a_number>).reason, "'openmp' threw int");
}

void differs_at_every_call(int n, int a, const int* x, int* y) {
  static int calls = 0;
  scale(n, a, x, y);
  if (n > 0) y[0] += ++calls & 1 ? 0 : 1;
}

void writes_nothing(int, int, const int*, int*) {}

TEST(RunCase, a_reference_that_leaves_an_output_unwritten_makes_the_case_vacuous) {
  const auto result = judge(entry<&writes_nothing>, 129, entry<&writes_nothing>);
  EXPECT_EQ(result.verdict, Verdict::vacuous);
  EXPECT_EQ(result.reason, "the reference does not write y[0], so there is nothing to compare with");
}

TEST(RunCase, a_second_run_that_is_wrong_fails) {
  EXPECT_EQ(judge(entry<&differs_at_every_call>).verdict, Verdict::fail);
}

// With a tolerance both runs agree with the reference, so only their difference shows.
spec::KernelSpec tolerant_spec(const std::string& determinism) {
  return read_spec(R"(kernel: smooth
signature: void smooth(int n, const double* x, double* y)
inputs:
  n: {generate: integer, min: 1, max: 100, role: size}
  x: {generate: uniform, shape: [n], min: 1, max: 2}
outputs:
  y: {shape: [n], tolerance: {rel: 1e-9}, reason: test, determinism: )" +
                       determinism + "}\n",
                   "smooth");
}

void copy(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i];
}

void drifts(int n, const double* x, double* y) {
  static double drift = 0;
  drift += 1e-14;
  for (int i = 0; i < n; ++i) y[i] = x[i] + drift;
}

void depends_on_the_address(int n, const double* x, double* y) {
  const double drift = reinterpret_cast<std::uintptr_t>(x) % 64 == 0 ? 0 : 1e-12;
  for (int i = 0; i < n; ++i) y[i] = x[i] + drift;
}

void depends_on_what_was_there(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] + (reinterpret_cast<const unsigned char*>(y + i)[0] == 0xa5 ? 0 : 1e-12);
}

CaseResult judge_smooth(Entry subject, const std::string& determinism) {
  const auto spec = tolerant_spec(determinism);
  const auto reference_host = host_of(entry<&copy>), subject_host = host_of(subject);
  CaseRunner runner(spec, host_subject("reference", reference_host), host_subject("openmp", subject_host));
  return runner.run(generate::parse_token(spec, "smooth:n=20,family=realistic,seed=7").drawn);
}

TEST(RunCase, bits_that_change_from_run_to_run_are_nondeterministic_unless_declared) {
  const auto result = judge_smooth(entry<&drifts>, "run_to_run");
  EXPECT_EQ(result.verdict, Verdict::nondeterministic);
  EXPECT_THAT(result.reason, HasSubstr("from run to run"));
  EXPECT_EQ(judge_smooth(entry<&drifts>, "none").verdict, Verdict::pass);
}

TEST(RunCase, bits_that_change_with_the_address_are_told_apart) {
  const auto result = judge_smooth(entry<&depends_on_the_address>, "run_to_run");
  EXPECT_EQ(result.verdict, Verdict::nondeterministic);
  EXPECT_THAT(result.reason, HasSubstr("at another address"));
}

/// A subject whose threads can be run in another order, as the emulation's can.
CaseResult judge_with_order(const std::function<void(bool reversed, double* y)>& spoil) {
  const auto spec = tolerant_spec("run_to_run");
  const auto host = host_of(entry<&copy>);
  Subject subject = host_subject("cuda", host);
  const auto reversed = std::make_shared<bool>(false);
  subject.set_order = [reversed](bool wanted) { *reversed = wanted; };
  subject.run = [reversed, &spoil, run = subject.run](std::size_t instantiation, Workspace& workspace) {
    auto found = run(instantiation, workspace);
    spoil(*reversed, *static_cast<double**>(workspace.arguments()[2]));
    return found;
  };
  CaseRunner runner(spec, host_subject("reference", host), subject);
  return runner.run(generate::parse_token(spec, "smooth:n=20,family=realistic,seed=7").drawn);
}

TEST(RunCase, bits_that_change_with_the_order_of_threads_are_told_apart) {
  const auto result = judge_with_order([](bool reversed, double* y) { y[3] += reversed ? 1e-12 : 0; });
  EXPECT_EQ(result.verdict, Verdict::nondeterministic);
  EXPECT_THAT(result.reason, HasSubstr("in the reverse order"));
}

TEST(RunCase, a_result_that_is_wrong_in_one_order_only_says_so) {
  const auto descending = judge_with_order([](bool reversed, double* y) { y[3] += reversed ? 1 : 0; });
  EXPECT_EQ(descending.verdict, Verdict::fail);
  EXPECT_THAT(descending.likely, HasSubstr("right when threads run in ascending order"));
  const auto ascending = judge_with_order([](bool reversed, double* y) { y[3] += reversed ? 0 : 1; });
  EXPECT_EQ(ascending.verdict, Verdict::fail);
  EXPECT_THAT(ascending.likely, HasSubstr("right when threads run in descending order"));
  EXPECT_EQ(judge_with_order([](bool, double* y) { y[3] += 1; }).likely, "");
}

TEST(RunCase, what_a_run_found_counts_although_the_numbers_agree) {
  const auto spec = tolerant_spec("run_to_run");
  const auto host = host_of(entry<&copy>);
  Subject subject = host_subject("cuda", host);
  subject.run = [run = subject.run](std::size_t instantiation, Workspace& workspace) {
    run(instantiation, workspace);
    return std::optional(RunFinding{Verdict::barrier, "k.cu:7: some wait", {"k.cu:9: others"}});
  };
  CaseRunner runner(spec, host_subject("reference", host), subject);
  const auto result = runner.run(generate::parse_token(spec, "smooth:n=20,family=realistic,seed=7").drawn);
  EXPECT_EQ(result.verdict, Verdict::barrier);
  EXPECT_EQ(result.reason, "'cuda': k.cu:7: some wait");
  EXPECT_EQ(result.details, std::vector<std::string>{"k.cu:9: others"});
}

TEST(RunCase, a_result_that_depends_on_poison_is_uninitialised) {
  EXPECT_EQ(judge_smooth(entry<&depends_on_what_was_there>, "run_to_run").verdict, Verdict::uninitialised);
}

unsigned long long calls_seen = 0;
void scale_behind_counter(void** arguments) {
  ++calls_seen;
  entry<&scale>(arguments);
}

TEST(RunCase, an_implementation_whose_file_saw_no_call_is_broken) {
  static const auto spec = scale_spec();
  const auto reference_host = host_of(entry<&scale>);
  const auto drawn = generate::parse_token(spec, "scale:n=3,a=3,family=realistic,seed=7").drawn;

  const LoadedHost honest{{entry<&scale>}, {scale_behind_counter}, &calls_seen};
  EXPECT_EQ(
      CaseRunner(spec, host_subject("reference", reference_host), host_subject("openmp", honest)).run(drawn).verdict,
      Verdict::pass);

  const LoadedHost impostor{{entry<&scale>}, {entry<&scale>}, &calls_seen};
  const auto result =
      CaseRunner(spec, host_subject("reference", reference_host), host_subject("openmp", impostor)).run(drawn);
  EXPECT_EQ(result.verdict, Verdict::broken);
  EXPECT_THAT(result.reason, HasSubstr("did not run"));
}

TEST(RunCase, tells_who_is_about_to_be_called) {
  static const auto spec = scale_spec();
  const auto host = host_of(entry<&scale>);
  std::vector<std::string> called;
  CaseRunner runner(spec, host_subject("reference", host), host_subject("openmp", host),
                    [&](const char* who) { called.emplace_back(who); });
  runner.run(generate::parse_token(spec, "scale:n=3,a=3,family=realistic,seed=7").drawn);
  EXPECT_EQ(called, (std::vector<std::string>{"reference", "openmp", "openmp", "reference"}));
}

}  // namespace
}  // namespace kparity::parity
