// Checks one implementation of one kernel against its reference: draws cases, runs both on guarded and poisoned copies
// of the same inputs, judges, shrinks. check_parity and replay run the kernel in a child process, so that a crash, a
// hang or an exit() costs one verdict.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/generate/case.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/kernel.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

struct CheckOptions {
  std::uint64_t cases = 200;
  std::uint64_t seed = 1;
  std::vector<std::string> families;  // empty: all
  double timeout_seconds = 20;        // of one case, or of loading
  double shrink_seconds = 10;
  std::string replay_command = "kparity replay";            // in front of the token in a report
  std::uint64_t case_limit = generate::default_case_limit;  // bytes of a single case: for verify()
  std::string save_folder{};  // where failing cases are saved (save.hpp), a replayed one in any case; empty: not
  bool separate_allocations = false;  // of device arrays, without guard zones: for tools that watch allocations
};

/// One implementation to check.
struct Task {
  const spec::KernelSpec* spec = nullptr;
  const Kernel* kernel = nullptr;
  std::string implementation;
  std::string place{};  // "host", "device", "emulated", "checked", "asan", "msan"; empty: device for `cuda`, host for
                        // all others
  std::vector<generate::Case> pinned{};  // cases to run before those that are drawn
};

/// One campaign per task, `jobs` child processes at a time; `finished` hears of each outcome as it comes. The outcomes
/// are in the order of the tasks. Never throws for what a kernel does.
std::vector<result::Outcome> check_all(const std::vector<Task>& tasks, const CheckOptions& options, unsigned jobs,
                                       const std::function<void(const result::Outcome&)>& finished = {});

/// One campaign: `options.cases` cases spread over families and instantiations. Never throws for what the kernel does.
result::Outcome check_parity(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                             const CheckOptions& options);

/// One case again, unshrunk, with the full report.
result::Outcome replay(const Task& task, const generate::Case& drawn, const CheckOptions& options);

/// Whether the implementation is right in one case, in a child process as the others, without repetition, shrinking or
/// diagnosis. Unlike those of a token, the sizes of the case may lie beyond the bounds of the spec: for benchmarks.
result::Outcome verify(const Task& task, const generate::Case& drawn, const CheckOptions& options);

/// Whether each implementation can be loaded, found out in child processes: pass, or `broken` or `skipped` with the
/// reason.
std::vector<result::Outcome> check_loading(const std::vector<Task>& tasks, unsigned jobs);

/// As check_parity, in this process: for benchmarks and for tests that look inside. A crash is a crash.
result::Outcome check_parity_here(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                                  const CheckOptions& options);

}  // namespace kparity::parity
