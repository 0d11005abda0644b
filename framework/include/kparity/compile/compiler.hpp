// Runs the system compilers without a shell and keeps their words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/error.hpp"

namespace kparity::compile {

struct ProcessResult {
  int exit_code = 0;   // 128 + n for signal n
  std::string output;  // stdout and stderr together, or stdout alone
  std::string errors;  // stderr where it is kept apart
};

/// Starts `arguments[0]` (looked up in PATH) with posix_spawn and waits. Throws RuntimeFailure if it cannot be started.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& standard_input = "");
/// The same with standard error apart, for programs whose output is data.
ProcessResult run_process_apart(const std::vector<std::string>& arguments, const std::string& standard_input = "");

/// A host file did not compile; what() shows the first error with file and line, log() everything.
class CompileError : public RuntimeFailure {
 public:
  CompileError(const std::string& message, std::string log) : RuntimeFailure(message), log_(std::move(log)) {}
  const std::string& log() const noexcept { return log_; }

 private:
  std::string log_;
};

/// The first error in the output of g++, clang++, gfortran or a linker, in one line and with file and line if it has
/// them.
std::string first_error(std::string_view log);

/// The file that running `program` would start, or empty.
std::string find_program(const std::string& program);

/// $KPARITY_CXX, split at blanks, else the compiler that built kparity if it is still there, else c++, g++, clang++ of
/// PATH. Throws RuntimeFailure naming what was tried.
const std::vector<std::string>& host_compiler();

/// $FC, split at blanks, else the Fortran compiler found when kparity was built, else gfortran of PATH.
/// Throws RuntimeFailure naming what was tried.
const std::vector<std::string>& fortran_compiler();

/// Two compilers of different identity may write different code: path, size, time of change and the line that it says
/// of itself. The line is remembered in the cache folder, so that a warm start runs no compiler at all.
std::string compiler_identity(const std::vector<std::string>& compiler);

}  // namespace kparity::compile
