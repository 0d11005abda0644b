// The three-arm rule on machines that are made up: with drift, with offsets of processes, with and without a change.
#include "kparity/bench/against.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "random.hpp"

namespace kparity::bench {
namespace {

using result::Change;
using result::ChangeVerdict;
using testing::HasSubstr;

/// A machine whose speed drifts from process to process, and on which each process has an offset of its own per row.
struct Machine {
  std::uint64_t seed = 1;
  double drift = 0.04, offset = 0.02;  // standard deviations, as shares
  std::size_t rows = 20;
  std::map<std::string, double> planted{};  // factor of the head, by row
  double null_factor = 1;
  std::uint64_t drawn = 0;
  double slowness = 0;
  std::size_t processes = 0;

  double uniform() { return static_cast<double>(random_below(seed, drawn++, 1u << 30)) / (1u << 30); }
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  static std::string name(std::size_t row) {
    return "kernel" + std::to_string(row) + "/impl:openmp/what:kernel/n:1000";
  }

  ArmTimes measure(Arm arm, const std::vector<std::string>& only) {
    ++processes;
    slowness = 0.7 * slowness + drift * normal();
    ArmTimes times;
    for (const char* control : {"triad", "fma"}) times.controls[control] = 1e-3 * std::exp(slowness + 0.003 * normal());
    for (std::size_t row = 0; row < rows; ++row) {
      if (!only.empty() && std::find(only.begin(), only.end(), name(row)) == only.end()) continue;
      double seconds = 1e-3 * std::exp(slowness + offset * normal());
      if (arm == Arm::head && planted.contains(name(row))) seconds *= planted[name(row)];
      if (arm == Arm::null) seconds *= null_factor;
      times.rows[name(row)] = seconds;
    }
    return times;
  }

  result::ChangeReport run(AgainstOptions options = {}) {
    options.seed = seed;
    return against([this](Arm arm, const std::vector<std::string>& only) { return measure(arm, only); }, options);
  }
};

ChangeVerdict verdict_of(const result::ChangeReport& report, const std::string& name) {
  for (const auto& row : report.rows)
    if (row.name == name) return row.verdict;
  ADD_FAILURE() << name << " has no verdict";
  return ChangeVerdict::gone;
}

TEST(Against, the_same_code_is_neither_slower_nor_faster_in_a_hundred_comparisons) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto report = Machine{.seed = seed}.run();
    for (const auto& row : report.rows) {
      EXPECT_NE(row.verdict, ChangeVerdict::slower) << seed << row.name;
      EXPECT_NE(row.verdict, ChangeVerdict::faster) << seed << row.name;
    }
    EXPECT_EQ(result::exit_code(report, false), report.no_verdict.empty() ? 0 : 3);
  }
}

TEST(Against, a_kernel_that_takes_a_quarter_more_is_slower_every_time) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto report = Machine{.seed = seed, .planted = {{Machine::name(3), 1.25}}}.run();
    EXPECT_EQ(verdict_of(report, Machine::name(3)), ChangeVerdict::slower) << seed;
    EXPECT_EQ(result::count_of(report, ChangeVerdict::slower), 1u);
    EXPECT_EQ(result::exit_code(report, false), 1);
  }
}

TEST(Against, a_tenth_more_is_slower_or_unresolved_and_never_the_same) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto report = Machine{.seed = seed, .planted = {{Machine::name(3), 1.1}}}.run();
    EXPECT_NE(verdict_of(report, Machine::name(3)), ChangeVerdict::same) << seed;
    EXPECT_NE(verdict_of(report, Machine::name(3)), ChangeVerdict::faster) << seed;
  }
}

TEST(Against, a_change_that_touches_everything_is_seen_since_the_controls_are_in_nobodys_change) {
  Machine machine;
  for (std::size_t row = 0; row < machine.rows; ++row) machine.planted[Machine::name(row)] = 1.25;
  EXPECT_EQ(result::count_of(machine.run(), ChangeVerdict::slower), machine.rows);
}

