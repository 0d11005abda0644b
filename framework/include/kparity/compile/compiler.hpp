// Runs the system compiler on one wrapper, without a shell, and keeps its words.
#pragma once

#include <string>
#include <vector>

#include "kparity/error.hpp"

namespace kparity::compile {

struct ProcessResult {
  int exit_code = 0;          // 128 + n for signal n
  std::string output;         // stdout and stderr together
};

/// Starts `arguments[0]` (looked up in PATH) with posix_spawn and waits. Throws RuntimeFailure if it cannot be started.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& standard_input = "");

/// A host file did not compile; what() shows the first error with file and line, log() everything.
class CompileError : public RuntimeFailure {
 public:
  CompileError(const std::string& message, std::string log) : RuntimeFailure(message), log_(std::move(log)) {}
  const std::string& log() const noexcept { return log_; }

 private:
  std::string log_;
};

/// $KPARITY_CXX, split at blanks, else the compiler that built kparity if it is still there, else c++, g++, clang++ of PATH.
/// Throws RuntimeFailure naming what was tried.
const std::vector<std::string>& host_compiler();

}  // namespace kparity::compile
