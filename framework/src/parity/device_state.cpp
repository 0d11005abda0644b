// The one place that decides what the absence of a device means for a verdict.
#include "device_state.hpp"

#include <fmt/format.h>

#include "kparity/devices.hpp"
#include "kparity/settings.hpp"

namespace kparity::parity {

bool answered_without_device(result::Outcome& outcome) {
  const std::string why = why_no_device();
  if (why.empty()) return false;
  outcome.verdict = result::Verdict::skipped;
  outcome.reason = fmt::format("no CUDA device: {}", why);
  if (settings().require_cuda) {
    outcome.verdict = result::Verdict::broken;
    outcome.reason += ", and KPARITY_REQUIRE_CUDA demands one";
  }
  return true;
}

}  // namespace kparity::parity
