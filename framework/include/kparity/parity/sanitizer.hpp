// Runs a check of a CUDA kernel under NVIDIA's compute-sanitizer and turns what the tool finds into a verdict. The tool
// is a program of its own: the check runs in a process that it starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/parity/parity.hpp"

namespace kparity::parity {

/// One tool of compute-sanitizer and the verdict that its findings mean.
struct SanitizerTool {
  std::string_view name;  // "memcheck"
  result::Verdict verdict;
  std::string_view finds;  // one line
};
const std::vector<SanitizerTool>& sanitizer_tools();

/// The program: of PATH, else of $CUDA_HOME, $CUDA_PATH or /usr/local/cuda; empty if there is none.
std::string find_compute_sanitizer();

/// What the log of a tool says: verdict and reason of the first finding with its further lines, or pass.
result::Outcome read_sanitizer_log(const std::string& log, const SanitizerTool& tool);

/// "axpy.memcheck.cuda": runs `command` (a parity check of the kernel on the device, which exits with 0 if it passes)
/// under the tool. Skipped, or red where KPARITY_REQUIRE_CUDA demands a device, if there is none; skipped without the
/// program. Throws InvalidArgument for a tool that does not exist.
result::Outcome check_with_sanitizer(const Task& task, std::string_view tool, const std::vector<std::string>& command);

}  // namespace kparity::parity
