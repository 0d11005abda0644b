// The kinds of host implementation (reference, openmp, simd, fortran, ...): how a file of that kind is compiled and whether
// this machine can. One file `runtime/host_kinds/<kind>.cmake` each; the build writes the table from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity::compile {

struct HostKind {
  std::string name;                  // also the file's suffix: `<kernel>_<name>.<ending>`
  int rank = 0;                      // smaller is preferred; `reference` is last
  std::string ending;                // ".cpp", ".f90"
  std::vector<std::string> flags;    // compile and link
  std::string doc;
};

/// In order of preference, `reference` last.
const std::vector<HostKind>& host_kinds();
const HostKind* find_host_kind(std::string_view name);
/// ".cpp", ".f90": every ending a host file may have.
std::vector<std::string> source_endings();

}  // namespace kparity::compile
