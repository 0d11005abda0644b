// Findings of an emulated launch as what a run found to be wrong, and what a debugger asks of a launch.
#pragma once

#include <optional>
#include <vector>

#include "kparity/emulate/finding.hpp"
#include "kparity/emulate/options.hpp"
#include "kparity/parity/debugging.hpp"
#include "subject.hpp"

namespace kparity::parity {

/// The first finding gives the verdict; the others follow as details. Nothing if there are none.
std::optional<RunFinding> finding_of(const std::vector<emulate::Finding>& findings);

/// Tells a debugger of findings and of the thread it waits for.
void let_stop(emulate::EmulationOptions& options, const Debugging& debugging);

}  // namespace kparity::parity
