// What breaking a kernel on purpose shows: one row per mutant, with what became of it. Plain structs, so that a report
// can be tested with hand-made values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/result.hpp"

namespace kparity::result {

enum class Fate : std::uint8_t {
  killed,      // some check was red
  survived,    // all checks were green
  equivalent,  // survived, and the source says why it changes nothing
  no_mutant,   // does not compile, or could not be run
};
std::string_view name_of(Fate fate);

struct MutantRow {
  std::string kernel, implementation;
  std::string file;  // "axpy_cuda.cu"
  std::uint32_t line = 0, column = 0;
  std::string kind;           // "guard"
  std::string before, after;  // "i < n", "true"
  std::string source_line;    // as it stands in the file
  bool declared = false;      // as equivalent
  Fate fate = Fate::no_mutant;
  std::string place;                     // where it was killed
  Verdict verdict = Verdict::unchecked;  // of the check that killed it
  std::string reason;                    // of that verdict, of the equivalence, or of there being no mutant
  std::string advice;                    // of a survivor: what would find it
};

struct MutationReport {
  std::string version;
  std::uint64_t seed = 0, cases = 0;
  std::vector<std::string> places;
  std::vector<std::string> warnings;
  std::vector<MutantRow> rows;  // in the order of the kernels and their texts
  double seconds = 0, processor_seconds = 0;
};

/// Killed and survived; equivalents and what is no mutant do not count.
struct MutationScore {
  std::uint64_t killed = 0, survived = 0;
  /// Percent; 100 if there is nothing to kill.
  double percent() const;
};
MutationScore score_of(const std::vector<MutantRow>& rows);

/// 0 if the score is at least `at_least` percent, 1 if not, 4 if no mutant was killed or survived.
int exit_code(const MutationReport& report, double at_least);

}  // namespace kparity::result
