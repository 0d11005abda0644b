// The variables that belong to a kernel's library instead of a launch: `__device__` and `__constant__` ones, and
// statics of functions. Found in the library's symbol table, so that the translator need not understand their
// declarations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kparity::emulate {

struct StaticVariable {
  std::string name;  // "table", "helpers::table"; of a function's own the last part: "count"
  const void* address = nullptr;
  std::size_t size = 0;
};

/// Of the loaded library that `inside` points into, but for the emulation's own. Empty if its file cannot be read.
std::vector<StaticVariable> static_variables(const void* inside);

/// The name in the source for one of the symbol table. Empty for what is not the user's.
std::string source_name(const std::string& symbol);

}  // namespace kparity::emulate
