// Findings of emulated launches that the author of a kernel has reasons to keep: declared in the spec (`checker:`) or
// in the line (`// kparity: ignore race: why`), hidden, counted, and shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/emulate/emulate.hpp"
#include "kparity/spec/model.hpp"
#include "subject.hpp"

namespace kparity::parity {

struct OptOut {
  emulate::FindingKind kind = emulate::FindingKind::race;
  std::string file;                 // of one line; empty for the whole kernel
  unsigned line = 0;                // in `file`
  std::vector<std::string> arrays;  // empty: all
  std::string reason;
  std::string where;        // "deposit_cuda.cu:12", "deposit.yaml:9"
  std::uint64_t times = 0;  // how often it hid something
};

/// Those in the comments of a CUDA source. A comment behind code is about its line, one that stands alone about the
/// next line. Throws RuntimeFailure, with file and line, for one without a reason or of what cannot be ignored.
std::vector<OptOut> opt_outs_in(const std::string& file, std::string_view text);

/// Those of the spec and of the `.cu` with all it includes. Throws as opt_outs_in does.
std::vector<OptOut> opt_outs_of(const spec::KernelSpec& spec, const CudaSource& source);

/// What a launch is to be judged by: the first finding that no opt-out hides gives the verdict, the others follow as
/// details. A finding that ended the launch is never hidden. Counts in `opt_outs`.
std::optional<RunFinding> finding_of(const emulate::LaunchResult& result, std::vector<OptOut>& opt_outs);

/// One line for each: what it hid, how often and why; `all_kinds`: all kinds of findings were looked for, so that one
/// which hid nothing is worth telling.
std::vector<std::string> account_of(const std::vector<OptOut>& opt_outs, bool all_kinds);

}  // namespace kparity::parity
