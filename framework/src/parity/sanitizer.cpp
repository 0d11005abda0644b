// Finds the program, starts it, and reads its log. Lines of the log begin with "=========".
#include "kparity/parity/sanitizer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "kparity/error.hpp"
#include "signature/process.hpp"

namespace kparity::parity {

namespace fs = std::filesystem;
using result::Outcome;
using result::Verdict;

namespace {

constexpr const char* program_name = "compute-sanitizer";
constexpr int found_something = 99;  // no exit code of ours

bool can_run(const fs::path& program) {
  return ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program);
}

const SanitizerTool& tool_named(std::string_view name) {
  std::string names;
  for (const SanitizerTool& tool : sanitizer_tools()) {
    if (tool.name == name) return tool;
    names += (names.empty() ? "" : ", ") + std::string(tool.name);
  }
  throw InvalidArgument(fmt::format("compute-sanitizer has no tool '{}'; there are: {}", name, names));
}

/// A line of the log without the signs in front; empty for lines of others.
std::string said(const std::string& line) {
  if (!line.starts_with("=========")) return "";
  const std::size_t begin = line.find_first_not_of("= ");
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// The frame of a report: no finding.
bool is_frame(const std::string& words) {
  return words.empty() || words.starts_with("COMPUTE-SANITIZER") || words.find("SUMMARY:") != std::string::npos ||
         words.starts_with("LEAK SUMMARY") || words.starts_with("This report") ||
         words.starts_with("Target application");
}

/// An outcome that passes until something is found.
Outcome blank(const Task& task, std::string_view tool) {
  Outcome outcome;
  outcome.kernel = task.spec->kernel;
  outcome.check = tool;
  outcome.implementation = cuda_name;
  outcome.place = "device";
  outcome.file = task.spec->file;
  return outcome;
}

std::vector<std::string> last_lines(const std::string& text, std::size_t count) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  if (lines.size() > count) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(count));
  return lines;
}

void run_under(const std::string& program, const SanitizerTool& tool, const std::vector<std::string>& command,
               Outcome& outcome) {
  // `env` sets what the shell would: line information, so that the tool can name lines.
  std::vector<std::string> words{"env", "KPARITY_CUDA_DEBUG=1", program, "--tool", std::string(tool.name)};
  words.insert(words.end(), {"--target-processes", "all", "--error-exitcode", std::to_string(found_something)});
  words.insert(words.end(), {"--print-limit", "5"});
  words.insert(words.end(), command.begin(), command.end());
  const signature::Printed printed = signature::run(words);
  const std::string text = printed.output + printed.errors;
  const Outcome read = read_sanitizer_log(text, tool);
  if (read.verdict != Verdict::pass) {
    outcome.verdict = read.verdict;
    outcome.reason = read.reason;
    outcome.details = read.details;
  } else if (!printed.started || printed.exit_code != 0) {
    outcome.verdict = Verdict::broken;
    outcome.reason = fmt::format("{} ended with exit code {} without a finding", program_name, printed.exit_code);
    outcome.details = last_lines(text, 20);
  }
}

}  // namespace

const std::vector<SanitizerTool>& sanitizer_tools() {
  static const std::vector<SanitizerTool> tools{
      {"memcheck", Verdict::bounds, "reads and writes outside allocations, misaligned ones, errors of CUDA calls"},
      {"racecheck", Verdict::race, "unordered accesses of shared memory"},
      {"initcheck", Verdict::uninitialised, "reads of device memory that nobody has written"},
      {"synccheck", Verdict::barrier, "barriers that not all threads reach"}};
  return tools;
}

std::string find_compute_sanitizer() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (can_run(fs::path(folder) / program_name)) return (fs::path(folder) / program_name).string();
  std::vector<std::string> toolkits;
  for (const char* name : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* toolkit = std::getenv(name)) toolkits.emplace_back(toolkit);
  toolkits.emplace_back("/usr/local/cuda");
  for (const std::string& toolkit : toolkits)
    if (const fs::path program = fs::path(toolkit) / "bin" / program_name; can_run(program)) return program.string();
  return "";
}

Outcome read_sanitizer_log(const std::string& log, const SanitizerTool& tool) {
  constexpr std::size_t shown = 12;
  Outcome outcome;
  std::string trouble;  // of the tool itself, such as a program that it cannot watch
  std::istringstream stream(log);
  for (std::string line; std::getline(stream, line);) {
    const std::string words = said(line);
    if (is_frame(words)) continue;
    if (words.starts_with("Error: ")) {
      if (trouble.empty()) trouble = words;
    } else if (outcome.reason.empty()) {
      outcome.verdict = tool.verdict;
      outcome.reason = fmt::format("{}: {}", tool.name, words);
    } else if (outcome.details.size() < shown) {
      outcome.details.push_back(words);
    }
  }
  if (outcome.reason.empty() && !trouble.empty()) {
    outcome.verdict = Verdict::broken;
    outcome.reason = fmt::format("{} could not examine the program: {}", program_name, trouble);
  }
  return outcome;
}

Outcome check_with_sanitizer(const Task& task, std::string_view tool_name, const std::vector<std::string>& command) {
  const SanitizerTool& tool = tool_named(tool_name);
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = blank(task, tool.name);
  const Outcome loading = check_loading({task}, 1).front();  // starts the driver in a process of its own
  if (loading.verdict != Verdict::pass) {
    outcome.verdict = loading.verdict;
    outcome.reason = loading.reason;
    outcome.details = loading.details;
  } else if (const std::string program = find_compute_sanitizer(); program.empty()) {
    outcome.verdict = Verdict::skipped;
    outcome.reason = fmt::format("{} is not installed; it comes with the CUDA toolkit", program_name);
  } else {
    run_under(program, tool, command, outcome);
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

}  // namespace kparity::parity
