// Asks the compiler where its runtime lies.
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

}  // namespace kparity::emulate
