// File and line of a code address of a kernel's library, with inlined calls: the innermost place that is not in the
// prelude.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kparity::compile {

struct SourcePlace {
  std::string file;  // empty if it cannot be told
  unsigned line = 0;
};

/// Asks addr2line (or llvm-symbolizer) once per address; libraries of kernels are never unloaded. Without either,
/// `file` is the library and `line` 0.
class Symbols {
 public:
  /// Frames in files whose path contains one of these texts are passed over.
  explicit Symbols(std::vector<std::string> prelude) : prelude_(std::move(prelude)) {}

  /// `address`: of an instruction of the call, as a return address less one.
  const SourcePlace& at(std::uintptr_t address);

 private:
  std::vector<std::string> prelude_;
  std::unordered_map<std::uintptr_t, SourcePlace> known_;
};

/// The name of the array in an index expression: `column`, from 1, is that of its first character or of its last
/// bracket, as compilers have it. Empty if there is no name.
std::string indexed_name(std::string_view line, unsigned column);
/// Line `number`, from 1, of a file; empty if it cannot be read.
std::string line_of(const std::string& file, unsigned number);

/// The frames that "addr2line -i" prints, innermost first: lines "file:line" with an optional remark behind.
std::vector<SourcePlace> parse_frames(const std::string& output);

}  // namespace kparity::compile
