// What of a spec holds until a day. `expected_failure:` turns a red outcome green while it is in date, and red when it
// passes; a tolerance whose `until:` is over turns a pass red.
#pragma once

#include <string>

#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// `today` as "2026-11-30".
void apply_expectation(const spec::KernelSpec& spec, const std::string& today, result::Outcome& outcome);

/// Today in UTC, as "2026-11-30".
std::string today();

}  // namespace kparity::parity
