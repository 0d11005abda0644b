// A campaign: all cases of one implementation against the reference, in this process, with the judgement over the
// whole.
#pragma once

#include <exception>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "crash_report.hpp"
#include "derivation.hpp"
#include "kparity/parity/comparators.hpp"
#include "kparity/parity/debugging.hpp"
#include "kparity/parity/parity.hpp"

namespace kparity::parity {

/// Hooks of whoever watches the campaign from another process; each may be empty.
struct Watch {
  std::function<void(const generate::Case&)> case_started;
  std::function<void(const char* who)> about_to_call;
  std::function<void(const unsigned* running)> runs_at;       // see Subject::running
  std::function<void(const CrashWords&)> explains_crashes;    // see Subject::crash_words
  std::function<void(const result::Outcome&)> first_failure;  // unshrunk, in case shrinking does not survive
};

/// The implementation under test, and where it runs: "host", "device", "emulated", "checked", "asan", "msan".
struct Tested {
  std::string_view implementation, place;
  std::exception_ptr not_compiled = nullptr;       // why it does not load, if that is known already
  const BoundLibrary* bounds = nullptr;            // of the spec; null: made when it is needed
  std::span<const generate::Case> pinned{};        // run first
  const ComparatorLibrary* comparators = nullptr;  // of the spec; null: made when it is needed
};

/// An outcome with the names filled in and nothing else.
result::Outcome blank_outcome(const spec::KernelSpec& spec, const Tested& tested);

/// Loads the implementation and says why not, if it cannot be loaded.
result::Outcome load_only(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested);

result::Outcome run_campaign(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                             const CheckOptions& options, const Watch& watch);

/// One given case instead of a campaign; not shrunk. It is repeated if it fails, and with `repeat_passing` always.
result::Outcome run_single(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                           const generate::Case& drawn, const CheckOptions& options, const Watch& watch,
                           bool repeat_passing = false);

/// One given case, the implementation once in each order of threads, or in the one of `debugging`.
result::Outcome run_for_debugger(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                                 const generate::Case& drawn, const CheckOptions& options, const Debugging& debugging);

/// "kparity replay 'axpy:n=129,...' --implementation openmp".
std::string replay_line(const CheckOptions& options, const std::string& token, const Tested& tested);

}  // namespace kparity::parity
