// Finds the compilers, tells two of them apart, and reads their complaints.
#include "kparity/compile/compiler.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "build_facts.hpp"
#include "kparity/compile/cache.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/settings.hpp"
#include "kparity/sha256.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The command in `setting`, the value of `variable`, else the first of `candidates` that is there.
std::vector<std::string> find_compiler(const std::string& variable, const std::string& setting,
                                       const std::string& language, const std::vector<std::string>& candidates) {
  if (std::vector<std::string> command = words(setting); !command.empty()) {
    if (!find_program(command[0]).empty()) return command;
    throw RuntimeFailure(variable + " names '" + command[0] + "', which is no program" +
                         (command[0].find('/') == std::string::npos ? " in PATH" : ""));
  }
  std::string tried;
  for (const std::string& candidate : candidates) {
    if (candidate.empty()) continue;
    if (!find_program(candidate).empty()) return {candidate};
    tried += (tried.empty() ? "" : ", ") + candidate;
  }
  throw RuntimeFailure("there is no " + language + " compiler (tried " + tried + "); install one or set " + variable);
}

/// The line a compiler says of itself; empty if it cannot be asked.
std::string version_line(const std::vector<std::string>& compiler) {
  std::vector<std::string> command = compiler;
  command.emplace_back("--version");
  const ProcessResult result = run_process(command);
  return result.output.substr(0, result.output.find('\n'));
}

bool is_location_start(std::string_view line) {
  // file:line: or file:line:column:
  const auto colon = line.find(':');
  return colon != std::string_view::npos && colon + 1 < line.size() && line[colon + 1] >= '0' && line[colon + 1] <= '9';
}

std::string without_blanks_around(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

}  // namespace

std::string find_program(const std::string& program) {
  const auto runs = [](const fs::path& file) {
    std::error_code ignored;
    return access(file.c_str(), X_OK) == 0 && !fs::is_directory(file, ignored);
  };
  if (program.find('/') != std::string::npos) return runs(program) ? program : "";
  const std::string path = environment("PATH");
  std::istringstream folders(path.empty() ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
    if (runs(file)) return file.string();
  }
  return "";
}

std::string first_error(std::string_view log) {
  std::string location, linker, last;
  std::istringstream lines{std::string(log)};
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" error: ") != std::string::npos && line.find(':') < line.find(" error: ")) {
      if (is_location_start(line)) return line;
      if (linker.empty()) linker = line;
    }
    if (line.starts_with("Error: ") ||
        line.starts_with("Fatal Error: ")) {  // gfortran: the location has a line of its own
      return location.empty() ? line : location.append(" ").append(line);
    }
    if (is_location_start(line) && line.ends_with(":")) location = line;
    const bool link = line.find("undefined reference") != std::string::npos ||
                      line.find("multiple definition") != std::string::npos ||
                      line.find("cannot find") != std::string::npos;
    if (link && linker.empty()) linker = line;
    if (!without_blanks_around(line).empty()) last = line;
  }
  if (!linker.empty()) return without_blanks_around(linker);
  return last.empty() ? "the compiler said nothing" : without_blanks_around(last);
}

const std::vector<std::string>& host_compiler() {
  static const std::vector<std::string> command =
      find_compiler("KPARITY_CXX", settings().cxx, "C++", {std::string(built_with_cxx()), "c++", "g++", "clang++"});
  return command;
}

const std::vector<std::string>& fortran_compiler() {
  static const std::vector<std::string> command =
      find_compiler("FC", environment("FC"), "Fortran", {std::string(built_with_fortran()), "gfortran"});
  return command;
}

std::string compiler_identity(const std::vector<std::string>& compiler) {
  std::error_code error;
  const std::string program = find_program(compiler[0]);
  const fs::path file = fs::canonical(program, error);
  struct stat status {};
  if (error || stat(file.c_str(), &status) != 0)
    throw RuntimeFailure("cannot run '" + compiler[0] + "': it is not there");
  std::ostringstream identity;
  for (const std::string& word : compiler) identity << word << '\n';
  identity << file.string() << '\n' << status.st_size << '\n' << status.st_mtim.tv_sec << '.' << status.st_mtim.tv_nsec;
  identity << '\n';
  // ccache and its like answer for a compiler behind them, whose change does not show in their own file.
  if (compiler.size() > 1 || file.filename() != fs::path(program).filename()) {
    const bool known = file.filename().string().find("g++") != std::string::npos ||
                       file.filename().string().find("clang") != std::string::npos ||
                       file.filename().string().find("gfortran") != std::string::npos;
    if (!known) return identity.str() + version_line(compiler);
  }
  return identity.str() + cached_bytes_in(cache_folder(), sha256("compiler version\n" + identity.str()), ".txt",
                                          [&] { return version_line(compiler); });
}

}  // namespace kparity::compile
