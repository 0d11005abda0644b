// The values that checks produce and reports print: verdicts, comparisons, outcomes. Plain structs; includes nothing of
// the other stages, so that a report can be tested with hand-made values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kparity::result {

enum class Verdict : std::uint8_t {
  pass,
  suspect,
  fail,
  nondeterministic,
  race,
  barrier,
  bounds,
  uninitialised,
  undefined,
  limit,
  signature,
  inconclusive,
  vacuous,
  crashed,
  timeout,
  broken,
  skipped,
  unchecked,
  expected_failure,
};

/// One row of the table of verdicts; the single source for `kparity describe verdicts` and docs/verdicts.md.
struct VerdictInfo {
  Verdict verdict;
  std::string_view name;     // "expected failure"
  std::string_view meaning;  // one sentence
  std::string_view advice;   // what to do
};
const std::vector<VerdictInfo>& verdict_table();
std::string_view name_of(Verdict verdict);
/// The check ran to a verdict; false for skipped and unchecked only.
bool has_run(Verdict verdict);
/// Red verdicts make the exit code 1; `strict` adds skipped and unchecked.
bool is_red(Verdict verdict, bool strict);

/// One differing element.
struct Mismatch {
  std::uint64_t index = 0;              // flat
  std::vector<std::int64_t> position;   // multi-index; empty for rank 1
  std::string expected, got;            // shortest text that reads back to the same value
  std::string expected_bits, got_bits;  // hexadecimal, "0x3fd6..."
  double difference = 0;                // |got - expected|, NaN if not a number
  double ulps = 0;                      // representable numbers between them; 0 for integers, NaN if not a number
  std::string bound;                    // what was allowed: "1.1e-16", "2 ulp"; empty where equality is asked for
  double used = 0;                      // difference / bound; infinity when the class (NaN, infinity) differs
  std::string note;                     // "its initial value", "poison", ...
  std::string thread;                   // "thread 0 of block 1": who was to make it on a device; empty if not known
};

/// How one output of one case compared.
struct Comparison {
  static constexpr std::uint64_t shown_whole = 8;  // elements of an array that a report shows all of

  std::string output;  // "y", "particles.x"
  std::string rule;    // "exact", "ulp 2", "rel 1e-12 abs 1e-15", ...
  std::vector<std::int64_t> shape;
  std::uint64_t elements = 0, compared = 0, mismatches = 0;
  std::uint64_t explainable = 0;  // of the mismatches those that rounding in another order could explain
  std::optional<Mismatch> first, worst;
  double used = 0;             // largest share of the bound that any element used
  std::string pattern;         // what the mismatches have in common; empty if nothing was found
  std::string pattern_before;  // that of the case before shrinking, where this one is too small to show any
  std::string whole;           // what is wrong with the output as a whole (a norm, its size); empty if nothing
  std::vector<std::string> all_expected, all_got;  // every element of an output of a few; empty for a larger one
  bool agrees() const noexcept { return mismatches == 0 && whole.empty(); }
  bool is_suspect() const noexcept { return mismatches > 0 && explainable == mismatches && whole.empty(); }
};

/// The rule that judged one output in a whole check.
struct Rule {
  std::string output;
  std::string text;    // "exact", "auto, derived from the reference", "rel 1e-12"
  std::string reason;  // of the spec, where it states a tolerance; an override of `auto`
  bool is_override = false;
  double used = 0;           // largest share of the bound over all cases
  std::uint64_t judged = 0;  // cases in which it said something; with `auto` those that had to be, and the sample
};

/// A property of the spec that was checked.
struct Property {
  std::string text;         // "linear_in: x"
  std::uint64_t cases = 0;  // in which it held, or that showed it does not
};

/// How often something was drawn.
struct Drawn {
  std::string name;
  std::uint64_t cases = 0;
};

/// The cases of one family in a check.
struct FamilyCases {
  std::string family;
  std::uint64_t cases = 0;     // that ran
  std::uint64_t outside = 0;   // of them those outside the domain of the kernel, in which nothing was judged
  std::vector<Drawn> classes;  // which kinds of cases were among them
  std::string why_not;         // why there are none; empty if there could be
};

/// An array of a few elements, with all of them as text.
struct ShownArray {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<std::string> values;
};

/// Where in an emulated launch a failure shows, for a debugger that is to stop there.
struct LaunchPlace {
  std::array<unsigned, 3> block{}, thread{};
  bool descending = false;  // the order of threads in which it shows
  bool at_finding = false;  // this thread was running when a finding was made
};

/// The outcome of one check: one kernel, one kind of check, one implementation, one place.
struct Outcome {
  std::string kernel;
  std::string check;           // "parity", "signature"
  std::string implementation;  // "openmp"; empty where it does not apply
  std::string place;           // "host", "device"
  Verdict verdict = Verdict::pass;
  std::string reason;                   // one line; always set unless the verdict is pass
  std::vector<std::string> details;     // further lines, already plain text
  std::vector<Comparison> comparisons;  // of the smallest failing case
  std::vector<Rule> rules;              // one per output that is compared
  std::vector<Property> properties;     // those of the spec
  std::uint64_t cases = 0;              // run
  std::uint64_t pinned = 0;             // of them from the kernel's own list
  std::vector<FamilyCases> families;    // of all cases
  std::uint64_t compared = 0;           // elements compared over all cases
  double used = 0;                      // largest share of the bound over all cases
  std::string token;                    // of the smallest failing case
  std::string first_token;              // of the case that failed first, before shrinking
  unsigned shrink_steps = 0;
  std::vector<ShownArray> inputs;  // those that are small
  std::string likely;              // a diagnosis; empty if none is proved
  std::string same_every_time;     // "yes (5 runs)", "no: 3 of 5 runs differ"
  std::string replay;              // a command to paste
  std::string saved;               // where inputs and outputs of the failing case lie; empty if nowhere
  std::string file;                // the spec or source to look at
  /// Fingerprints of what the implementation wrote: in the case shown, then in each repetition. To compare runs of one
  /// case with each other, also of several processes; not reported.
  std::vector<std::uint64_t> written;
  std::optional<LaunchPlace> launch_place;  // if it is known; not reported
  double seconds = 0;
};

/// "axpy.parity.openmp", "axpy.signature": also the ctest entry.
std::string id_of(const Outcome& outcome);

struct Report {
  std::string command;  // "check"
  std::string version;
  std::uint64_t seed = 0;
  std::uint64_t cases = 0;
  std::vector<std::string> warnings;
  std::vector<Outcome> outcomes;
  double seconds = 0;
};

/// 0 all green, 1 something red, 4 nothing ran (all skipped or unchecked, or no outcome at all).
int exit_code(const Report& report, bool strict);

}  // namespace kparity::result
