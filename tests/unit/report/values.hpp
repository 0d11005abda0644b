// Outcomes made by hand for the tests of reports; they need neither kernels nor a device.
#pragma once

#include <limits>
#include <sstream>
#include <string>

#include "kparity/report/report.hpp"

namespace kparity::report {

inline result::Outcome outcome_of(std::string kernel, std::string check, std::string implementation,
                                  result::Verdict verdict, std::string reason = "") {
  result::Outcome outcome;
  outcome.kernel = std::move(kernel);
  outcome.check = std::move(check);
  outcome.implementation = std::move(implementation);
  outcome.place = "host";
  outcome.verdict = verdict;
  outcome.reason = std::move(reason);
  return outcome;
}

inline result::Outcome passed() {
  result::Outcome outcome = outcome_of("axpy", "parity", "openmp", result::Verdict::pass);
  outcome.cases = 200;
  outcome.compared = 1'234'567;
  outcome.used = 0.031;
  outcome.seconds = 0.5;
  return outcome;
}

/// One output with a derived tolerance, one with a stated one.
inline result::Outcome judged_by_rules() {
  result::Outcome outcome = passed();
  outcome.rules = {{"y", "auto, derived from the reference", "", false, 0.031, 60},
                   {"z", "rel 1e-12", "a table of six digits", true, 0.5, 200}};
  return outcome;
}

/// A check whose cases are told by family.
inline result::Outcome covered() {
  result::Outcome outcome = passed();
  outcome.pinned = 2;
  outcome.families = {{"alias", 0, 0, {}, "no output says `may_alias:`"},
                      {"special", 40, 3, {{"nan", 12}, {"zero", 30}}, ""}};
  return outcome;
}

inline result::Mismatch mismatch() {
  result::Mismatch mismatch;
  mismatch.index = 128;
  mismatch.expected = "0.34375";
  mismatch.got = "0.25";
  mismatch.expected_bits = "0x3fd6000000000000";
  mismatch.got_bits = "0x3fd0000000000000";
  mismatch.difference = 0.09375;
  mismatch.ulps = 1.6888498602639360e15;
  mismatch.bound = "1.1e-16";
  mismatch.used = 8.5e14;
  mismatch.note = "its initial value";
  return mismatch;
}

inline result::Comparison comparison() {
  result::Comparison comparison;
  comparison.output = "y";
  comparison.rule = "rel 1e-16 abs 1e-16";
  comparison.shape = {129};
  comparison.elements = comparison.compared = 129;
  comparison.mismatches = 1;
  comparison.first = comparison.worst = mismatch();
  comparison.used = 8.5e14;
  comparison.pattern = "a single element, the last (from n - n mod 128 on); got is the initial value";
  return comparison;
}

inline result::Outcome failed() {
  result::Outcome outcome =
      outcome_of("axpy", "parity", "cuda", result::Verdict::fail, "y: 1 of 129 elements differ from reference");
  outcome.comparisons = {comparison()};
  outcome.cases = 17;
  outcome.token = "axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c";
  outcome.first_token = "axpy:n=77012,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c";
  outcome.shrink_steps = 9;
  outcome.likely = "the last, partly filled block is not launched: grid = n / block rounds down";
  outcome.same_every_time = "yes (5 runs)";
  outcome.replay = "kparity replay 'axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c' --implementation cuda";
  outcome.saved = "kparity-failures/axpy-cuda-1/";
  return outcome;
}

inline result::Outcome skipped(std::string kernel) {
  return outcome_of(std::move(kernel), "parity", "cuda", result::Verdict::skipped, "no CUDA device");
}

inline result::Report report_of(std::vector<result::Outcome> outcomes) {
  result::Report report;
  report.command = "check";
  report.version = "0.1.0";
  report.seed = 1;
  report.cases = 200;
  report.seconds = 3.21;
  report.outcomes = std::move(outcomes);
  return report;
}

inline std::string written(std::string_view format, const result::Report& report, const Style& style = {}) {
  std::ostringstream out;
  find_format(format).write(report, style, out);
  return out.str();
}

}  // namespace kparity::report
