// Finds the files that a source file includes, without a compiler: aware of comments, strings and line splices, blind
// to
// `#if`, so it lists rather too many than too few. Cache keys and the embedded `.cu` texts rest on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kparity {

struct IncludeName {
  enum class Form { quoted, angle, computed };  // computed: `#include MACRO`, whose name only the preprocessor knows
  Form form = Form::quoted;
  std::string name;  // as written; empty if computed
  friend bool operator==(const IncludeName&, const IncludeName&) = default;
};

/// The include directives of a C++ or CUDA text, in order.
std::vector<IncludeName> scan_includes(std::string_view text);
/// The `include 'file'` lines and `#include` directives of a Fortran text.
std::vector<IncludeName> scan_fortran_includes(std::string_view text);

struct SourceFile {
  std::string path;
  std::string name;  // relative to the folder of the first file: "axpy_cuda.cu", "../common/reduce.cuh"
  std::string text;
};

struct SourceClosure {
  std::vector<SourceFile> files;  // the file itself first, then what it includes, each once
  bool computed = false;          // a computed include was seen; `files` may lack something
};

/// `path` and all that it includes, directly or not. A quoted name is looked up in the folder of the including file,
/// then in `include_dirs`; an angle name in `include_dirs` only. What is found in none of them belongs to a compiler
/// and is left out. Throws FileNotFound for `path` itself.
SourceClosure include_closure(const std::string& path, const std::vector<std::string>& include_dirs);

}  // namespace kparity
