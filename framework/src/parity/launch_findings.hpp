// Findings of an emulated launch as what a run found to be wrong, and what a debugger asks of a launch.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kparity/emulate/finding.hpp"
#include "kparity/emulate/options.hpp"
#include "kparity/parity/debugging.hpp"
#include "subject.hpp"

namespace kparity::parity {

/// The first finding gives the verdict; the others follow as details. Nothing if there are none.
std::optional<RunFinding> finding_of(const std::vector<emulate::Finding>& findings);

/// The shape of a launch by the kernel's rule, which is given the arguments of the kernel but may not touch its arrays:
/// a finding if it does. `describe` names an address of device memory and answers "" for others.
std::optional<RunFinding> ask_for_shape(const Kernel& kernel, std::size_t instantiation, void** arguments,
                                        const std::function<std::string(const void*)>& describe, LaunchShape& shape);

/// Tells a debugger of findings and of the thread it waits for.
void let_stop(emulate::EmulationOptions& options, const Debugging& debugging);

}  // namespace kparity::parity
