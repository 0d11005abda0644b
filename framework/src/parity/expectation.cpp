// ISO dates compare as text, so no calendar is needed.
#include "expectation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/parity/place.hpp"
#include "kparity/utc.hpp"

namespace kparity::parity {

using result::Verdict;

namespace {

/// A pass that rests on a tolerance whose day is over.
void refuse_overdue_tolerances(const spec::KernelSpec& spec, const std::string& today, result::Outcome& outcome) {
  if (outcome.verdict != Verdict::pass || outcome.rules.empty()) return;
  for (const spec::OutputSpec& output : spec.outputs) {
    const spec::Tolerance& tolerance = output.tolerance;
    if (tolerance.until.empty() || tolerance.until >= today) continue;
    outcome.verdict = Verdict::fail;
    outcome.reason =
        fmt::format("passes by a tolerance of '{}' that was for until {} ({}{}{}); decide about it again", output.name,
                    tolerance.until, tolerance.owner, tolerance.owner.empty() ? "" : ": ", tolerance.reason);
    return;
  }
}

}  // namespace

void apply_expectation(const spec::KernelSpec& spec, const std::string& today, result::Outcome& outcome) {
  refuse_overdue_tolerances(spec, today, outcome);
  const auto declared =
      std::find_if(spec.expected_failures.begin(), spec.expected_failures.end(),
                   [&](const auto& expected) { return expected.implementation == outcome.implementation; });
  if (declared == spec.expected_failures.end()) return;
  if (outcome.verdict == Verdict::skipped || outcome.verdict == Verdict::unchecked) return;
  if (outcome.verdict == Verdict::pass) {
    if (is_emulated_place(outcome.place)) return;  // what fails on a device may well pass on the CPU
    outcome.verdict = Verdict::fail;
    outcome.reason = fmt::format("passes although a failure is expected ({}); remove `expected_failure` for '{}'",
                                 declared->reason, outcome.implementation);
    return;
  }
  if (declared->until < today) {
    outcome.details.push_back(
        fmt::format("its `expected_failure` ({}) was for until {}", declared->reason, declared->until));
    return;
  }
  outcome.reason = fmt::format("{}: {} (expected until {}: {})", result::name_of(outcome.verdict), outcome.reason,
                               declared->until, declared->reason);
  outcome.verdict = Verdict::expected_failure;
}

std::string today() {
  return utc_now("%Y-%m-%d");
}

}  // namespace kparity::parity
