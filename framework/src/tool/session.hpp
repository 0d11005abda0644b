// Runs the checks of selected kernels: signatures, parity of every implementation, and an outcome for everything that
// could not be checked, so that nothing is left out silently. Used by `check`, `status` and the GoogleTest program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kparity/parity/parity.hpp"
#include "kparity/result/result.hpp"
#include "workplace.hpp"

namespace kparity::tool {

/// One check that a folder calls for.
struct Check {
  const compile::KernelSource* source = nullptr;
  // "signature", "compile", "emulated", "checked", "asan", "msan", "parity", a tool of compute-sanitizer
  std::string kind;
  // ("memcheck"); "spec" for a folder that cannot be checked
  std::string implementation;  // empty for a signature
};

/// What to check; empty lists mean everything.
struct Wanted {
  std::vector<std::string> implementations;
  std::vector<std::string> places;      // "host", "device", "emulated", "checked", "asan", "msan"
  std::vector<std::string> sanitizers;  // only the CUDA kernels, under these tools
};

/// The program and its arguments that check the parity of one kernel on the device, for a tool that starts it.
using DeviceCheckCommand = std::function<std::vector<std::string>(const std::string& kernel)>;

/// The checks of the sources, in order: per kernel the signature, the compilation of its `.cu`, its emulation, then one
/// parity check per implementation besides the reference. Throws ImplementationUnavailable if `wanted` names an
/// implementation that no selected kernel has.
std::vector<Check> checks_of(const std::vector<const compile::KernelSource*>& sources, const Wanted& wanted);

/// "axpy.parity.openmp".
std::string id_of(const Check& check);

/// Runs the checks, those under a sanitizer with `device_check`; `finished` hears of each outcome as it comes, in the
/// order in which they end. The answer is in the order of `checks`.
std::vector<result::Outcome> run_checks(const Workplace& workplace, const std::vector<Check>& checks,
                                        const parity::CheckOptions& options, unsigned jobs,
                                        const std::function<void(const result::Outcome&)>& finished = {},
                                        const DeviceCheckCommand& device_check = {});

/// A source with problems as an outcome (`broken`), a source without a spec as another (`skipped`).
result::Outcome outcome_of_unusable(const compile::KernelSource& source);
bool is_usable(const compile::KernelSource& source);

}  // namespace kparity::tool
