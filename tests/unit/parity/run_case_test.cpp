// The judgement of one case, with kernels that are wrong in one known way each.
#include "run_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>

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

void writes_the_first_poison(int n, int, const int*, int* y) {
  for (int i = 0; i < n; ++i) std::memset(y + i, poison_a.byte, sizeof *y);
}

TEST(RunCase, an_output_that_looks_like_one_poison_is_told_from_an_unwritten_one_by_the_other) {
  EXPECT_EQ(judge(entry<&writes_the_first_poison>, 129, entry<&writes_the_first_poison>).verdict, Verdict::pass);
  const auto result = judge(entry<&writes_nothing>, 129, entry<&writes_the_first_poison>);
  EXPECT_EQ(result.verdict, Verdict::fail);
  ASSERT_EQ(result.comparisons.size(), 1u);
  EXPECT_EQ(result.comparisons[0].mismatches, 129u);
  EXPECT_EQ(result.comparisons[0].first->note, "poison");
}

void swaps_two_elements(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  if (n > 1) std::swap(y[0], y[1]);
}

TEST(RunCase, two_elements_that_have_changed_places_are_two_mismatches) {
  const auto result = judge(entry<&swaps_two_elements>);
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.reason, "y: 2 of 129 elements differ from reference") << "their sum is the same";
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

/// A copy whose first element may follow what was there before; the run says that it read it.
CaseResult judge_unwritten(std::function<void(double was, double* y)> use) {
  const auto spec = tolerant_spec("run_to_run");
  const auto host = host_of(entry<&copy>);
  Subject subject = host_subject("cuda", host);
  subject.run = [run = subject.run, use](std::size_t instantiation, Workspace& workspace) {
    double was = 0;
    std::memcpy(&was, workspace.array(1).data(), sizeof was);
    run(instantiation, workspace);
    use(was, reinterpret_cast<double*>(workspace.array(1).data()));
    RunFinding finding{Verdict::uninitialised, "k.cu:7: read of `y`[0], which nobody has written", {}};
    finding.only_unwritten_reads = true;
    return std::optional(finding);
  };
  CaseRunner runner(spec, host_subject("reference", host), subject);
  return runner.run(generate::parse_token(spec, "smooth:n=20,family=realistic,seed=7").drawn);
}

