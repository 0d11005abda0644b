// Mutants: copies of a source with one small fault each, of the kinds that ports to CUDA really have. A check that
// cannot tell a mutant from the source would not have found that fault.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::mutate {

/// One change of a text.
struct Mutant {
  std::string kind;  // "guard", "comparison", ...
  std::uint32_t line = 0, column = 0;
  std::size_t begin = 0, end = 0;  // of what is replaced, in the text
  std::string before, after;       // the characters there, and what takes their place
};

/// A kind of fault, for `kparity describe mutants` and docs/mutants.md.
struct KindInfo {
  std::string_view name;
  std::string_view fault;   // "`if (i >= n) return;` returns never, any other condition holds always"
  std::string_view advice;  // what a spec needs to find it
};
const std::vector<KindInfo>& kind_table();

/// All mutants of a C++ or CUDA source, in the order of the text. `kernel` names the function whose parameters may be
/// swapped. Directives, and code outside of functions, stay as they are.
std::vector<Mutant> mutants_of(std::string_view text, std::string_view kernel);

/// The text with the fault in it.
std::string text_with(std::string_view text, const Mutant& mutant);

/// A mutant that its author has said to change nothing: `// kparity: equivalent comparison: why`, at the end of the
/// line or alone in the line before it.
struct Equivalent {
  std::string kind;
  std::uint32_t line = 0;  // of the code it speaks of
  std::string reason;
};
/// Throws RuntimeFailure, with `file` and line, for an unknown kind or one without a reason.
std::vector<Equivalent> equivalents_in(const std::string& file, std::string_view text);

}  // namespace kparity::mutate
