// Findings of an emulated launch as what a run found to be wrong.
#pragma once

#include <optional>
#include <vector>

#include "kparity/emulate/finding.hpp"
#include "subject.hpp"

namespace kparity::parity {

/// The first finding gives the verdict; the others follow as details. Nothing if there are none.
std::optional<RunFinding> finding_of(const std::vector<emulate::Finding>& findings);

}  // namespace kparity::parity
