// Asks the compiler where its runtime lies, and looks for another compiler.
#include "kparity/emulate/sanitizer.hpp"

#include <filesystem>

#include "kparity/compile/compiler.hpp"
#include "kparity/emulate/emulate.hpp"

namespace kparity::emulate {

std::string address_sanitizer_runtime() {
  std::vector<std::string> command = compile::host_compiler();
  command.emplace_back(compiles_with_clang() ? "-print-file-name=libclang_rt.asan-x86_64.so"
                                             : "-print-file-name=libasan.so");
  const compile::ProcessResult result = compile::run_process(command);
  const std::string file = result.output.substr(0, result.output.find('\n'));
  std::error_code ignored;
  const bool is_there = file.find('/') != std::string::npos && std::filesystem::is_regular_file(file, ignored);
  return is_there ? file : "";
}

std::vector<std::string> clang_compiler() {
  if (compiles_with_clang()) return compile::host_compiler();
  constexpr int newest = 30, oldest = 14;
  std::vector<std::string> names;
  for (int version = newest; version >= oldest; --version) names.push_back("clang++-" + std::to_string(version));
  names.emplace_back("clang++");
  for (const std::string& name : names)
    if (!compile::find_program(name).empty()) return {name};
  return {};
}

}  // namespace kparity::emulate
