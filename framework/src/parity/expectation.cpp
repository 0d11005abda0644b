// ISO dates compare as text, so no calendar is needed.
#include "expectation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/parity/place.hpp"
#include "kparity/utc.hpp"

namespace kparity::parity {

using result::Verdict;

void apply_expectation(const spec::KernelSpec& spec, const std::string& today, result::Outcome& outcome) {
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
