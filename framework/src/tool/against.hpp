// `kparity bench DIR --against REV`: the same kernels as they were at another revision, measured by turns with those of
// today, each time in a process of its own.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kparity/bench/against.hpp"
#include "kparity/result/change.hpp"

namespace kparity::tool {

struct AgainstRequest {
  std::string root;                    // folder of kernels, in a git repository
  std::string revision;                // of the base
  std::vector<std::string> kernels;    // empty: all
  std::vector<std::string> arguments;  // further ones for each process: "--profile", "ci", ...
  std::string program;                 // that is started as `PROGRAM bench ROOT ...`; empty: this one
  bench::AgainstOptions options;
};

/// Throws InvalidArgument without a git repository or for a revision it does not have, RuntimeFailure if a process of
/// ours fails.
result::ChangeReport compare_with_revision(const AgainstRequest& request,
                                           const std::function<void(const std::string&)>& told);

/// Registers, memory and code by what they are of ("push T=float sm_90: registers"), from a `bench.json`.
std::map<std::string, double> statics_of(const std::string& json);

/// What differs between two of these, in words.
std::vector<std::string> static_changes(const std::map<std::string, double>& base,
                                        const std::map<std::string, double>& head);

/// The times in a `bench.json`; throws RuntimeFailure for a file that is none.
bench::ArmTimes arm_times_of(const std::string& json);

}  // namespace kparity::tool
