// Whole runs on small kernels: what is right is timed, and nothing else ever is.
#include "kparity/bench/bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "kernels.hpp"
#include "stage.hpp"

namespace kparity::bench {
namespace {

using result::Measurement;
using result::Verdict;
using testing::HasSubstr;

LoadedHost host_of(Entry entry) {
  return {{entry}, {}, nullptr};
}

const char* const small = "bench: {sizes: {n: [100]}, fixed: {a: 3}}\n";

result::BenchReport run_on(const spec::KernelSpec& spec, const LoadedHost& subject,
                           const LoadedHost& reference = host_of(entry<&scale>)) {
  const Kernel kernel = kernel_of(spec, {{"openmp", subject}, {"reference", reference}});
  Options options = profile("ci");
  options.budget_seconds = 0.02;
  options.warm_seconds = 0.001;
  options.block_seconds = 0.0002;
  options.memory = 1 << 20;
  options.last_level_cache = 1 << 15;
  options.timeout_seconds = 2;
  return run({{&spec, &kernel, {"openmp", "reference"}}}, options);
}

Measurement row_of(Entry subject) {
  const auto spec = scale_spec(small);
  return run_on(spec, host_of(subject)).rows.front();
}

TEST(Bench, what_is_right_has_a_time) {
  const auto spec = scale_spec(small);
  const auto report = run_on(spec, host_of(entry<&scale>));
  ASSERT_EQ(report.rows.size(), 2u);
  for (const auto& row : report.rows) {
    EXPECT_EQ(row.verdict, Verdict::pass) << row.reason;
    ASSERT_TRUE(row.timing);
    EXPECT_GT(row.timing->median, 0);
    EXPECT_EQ(row.point, "n=100");
    EXPECT_EQ(row.bytes, 800);
    EXPECT_TRUE(row.bytes_are_derived);
    EXPECT_TRUE(row.cold);
  }
  EXPECT_GT(report.call_floor, 0);
}

void leaves_out_the_last(int n, int a, const int* x, int* y) {
  scale(n - 1, a, x, y);
}
void throws(int, int, const int*, int*) {
  throw std::runtime_error("no more");
}
void crashes(int, int, const int*, int*) {
  std::abort();
}
void writes_past_the_end(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  y[n] = 0;
}
void changes_its_input(int n, int a, const int* x, int* y) {
  scale(n, a, x, y);
  const_cast<int*>(x)[0] += 1;
}

TEST(Bench, what_is_wrong_has_none) {
  struct {
    Entry entry;
    Verdict verdict;
  } const wrong[] = {{entry<&leaves_out_the_last>, Verdict::fail},
                     {entry<&throws>, Verdict::crashed},
                     {entry<&crashes>, Verdict::crashed},
                     {entry<&writes_past_the_end>, Verdict::bounds},
                     {entry<&changes_its_input>, Verdict::fail}};
  for (const auto& each : wrong) {
    const auto row = row_of(each.entry);
    EXPECT_EQ(row.verdict, each.verdict) << row.reason;
    EXPECT_FALSE(row.timing);
    EXPECT_NE(row.reason, "");
  }
}

/// Right for the first arrays it sees, and gives their results again for all others.
void remembers(int n, int a, const int* x, int* y) {
  static std::vector<int> results;
  if (results.empty()) {
    results.resize(static_cast<std::size_t>(n));
    scale(n, a, x, results.data());
  }
  std::copy(results.begin(), results.end(), y);
}

TEST(Bench, results_kept_from_another_call_have_no_time) {
  const auto row = row_of(entry<&remembers>);
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_FALSE(row.timing);
}

/// Right in the calls that verify, and does nothing once it is called often.
void gives_up_later(int n, int a, const int* x, int* y) {
  static int calls = 0;
  if (++calls < 20) scale(n, a, x, y);
}

TEST(Bench, results_that_become_wrong_while_it_is_timed_take_the_time_away) {
  const auto row = row_of(entry<&gives_up_later>);
  EXPECT_EQ(row.verdict, Verdict::fail);
  EXPECT_THAT(row.reason, HasSubstr("after it was timed: y: 100 of 100 elements differ from reference"));
  EXPECT_FALSE(row.timing);
}

unsigned long long seen_calls = 0;
void counted(void** arguments) {
  ++seen_calls;
  entry<&scale>(arguments);
}
/// As a file of another implementation behind this name would look: the results are right, its own counter stands.
void counted_at_first(void** arguments) {
  if (seen_calls < 10) ++seen_calls;
  entry<&scale>(arguments);
}

TEST(Bench, the_witness_has_to_see_every_call) {
  const auto spec = scale_spec(small);
  seen_calls = 0;
  EXPECT_TRUE(run_on(spec, {{entry<&scale>}, {&counted}, &seen_calls}).rows.front().timing);
  seen_calls = 0;
  const auto row = run_on(spec, {{entry<&scale>}, {&counted_at_first}, &seen_calls}).rows.front();
  EXPECT_EQ(row.verdict, Verdict::broken);
  EXPECT_THAT(row.reason, HasSubstr("the implementation did not run: called"));
  EXPECT_FALSE(row.timing);
}

TEST(Bench, nothing_is_timed_beside_a_wrong_reference) {
  const auto spec = scale_spec(small);
  const auto report = run_on(spec, host_of(entry<&scale>), host_of(entry<&crashes>));
  for (const auto& row : report.rows) EXPECT_FALSE(row.timing) << row.implementation;
}

TEST(Bench, a_declared_failure_has_no_time) {
  const auto spec = scale_spec(std::string(small) + "expected_failure: {openmp: {reason: known, until: 2100-01-01}}\n");
  const auto row = run_on(spec, host_of(entry<&leaves_out_the_last>)).rows.front();
  EXPECT_EQ(row.verdict, Verdict::expected_failure);
  EXPECT_FALSE(row.timing);
}

TEST(Bench, without_a_device_and_without_a_port_there_is_a_reason) {
  const auto spec = scale_spec(small);
  Kernel kernel = kernel_of(spec, {{"reference", host_of(entry<&scale>)}});
  const auto report = run({{&spec, &kernel, {}, "scale/scale_cuda.cu"}}, profile("ci"));
  ASSERT_EQ(report.rows.size(), 1u);
  EXPECT_EQ(report.rows[0].reason, "not ported: scale/scale_cuda.cu is missing");
  EXPECT_EQ(result::exit_code(report), 4);
}

void crashes_later(int n, int a, const int* x, int* y) {
  static int calls = 0;
  if (++calls > 20) std::raise(SIGSEGV);
  scale(n, a, x, y);
}
void exits_later(int n, int a, const int* x, int* y) {
  static int calls = 0;
  if (++calls > 20) std::_Exit(3);
  scale(n, a, x, y);
}
void hangs_later(int n, int a, const int* x, int* y) {
  static int calls = 0;
  if (++calls > 20) ::pause();
  scale(n, a, x, y);
}

TEST(Bench, one_that_ends_the_process_only_while_it_is_timed_costs_its_own_row) {
  struct {
    Entry entry;
    Verdict verdict;
    const char* reason;
  } const ends[] = {{entry<&crashes_later>, Verdict::crashed, "while it was timed the process ended by signal 11"},
                    {entry<&exits_later>, Verdict::crashed, "while it was timed the process exited with code 3"},
                    {entry<&hangs_later>, Verdict::timeout, "while it was timed the process did not return in time"}};
  const auto spec = scale_spec(small);
  for (const auto& each : ends) {
    const auto report = run_on(spec, host_of(each.entry));
    EXPECT_EQ(report.rows[0].verdict, each.verdict);
    EXPECT_THAT(report.rows[0].reason, HasSubstr(each.reason));
    EXPECT_FALSE(report.rows[0].timing);
    EXPECT_TRUE(report.rows[1].timing) << report.rows[1].reason;
  }
}

TEST(Bench, sizes_beyond_the_limit_are_skipped_with_the_reason) {
  const auto spec = scale_spec("bench: {sizes: {n: [2000000000]}}\n");
  for (const auto& row : run_on(spec, host_of(entry<&scale>)).rows) {
    EXPECT_EQ(row.verdict, Verdict::skipped);
    EXPECT_NE(row.reason, "not run");
  }
}

TEST(Bench, sizes_beyond_the_limits_of_the_spec_are_skipped_with_the_reason) {
  const auto spec = scale_spec("bench: {sizes: {n: [100]}, limits: {host_memory: 700B}}\n");
  const auto row = run_on(spec, host_of(entry<&scale>)).rows.front();
  EXPECT_EQ(row.verdict, Verdict::skipped);
  EXPECT_THAT(row.reason, HasSubstr("'host_memory' in `limits` of bench"));
}

TEST(Bench, sizes_beyond_the_bounds_of_the_spec_are_verified_and_timed) {
  const auto spec = scale_spec("bench: {sizes: {n: [4000]}}\n");
  const auto row = run_on(spec, host_of(entry<&scale>)).rows.front();
  EXPECT_EQ(row.verdict, Verdict::pass) << row.reason;
  EXPECT_TRUE(row.timing);
  EXPECT_EQ(row.token, "");
  EXPECT_FALSE(run_on(spec, host_of(entry<&leaves_out_the_last>)).rows.front().timing);
}

void wrong_when_small(int n, int a, const int* x, int* y) {
  scale(n < 200 ? n - 1 : n, a, x, y);
}

TEST(Bench, what_is_wrong_in_the_smallest_case_has_no_time_in_any) {
  const auto spec = scale_spec("bench: {sizes: {n: [1000, 100]}}\n");
  const auto report = run_on(spec, host_of(entry<&wrong_when_small>));
  ASSERT_EQ(report.rows.size(), 4u);
  EXPECT_EQ(report.rows[0].point, "n=1000");
  EXPECT_EQ(report.rows[0].verdict, Verdict::fail);
  EXPECT_THAT(report.rows[0].reason, testing::StartsWith("at n=100: "));
  EXPECT_THAT(report.rows[0].token, HasSubstr("n=100"));
  EXPECT_EQ(report.rows[2].verdict, Verdict::fail);
  EXPECT_THAT(report.rows[2].reason, testing::Not(HasSubstr("at n=100")));
  EXPECT_TRUE(report.rows[1].timing);
  EXPECT_TRUE(report.rows[3].timing);
}

void wrong_when_large(int n, int a, const int* x, int* y) {
  scale(n < 200 ? n : n - 1, a, x, y);
}

TEST(Bench, what_is_wrong_in_a_larger_case_has_no_time_there) {
  const auto spec = scale_spec("bench: {sizes: {n: [1000, 100]}}\n");
  const auto report = run_on(spec, host_of(entry<&wrong_when_large>));
  EXPECT_EQ(report.rows[0].verdict, Verdict::fail);
  EXPECT_FALSE(report.rows[0].timing);
  EXPECT_TRUE(report.rows[2].timing) << report.rows[2].reason;
}

void wrong_in_what_checks_draw(int n, int a, const int* x, int* y) {
  scale(n <= 3000 ? n - 1 : n, a, x, y);
}

TEST(Bench, where_all_cases_are_large_one_that_a_check_draws_is_judged_by_all_rules) {
  const auto spec = scale_spec("bench: {sizes: {n: [2000000]}}\n");
  const auto report = run_on(spec, host_of(entry<&wrong_in_what_checks_draw>));
  EXPECT_EQ(report.rows[0].verdict, Verdict::fail) << report.rows[0].reason;
  EXPECT_THAT(report.rows[0].reason, testing::StartsWith("at n="));
  EXPECT_TRUE(report.rows[1].timing) << report.rows[1].reason;
}

void slow_when_large(int n, int a, const int* x, int* y) {
  if (n > 500) ::sleep(30);
  scale(n, a, x, y);
}

TEST(Bench, a_setup_that_does_not_end_in_time_is_no_fault_of_an_implementation) {
  const auto spec = scale_spec("bench: {sizes: {n: [100, 1000]}}\n");
  const Kernel kernel =
      kernel_of(spec, {{"openmp", host_of(entry<&scale>)}, {"reference", host_of(entry<&slow_when_large>)}});
  Options options = profile("ci");
  options.budget_seconds = 0.02;
  options.setup_seconds = 0.5;
  const auto report = run({{&spec, &kernel, {"openmp"}}}, options);
  EXPECT_TRUE(report.rows[0].timing) << report.rows[0].reason;
  EXPECT_EQ(report.rows[1].verdict, Verdict::skipped);
  EXPECT_THAT(report.rows[1].reason, HasSubstr("were not there within 0.5 s"));
  EXPECT_EQ(report.setup_limit, 0.5);
  EXPECT_GT(report.setup_seconds, 0);
  EXPECT_GT(report.timing_seconds, 0);
}

TEST(Bench, sizes_whose_turn_comes_after_the_time_of_the_run_are_skipped) {
  const auto spec = scale_spec(small);
  const Kernel kernel = kernel_of(spec, {{"reference", host_of(entry<&scale>)}});
  Options options = profile("ci");
  options.total_seconds = 1e-9;
  const auto report = run({{&spec, &kernel, {"reference"}}}, options);
  EXPECT_EQ(report.rows[0].verdict, Verdict::skipped);
  EXPECT_THAT(report.rows[0].reason, HasSubstr("not begun"));
}

TEST(Bench, subnormal_numbers_of_inputs_and_results_are_noted) {
  const auto spec_of = [](const char* generator) {
    return read_spec(std::string("kernel: scale\nsignature: void scale(int n, const double* x, double* y)\ninputs:\n"
                                 "  n: {generate: integer, min: 0, max: 3000, role: size}\n  x: {") +
                     generator +
                     ", shape: [n]}\noutputs:\n  y: {shape: [n], tolerance: exact, reason: copies}\n"
                     "bench: {sizes: {n: [500]}}\n");
  };
  const auto copies_all = [](void** arguments) {
    std::copy_n(*static_cast<double**>(arguments[1]), *static_cast<int*>(arguments[0]),
                *static_cast<double**>(arguments[2]));
  };
  const auto tiny = spec_of("generate: uniform, min: 1e-310, max: 2e-310");
  const auto row = run_on(tiny, host_of(+copies_all), host_of(+copies_all)).rows.front();
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_THAT(row.notes, testing::Contains("subnormal numbers: 1500 in inputs, 1500 in results"));
  const auto usual = spec_of("generate: uniform, min: 1, max: 2");
  const auto other = run_on(usual, host_of(+copies_all), host_of(+copies_all)).rows.front();
  ASSERT_TRUE(other.timing) << other.reason;
  EXPECT_THAT(other.notes, testing::Each(testing::Not(HasSubstr("subnormal"))));
}

TEST(Bench, what_is_done_with_subnormal_numbers_is_part_of_the_environment) {
  const auto value = [] {
    for (const auto& [key, text] : environment())
      if (key == "subnormals") return text;
    return std::string();
  };
  EXPECT_EQ(value(), "kept");
#ifdef __x86_64__
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8040);  // flush to zero, denormals are zero
  const auto flushed = value();
  __builtin_ia32_ldmxcsr(before);
  EXPECT_EQ(flushed, "taken for zero in inputs and results");
#endif
}

TEST(Bench, pages_are_there_before_anything_is_timed) {
  const auto spec = scale_spec("bench: {sizes: {n: [4000000]}}\n");  // 8000 pages a call
  const auto row = run_on(spec, host_of(entry<&scale>)).rows.front();
  ASSERT_TRUE(row.timing) << row.reason;
  EXPECT_LT(row.timing->page_faults, 100u);
}

TEST(Bench, rows_are_told_as_they_become_final_in_their_order) {
  const auto spec = scale_spec("bench: {sizes: {n: [100, 200, 2000000000, 300]}}\n");
  const Kernel kernel = kernel_of(spec, {{"openmp", host_of(entry<&crashes>)}, {"reference", host_of(entry<&scale>)}});
  Options options = profile("ci");
  options.budget_seconds = 0.02;
  std::vector<std::size_t> firsts;
  const auto report = run({{&spec, &kernel, {"openmp", "reference"}}}, options,
                          {.finished = [&](const result::BenchReport& so_far, std::size_t first, std::size_t count) {
                            firsts.push_back(first);
                            EXPECT_EQ(count, 2u);
                            EXPECT_EQ(so_far.rows.size(), 8u);
                            EXPECT_EQ(so_far.rows[first].verdict == Verdict::crashed, first != 4);
                            EXPECT_EQ(so_far.rows[first + 1].timing.has_value(), first != 4);
                            EXPECT_GT(so_far.clock_step, 0);
                          }});
  EXPECT_THAT(firsts, testing::ElementsAre(0, 2, 4, 6));
  EXPECT_TRUE(report.is_complete);
}

TEST(Bench, a_run_that_is_stopped_keeps_what_is_final_and_skips_the_rest) {
  const auto spec = scale_spec("bench: {sizes: {n: [100, 200, 300]}}\n");
  const Kernel kernel = kernel_of(spec, {{"reference", host_of(entry<&scale>)}});
  for (const bool in_process : {false, true}) {
    Options options = profile("ci");
    options.target = 1e-9;
    options.budget_seconds = 0.2;
    options.in_process = in_process;
    bool is_over = false;
    const auto report = run({{&spec, &kernel, {"reference"}}}, options,
                            {.finished = [&](result::BenchReport&, std::size_t, std::size_t) { is_over = true; },
                             .is_stopped = [&] { return is_over; }});
    EXPECT_FALSE(report.is_complete);
    EXPECT_TRUE(report.rows[0].timing);
    for (const std::size_t i : {1, 2}) {
      EXPECT_EQ(report.rows[i].verdict, Verdict::skipped);
      EXPECT_THAT(report.rows[i].reason, HasSubstr("stopped"));
    }
  }
}

TEST(Bench, a_run_that_is_stopped_while_it_verifies_times_nothing) {
  const auto spec = scale_spec(small);
  const Kernel kernel = kernel_of(spec, {{"reference", host_of(entry<&scale>)}});
  const auto report = run({{&spec, &kernel, {"reference"}}}, profile("ci"), {.is_stopped = [] { return true; }});
  EXPECT_EQ(report.rows[0].verdict, Verdict::skipped);
  EXPECT_FALSE(report.is_complete);
}

TEST(Bench, a_reference_that_takes_long_is_run_for_one_seed) {
  const auto spec = scale_spec(small);
  const auto sleeps = [](void** arguments) {
    ::usleep(300'000);
    entry<&scale>(arguments);
  };
  Stage stage(spec, points(spec, 0, 1).front(), 10);
  EXPECT_EQ(stage.seeds(), seeds_per_point);
  stage.expect(host_of(+sleeps));
  EXPECT_EQ(stage.seeds(), 1u);
  EXPECT_EQ(stage.fault_of(host_of(entry<&scale>)), "");
  Course course = stage.course();
  for (std::size_t set = 0; set < course.sets.size(); ++set) {
    entry<&scale>(course.sets[set]);
    EXPECT_EQ(stage.fault_in(set), "") << set;
  }
}

TEST(Bench, work_of_the_spec_counts_before_what_is_derived) {
  const auto spec = scale_spec("bench: {sizes: {n: [100]}, work: {reads: 2*n, writes: n, flops: 5*n, items: n}}\n");
  const auto row = run_on(spec, host_of(entry<&scale>)).rows.front();
  EXPECT_EQ(row.bytes, 300);
  EXPECT_FALSE(row.bytes_are_derived);
  EXPECT_EQ(row.flops, 500);
  EXPECT_EQ(row.items, 100);
}

TEST(Bench, sets_are_twice_the_cache_within_the_memory) {
  EXPECT_EQ(sets_for(1000, 50'000, 1 << 30), 100u);
  EXPECT_EQ(sets_for(1000, 50'000, 20'000), 20u);
  EXPECT_EQ(sets_for(1000, 0, 1 << 30), seeds_per_point);
  EXPECT_EQ(sets_for(0, 1 << 30, 1 << 30), most_sets);
  EXPECT_EQ(sets_for(1e12, 1 << 20, 1 << 20), 1u);
  EXPECT_EQ(seeds_for(1e12, 1 << 20), 1u);
  EXPECT_EQ(seeds_for(1000, 1 << 20), seeds_per_point);
}

TEST(Bench, data_that_is_read_and_written_starts_anew_in_every_call) {
  const auto spec = read_spec(R"(kernel: scale
signature: void scale(int n, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  y: {generate: integer, shape: [n], min: 1, max: 9}
outputs:
  y: {tolerance: exact}
bench: {sizes: {n: [64]}}
)");
  // Doubling overflows after thirty calls on the same data; the last block would then differ from the reference.
  const auto doubles = [](void** arguments) {
    int* const y = *static_cast<int**>(arguments[1]);
    for (int i = 0; i < *static_cast<int*>(arguments[0]); ++i)
      y[i] = static_cast<int>(2u * static_cast<unsigned>(y[i]));
  };
  const auto report = run_on(spec, host_of(+doubles), host_of(+doubles));
  for (const auto& row : report.rows) {
    EXPECT_EQ(row.verdict, Verdict::pass) << row.reason;
    ASSERT_TRUE(row.timing);
    EXPECT_GT(row.timing->calls, 100u);
  }
}

TEST(Bench, sums_that_cancel_are_judged_by_the_size_of_their_terms) {
  const auto spec = read_spec(R"(kernel: scale
signature: void scale(int n, const double* x, double* sum)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  x: {generate: uniform, shape: [n], min: -1, max: 1}
outputs:
  sum: {shape: [1], tolerance: auto}
bench: {sizes: {n: [2000]}}
)");
  const auto forwards = [](void** arguments) {
    const int n = *static_cast<int*>(arguments[0]);
    const double* const x = *static_cast<double**>(arguments[1]);
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i];
    (*static_cast<double**>(arguments[2]))[0] = sum;
  };
  const auto backwards = [](void** arguments) {
    const double* const x = *static_cast<double**>(arguments[1]);
    double sum = 0;
    for (int i = *static_cast<int*>(arguments[0]) - 1; i >= 0; --i) sum += x[i];
    (*static_cast<double**>(arguments[2]))[0] = sum;
  };
  const auto loses_a_term = [](void** arguments) {
    const double* const x = *static_cast<double**>(arguments[1]);
    double sum = 0;
    for (int i = 1; i < *static_cast<int*>(arguments[0]); ++i) sum += x[i];
    (*static_cast<double**>(arguments[2]))[0] = sum;
  };
  const auto right = run_on(spec, host_of(+backwards), host_of(+forwards)).rows.front();
  EXPECT_EQ(right.verdict, Verdict::pass) << right.reason;
  EXPECT_TRUE(right.timing);
  Stage stage(spec, points(spec, 0, 1).front(), seeds_per_point);
  stage.expect(host_of(+forwards));
  EXPECT_EQ(stage.fault_of(host_of(+backwards)), "");
  EXPECT_THAT(stage.fault_of(host_of(+loses_a_term)), HasSubstr("sum: further from reference than"));
}

spec::KernelSpec copying_spec(const std::string& generator, const std::string& bench) {
  return read_spec(
      "kernel: scale\nsignature: void scale(int n, const double* x, double* y)\ninputs:\n"
      "  n: {generate: integer, min: 0, max: 3000, role: size}\n  x: {" +
      generator +
      ", shape: [n]}\noutputs:\n  y: {shape: [n], tolerance: exact, reason: copies}\nbench: {sizes: {n: [500]}" +
      bench + "}\n");
}

void copies(void** arguments) {
  std::copy_n(*static_cast<double**>(arguments[1]), *static_cast<int*>(arguments[0]),
              *static_cast<double**>(arguments[2]));
}

TEST(Bench, inputs_that_are_mostly_one_value_are_refused_unless_the_spec_wants_them) {
  const auto constant = copying_spec("generate: constant, value: 0", "");
  const auto row = run_on(constant, host_of(&copies), host_of(&copies)).rows.front();
  EXPECT_EQ(row.verdict, Verdict::skipped);
  EXPECT_THAT(row.reason, HasSubstr("more than half of 'x' is one value"));
  const auto allowed = copying_spec("generate: constant, value: 0", ", inputs: constant");
  EXPECT_TRUE(run_on(allowed, host_of(&copies), host_of(&copies)).rows.front().timing);
  const auto usual = copying_spec("generate: uniform, min: 0, max: 1", "");
  EXPECT_TRUE(run_on(usual, host_of(&copies), host_of(&copies)).rows.front().timing);
}

TEST(Bench, warm_caches_are_those_of_the_same_arrays) {
  const auto cold = run_on(scale_spec("bench: {sizes: {n: [100]}}\n"), host_of(entry<&scale>)).rows.front();
  EXPECT_TRUE(cold.cold);
  EXPECT_GT(cold.sets, seeds_per_point);
  const auto warm =
      run_on(scale_spec("bench: {sizes: {n: [100]}, cache: warm}\n"), host_of(entry<&scale>)).rows.front();
  EXPECT_FALSE(warm.cold);
  EXPECT_EQ(warm.sets, seeds_per_point);
}

TEST(Bench, an_output_that_is_not_restored_goes_on_from_its_own_results) {
  const char* const text = R"(kernel: scale
signature: void scale(int n, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  y: {generate: integer, shape: [n], min: -9, max: 9}
outputs:
  y: {tolerance: exact}
bench: {sizes: {n: [64]}, restore: )";
  const auto spec = read_spec(std::string(text) + "[]}\n");
  Stage stage(spec, points(spec, 0, 1).front(), seeds_per_point);
  EXPECT_FALSE(stage.works_in_place());
  const auto restoring = read_spec(std::string(text) + "[y]}\n");
  Stage other(restoring, points(restoring, 0, 1).front(), seeds_per_point);
  EXPECT_TRUE(other.works_in_place());
  // Clearing may run on its own results, and is judged from restored ones all the same.
  const auto clears = [](void** arguments) {
    std::fill_n(*static_cast<int**>(arguments[1]), *static_cast<int*>(arguments[0]), 0);
  };
  const auto row = run_on(spec, host_of(+clears), host_of(+clears)).rows.front();
  EXPECT_EQ(row.verdict, Verdict::pass) << row.reason;
  EXPECT_TRUE(row.timing);
}

TEST(Bench, an_unknown_profile_is_refused) {
  EXPECT_THROW(profile("quick"), InvalidArgument);
}

}  // namespace
}  // namespace kparity::bench
