// The kinds of host implementation (reference, openmp, simd, fortran, ...): how a file of that kind is compiled and
// whether this machine can. One file `runtime/host_kinds/<kind>.cmake` each; the build writes the table from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity::compile {

struct HostKind {
  std::string name;                // also the file's suffix: `<kernel>_<name>.<ending>`
  int rank = 0;                    // smaller is preferred; `reference` is last
  std::string ending;              // ".cpp", ".f90"
  std::vector<std::string> flags;  // compile
  std::vector<std::string> link_flags;
  std::string doc;
  std::string probe;          // a small program in the kind's language; empty: every compiler can do it
  std::string probe_failure;  // what it means if the probe does not compile
  std::string disabled;       // why this build leaves the kind out; empty if it does not
};

/// In order of preference, `reference` last.
const std::vector<HostKind>& host_kinds();
/// Null if there is no such kind.
const HostKind* find_host_kind(std::string_view name);
/// "fortran, openmp, simd, reference": for messages, in order of preference.
std::string host_kind_names();
/// ".cpp", ".f90": every ending a host file may have.
std::vector<std::string> source_endings();

}  // namespace kparity::compile
