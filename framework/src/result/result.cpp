// The table of verdicts and what follows from it: names, which ones are red, and the exit code of a report. Everything
// that explains a verdict to a reader is printed from this table.
#include "kparity/result/result.hpp"

#include <algorithm>

namespace kparity::result {

const std::vector<VerdictInfo>& verdict_table() {
  using enum Verdict;
  static const std::vector<VerdictInfo> table = {
      {pass, "pass", "Every case was compared and lies within the rule.", "Nothing."},
      {suspect, "suspect",
       "A result is beyond the statistical bound, but rounding in an unlucky order could still explain it.",
       "Compare how both sides sum; if that is meant, state a tolerance in the spec with its reason."},
      {fail, "fail", "A result is beyond anything that rounding can explain.",
       "Read the pattern line, replay the smallest case, fix the implementation."},
      {nondeterministic, "nondeterministic",
       "Runs with the same inputs gave different bits although the spec declares the output stable.",
       "Look for atomics and unordered sums; if any order is right, declare `determinism: none`."},
      {race, "race", "Two threads touched the same element without an order between them, and one of them wrote.",
       "Add the missing barrier or atomic; equal results do not excuse a race."},
      {barrier, "barrier", "Threads of one block waited at different barriers, or some never arrived.",
       "Move the barrier out of the branch or the early return."},
      {bounds, "bounds", "The kernel read or wrote outside one of its arrays.",
       "Check the index of the named array against its shape; look at the last block and at size 0."},
      {uninitialised, "uninitialised", "An output depends on memory that nobody wrote.",
       "Initialise the named array or scratch space before it is read."},
      {undefined, "undefined",
       "The kernel did what the language leaves undefined: signed overflow, a wide shift, a misaligned access.",
       "Fix the named line; its result is luck."},
      {limit, "limit", "The launch needs more threads, shared memory or registers than the device offers.",
       "Change block size or shared memory in `launch:`."},
      {signature, "signature", "Names, order, types, constness or layout differ from the spec's signature.",
       "Make the source file agree with `signature:`, or the spec with the sources."},
      {inconclusive, "inconclusive",
       "Agreement means little: the bound exceeds a tenth of the output, or every difference hangs on a close "
       "decision.",
       "Generate inputs that give larger outputs or clearer decisions, or state a tolerance with its reason."},
      {vacuous, "vacuous",
       "Over all cases nothing was compared, nothing was written, an input had no influence, or a mandatory case was "
       "missing.",
       "Check outputs, shapes and minimum sizes; declare inputs that really are unused; draw more cases."},
      {crashed, "crashed", "The kernel ended its process: a signal, an exit or an exception.",
       "Replay the printed case under a debugger."},
      {timeout, "timeout", "The kernel did not come back within the time limit.",
       "Look for an endless loop in the printed case, or raise `--timeout`."},
      {broken, "broken", "The implementation cannot be built or loaded, or the check itself failed.",
       "Read the words of the compiler, the loader or the spec reader below the verdict."},
      {skipped, "skipped", "The check cannot run here: no device, no compiler, no spec.",
       "Supply what the reason names; `--strict` and KPARITY_REQUIRE_CUDA=1 make it red."},
      {unchecked, "unchecked", "The check could not come to a verdict: an unknown type, no libclang.",
       "Supply what the reason names; `--strict` makes it red."},
      {expected_failure, "expected failure", "It failed, as the spec declares with reason and date.",
       "Nothing until the date; afterwards, or once it passes, remove the declaration."},
  };
  return table;
}

std::string_view name_of(Verdict verdict) {
  for (const VerdictInfo& info : verdict_table())
    if (info.verdict == verdict) return info.name;
  return "unknown";
}

bool has_run(Verdict verdict) {
  return verdict != Verdict::skipped && verdict != Verdict::unchecked;
}

bool is_red(Verdict verdict, bool strict) {
  if (!has_run(verdict)) return strict;
  return verdict != Verdict::pass && verdict != Verdict::expected_failure;
}

std::string id_of(const Outcome& outcome) {
  std::string id = outcome.kernel + "." + outcome.check;
  if (!outcome.implementation.empty()) id += "." + outcome.implementation;
  return id;
}

int exit_code(const Report& report, bool strict) {
  const auto red = [&](const Outcome& outcome) { return is_red(outcome.verdict, strict); };
  const auto ran = [](const Outcome& outcome) { return has_run(outcome.verdict); };
  if (std::ranges::any_of(report.outcomes, red)) return 1;
  return std::ranges::any_of(report.outcomes, ran) ? 0 : 4;
}

}  // namespace kparity::result
