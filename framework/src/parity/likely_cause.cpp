// From what the mismatches have in common to what an author should look for. Each rule says no more than the pattern
// shows.
#include "likely_cause.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kparity::parity {

namespace {

struct Rule {
  std::vector<std::string_view> fragments;  // all of them stand in the pattern
  std::string_view cause;
  bool of_values = false;  // about what was computed, which a few elements may show by chance
};

/// The first rule that fits is the most specific one.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> table{
      {{"n mod", "initial value"},
       "the last, partly filled group is left out: a count is divided and rounded down, or a tail loop is missing"},
      {{"n mod", "poison"},
       "the last, partly filled group is left out: a count is divided and rounded down, or a tail loop is missing"},
      {{"the last", "initial value"}, "the loop ends one element too early"},
      {{"the last", "poison"}, "the loop ends one element too early"},
      {{"the first", "initial value"}, "the loop begins one element too late"},
      {{"the first", "poison"}, "the loop begins one element too late"},
      {{"every element from", " on", "initial value"}, "the loop ends too early: nothing is written beyond this point"},
      {{"every element from", " on", "poison"}, "the loop ends too early: nothing is written beyond this point"},
      {{"every element;", "poison"}, "the output is never written"},
      {{"every element", "initial value"}, "the output is never written: it still has its initial contents"},
      {{"the only element", "initial value"}, "the output is never written: it still has its initial contents"},
      {{"the only element", "poison"}, "the output is never written"},
      {{"poison"}, "these elements are never written"},
      {{"initial value"}, "these elements are never written"},
      {{"index i+1"}, "an index is too large by one", true},
      {{"index i-1"}, "an index is too small by one", true},
      {{"transposed"}, "rows and columns are exchanged", true},
      {{"negated"}, "a sign is wrong", true},
      {{"twice"}, "something is added or multiplied twice", true},
      {{"half the expected"}, "a factor of two is missing", true},
      {{"border"}, "the boundary is treated differently"},
      {{"got equals input"}, "an input is copied instead of computed with", true},
  };
  return table;
}

bool fits(const Rule& rule, const result::Comparison& comparison) {
  if (rule.of_values && comparison.mismatches < handful) return false;
  return std::all_of(rule.fragments.begin(), rule.fragments.end(), [&](std::string_view fragment) {
    return comparison.pattern.find(fragment) != std::string_view::npos;
  });
}

std::string cause_in(const result::Comparison& comparison) {
  for (const auto& rule : rules())
    if (fits(rule, comparison)) return std::string(rule.cause);
  return "";
}

std::string cause_in_launch(const result::Comparison& comparison, std::uint64_t block) {
  const std::string& pattern = comparison.pattern;
  const auto says = [&](std::string_view words) { return pattern.find(words) != std::string::npos; };
  if (!says("initial value") && !says("poison")) return "";  // somebody wrote there
  if (!comparison.first || comparison.mismatches == comparison.elements) return "";
  if (says(fmt::format("(from n - n mod {} on)", block)))
    return "the last, partly filled block is left out: the number of blocks, or a bound in the kernel, is n / block "
           "rounded down";
  if (comparison.first->index == block && says("every element from"))
    return "only the first block writes: blockIdx is left out of the index, or one block is launched";
  return "";
}

}  // namespace

const result::Comparison* larger_comparison(const result::Comparison& comparison,
                                            const std::vector<result::Comparison>& first) {
  const auto found = std::find_if(first.begin(), first.end(),
                                  [&](const result::Comparison& other) { return other.output == comparison.output; });
  return found != first.end() && found->elements > comparison.elements ? &*found : nullptr;
}

std::string likely_cause(const std::vector<result::Comparison>& comparisons,
                         const std::vector<result::Comparison>& first) {
  for (const auto& comparison : comparisons) {
    const auto* larger = comparison.elements < handful ? larger_comparison(comparison, first) : nullptr;
    if (auto cause = cause_in(larger == nullptr ? comparison : *larger); !cause.empty()) return cause;
  }
  for (const auto& comparison : first)
    if (auto cause = cause_in(comparison); !cause.empty()) return cause;
  return "";
}

std::string cause_in_launch(const std::vector<result::Comparison>& comparisons, std::uint64_t block) {
  for (const auto& comparison : comparisons)
    if (auto cause = cause_in_launch(comparison, block); !cause.empty()) return cause;
  return "";
}

}  // namespace kparity::parity
