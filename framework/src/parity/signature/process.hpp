// Runs a program and keeps what it prints; for asking gfortran about an interface.
#pragma once

#include <string>
#include <vector>

namespace kparity::parity::signature {

struct Printed {
  bool started = false;
  int exit_code = -1;
  std::string output, errors;
};

/// Starts `arguments[0]`, looked up in PATH, without a shell, and waits for it.
Printed run(const std::vector<std::string>& arguments);

}  // namespace kparity::parity::signature
