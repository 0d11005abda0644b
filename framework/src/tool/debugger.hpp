// gdb on a failing case: the file of commands that it is started with, and its start. Knows nothing of kernels but
// their names and files.
#pragma once

#include <string>
#include <vector>

namespace kparity::tool {

/// What gdb is to stop at.
struct DebuggerTarget {
  std::string kernel;   // name of the `__global__` function
  std::string library;  // that it is compiled into
  std::string prelude;  // folder of headers that are not the user's
};

/// Commands for `gdb -x`: run the program, stop in the thread that is waited for, and in the kernel's code at each
/// finding, with the thread's place shown. They need gdb's Python, which every distribution's gdb has.
std::string gdb_commands(const DebuggerTarget& target);

/// Where gdb is. Throws ImplementationUnavailable with the package to install where there is none.
std::string find_gdb();

/// Goes on as `gdb` with these commands and the program with its arguments; does not return. Throws RuntimeFailure if
/// it cannot be started.
[[noreturn]] void become_gdb(const std::string& gdb, const std::string& commands,
                             const std::vector<std::string>& program);

}  // namespace kparity::tool