TEST(RunCase, a_read_of_unwritten_memory_counts_only_if_an_output_depends_on_it) {
  const auto unused = judge_unwritten([](double, double*) {});
  EXPECT_EQ(unused.verdict, Verdict::pass) << unused.reason;
  EXPECT_EQ(unused.harmless, "'cuda': k.cu:7: read of `y`[0], which nobody has written");
  const std::vector<std::function<void(double, double*)>> uses = {
      [](double was, double* y) { y[3] += was; },
      [](double was, double* y) { y[3] += was == 0 ? 1 : 0; },     // only zeros show it
      [](double was, double* y) { y[3] += was < 0 ? 1e-15 : 0; },  // within the tolerance, but other bits
  };
  for (const auto& use : uses) {
    const auto used = judge_unwritten(use);
    EXPECT_EQ(used.verdict, Verdict::uninitialised) << used.reason;
    EXPECT_THAT(used.reason, HasSubstr("which nobody has written"));
  }
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

// --- several calls ---------------------------------------------------------------------------------------------------

CaseResult judge_token(Entry subject, const spec::KernelSpec& spec, const std::string& token, Entry reference) {
  const auto reference_host = host_of(reference), subject_host = host_of(subject);
  CaseRunner runner(spec, host_subject("reference", reference_host), host_subject("openmp", subject_host));
  return runner.run(generate::parse_token(spec, token).drawn);
}

void keeps_what_it_computed_for_an_address(int n, int a, const int* x, int* y) {
  static const int* known = nullptr;
  if (y != known) scale(n, a, x, y);
  known = y;
}

TEST(RunCase, a_result_that_is_kept_fails_in_a_later_call_of_the_case) {
  const std::string token = "scale:n=129,a=3,family=repeat,seed=7";
  const auto right = judge_token(entry<&scale>, scale_spec(), token, entry<&scale>);
  EXPECT_EQ(right.verdict, Verdict::pass) << right.reason;
  EXPECT_EQ(right.compared, 3u * 129);
  const auto kept = judge_token(entry<&keeps_what_it_computed_for_an_address>, scale_spec(), token, entry<&scale>);
  EXPECT_EQ(kept.verdict, Verdict::fail);
  EXPECT_THAT(kept.reason, HasSubstr("in call 2 of 3: y: "));
  EXPECT_THAT(kept.comparisons.at(0).pattern, HasSubstr("initial")) << "what the call before left there";
  EXPECT_THAT(kept.likely, HasSubstr("an earlier call"));
}

void adds_to_what_is_there(int n, int a, const int* x, int* y) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

TEST(RunCase, what_is_read_and_written_starts_anew_in_every_call) {
  const auto spec = read_spec(R"(kernel: add
signature: void add(int n, int a, const int* x, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  a: {generate: integer, min: 2, max: 9}
  x: {generate: integer, shape: [n], min: -1000, max: 1000}
  y: {generate: integer, shape: [n], min: -1000, max: 1000}
outputs:
  y: {}
)",
                              "add");
  const auto result = judge_token(entry<&adds_to_what_is_there>, spec, "add:n=20,a=3,family=repeat,seed=7",
                                  entry<&adds_to_what_is_there>);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
}

// --- outputs over inputs ---------------------------------------------------------------------------------------------

spec::KernelSpec shift_spec() {
  return read_spec(R"(kernel: shift
signature: void shift(int n, const int* x, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  x: {generate: distinct, shape: [n], min: 0, max: 100000}
outputs:
  y: {shape: [n], may_alias: [x]}
)",
                   "shift");
}

void shift(int n, const int* x, int* y) {
  const int first = n > 0 ? x[0] : 0;
  for (int i = 0; i + 1 < n; ++i) y[i] = x[i + 1];
  if (n > 0) y[n - 1] = first;
}

void shift_from_the_end(int n, const int* x, int* y) {
  const int first = n > 0 ? x[0] : 0;
  for (int i = n - 1; i > 0; --i) y[i - 1] = x[i];
  if (n > 0) y[n - 1] = first;
}

TEST(RunCase, a_kernel_that_reads_what_it_has_overwritten_fails_where_arrays_share_memory) {
  const auto spec = shift_spec();
  const std::string token = "shift:n=10,family=alias,seed=7", apart = "shift:n=10,family=realistic,seed=7";
  EXPECT_EQ(judge_token(entry<&shift>, spec, token, entry<&shift>).verdict, Verdict::pass)
      << "its input may change, where it is the output, too";
  EXPECT_EQ(judge_token(entry<&shift_from_the_end>, spec, apart, entry<&shift>).verdict, Verdict::pass);
  const auto wrong = judge_token(entry<&shift_from_the_end>, spec, token, entry<&shift>);
  EXPECT_EQ(wrong.verdict, Verdict::fail) << wrong.reason;
}

// --- special values --------------------------------------------------------------------------------------------------

void ratio(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] / (x[i] < 0 ? -x[i] : x[i]);
}

void ratio_without_zero(int n, const double* x, double* y) {
  for (int i = 0; i < n; ++i) y[i] = x[i] < 0 ? -1 : 1;
}

TEST(RunCase, special_values_for_which_the_reference_gives_nan_are_outside_the_domain) {
  const auto spec = [](const std::string& nan) {
    return read_spec(R"(kernel: ratio
signature: void ratio(int n, const double* x, double* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  x: {generate: uniform, shape: [n], min: -1, max: 1}
outputs:
  y: {shape: [n], nan: )" +
                         nan + "}\n",
                     "ratio");
  };
  const std::string token = "ratio:n=500,family=special,seed=1";
  const auto outside = judge_token(entry<&ratio_without_zero>, spec("forbid"), token, entry<&ratio>);
  EXPECT_EQ(outside.verdict, Verdict::pass) << outside.reason;
  EXPECT_TRUE(outside.outside);
  EXPECT_EQ(outside.compared, 0u);
  const auto judged = judge_token(entry<&ratio_without_zero>, spec("match"), token, entry<&ratio>);
  EXPECT_EQ(judged.verdict, Verdict::fail);
  EXPECT_FALSE(judged.outside);
  const auto other = judge_token(entry<&ratio>, spec("forbid"), "ratio:n=0,family=realistic,seed=1", entry<&ratio>);
  EXPECT_FALSE(other.outside);
}

}  // namespace
}  // namespace kparity::parity