TEST(Against, a_kernel_that_takes_less_is_faster) {
  const auto report = Machine{.planted = {{Machine::name(0), 0.7}}}.run();
  EXPECT_EQ(verdict_of(report, Machine::name(0)), ChangeVerdict::faster);
  EXPECT_EQ(result::exit_code(report, true) == 0, result::count_of(report, ChangeVerdict::unresolved) == 0);
}

TEST(Against, a_noisy_machine_resolves_little_and_says_what_it_could_have_seen) {
  Machine machine{.offset = 0.2};
  const auto report = machine.run();
  EXPECT_GT(result::count_of(report, ChangeVerdict::unresolved), 0u);
  for (const auto& row : report.rows) EXPECT_GE(row.visible, row.threshold);
  EXPECT_EQ(result::exit_code(report, true), report.no_verdict.empty() ? 3 : 3);
}

TEST(Against, only_what_looks_changed_is_measured_again) {
  Machine machine{.planted = {{Machine::name(3), 1.5}}};
  const auto report = machine.run({.rounds = 6, .confirming_rounds = 10});
  EXPECT_EQ(report.confirming_rounds, 10u);
  EXPECT_EQ(machine.processes, 3 * (16 + report.repeated_rounds));
  const auto found = std::find_if(report.rows.begin(), report.rows.end(),
                                  [](const Change& change) { return change.name == Machine::name(3); });
  EXPECT_EQ(found->rounds, 10u);
  EXPECT_NEAR(found->change, 0.5, 0.1);
  EXPECT_EQ(found->kernel, "kernel3");
  EXPECT_EQ(found->implementation, "openmp");
  EXPECT_EQ(found->point, "n=1000");
}

TEST(Against, changes_of_times_that_are_too_short_to_matter_do_not_count) {
  Machine machine{.planted = {{Machine::name(3), 1.5}}};
  const auto report = machine.run({.ignore_below = [](const std::string&) { return 1e-2; }});
  EXPECT_EQ(result::count_of(report, ChangeVerdict::slower), 0u);
}

TEST(Against, a_base_that_differs_from_itself_is_no_verdict) {
  const auto report = Machine{.planted = {{Machine::name(3), 1.5}}, .null_factor = 1.4}.run();
  EXPECT_THAT(report.no_verdict, HasSubstr("the base differs from itself by"));
  EXPECT_EQ(result::exit_code(report, false), 3);
}

TEST(Against, controls_that_disagree_repeat_the_round_a_few_times) {
  std::size_t calls = 0;
  const auto restless = [&](Arm, const std::vector<std::string>&) {
    ArmTimes times;
    times.rows["k/impl:openmp"] = 1;
    times.controls = {{"triad", 1}, {"fma", ++calls % 2 == 0 ? 1.05 : 1.0}};
    return times;
  };
  const auto report = against(restless, {});
  EXPECT_EQ(report.repeated_rounds, 6u);
  EXPECT_EQ(calls, 3 * (6 + 6));
  EXPECT_NE(report.rows.at(0).verdict, ChangeVerdict::slower);
}

TEST(Against, rows_of_one_side_are_gone_or_added_and_nothing_at_all_is_not_green) {
  const auto sides = [](Arm arm, const std::vector<std::string>&) {
    ArmTimes times;
    times.rows[arm == Arm::head ? "new/impl:openmp/n:1" : "old/impl:openmp/n:1"] = 1;
    if (arm == Arm::head) times.without_time["old/impl:openmp/n:1"] = "fail: y differs";
    return times;
  };
  const auto report = against(sides, {});
  ASSERT_EQ(report.rows.size(), 2u);
  EXPECT_EQ(report.rows[0].verdict, ChangeVerdict::added);
  EXPECT_EQ(report.rows[1].verdict, ChangeVerdict::gone);
  EXPECT_EQ(report.rows[1].reason, "fail: y differs");
  EXPECT_EQ(result::exit_code(report, false), 1);
  EXPECT_EQ(result::exit_code(against([](Arm, const std::vector<std::string>&) { return ArmTimes{}; }, {}), false), 4);
}

}  // namespace
}  // namespace kparity::bench
