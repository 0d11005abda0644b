// A failing case for a debugger: its kernel on the CPU compiled for one, in the process that the debugger follows.
#pragma once

#include <optional>
#include <string>

#include "kparity/emulate/options.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/parity/parity.hpp"

namespace kparity::parity {

/// What of a case a debugger is to see. It stops by itself at the functions of kparity/emulate/debugger.hpp.
struct Debugging {
  std::optional<emulate::ThreadPlace> stop_at;  // the beginning of this thread; else only findings are told
  std::optional<bool> descending;               // only in this order of threads; else in both until one fails
};

/// Throws InvalidArgument unless the task is for a place that a debugger can follow: "emulated" or "checked".
void check_debuggable(const Task& task);

/// The library that replay_in_process loads: not optimised and with debug information. From the cache, or compiled
/// now. Throws as above, and what the compilation throws.
std::string compile_for_debugger(const Task& task);

/// As replay(), but in this process, so that a crash is a crash, and without repetitions: the kernel runs once in each
/// order of threads, and what it prints appears at once. Throws InvalidArgument as above.
result::Outcome replay_in_process(const Task& task, const generate::Case& drawn, const CheckOptions& options,
                                  const Debugging& debugging);

}  // namespace kparity::parity
