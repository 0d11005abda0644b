// Finds what the mismatches of an output have in common: where they are ("every element from 128 on") and what was got
// there instead ("the initial value", "the expected value of the next index"). Observations, never a diagnosis.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "judge.hpp"
#include "kparity/compare/compare.hpp"

namespace kparity::compare {

/// The two arrays being compared and what is known about them.
struct Subject {
  DType dtype;
  const std::vector<std::int64_t>& shape;
  std::uint64_t elements;
  std::span<const std::byte> expected, actual;
  const Judge& judge;
  const Context& context;
};

/// Whether an explanation holds at one element. `weak`: it does, but such a value may well be there by chance.
enum class Holds : std::uint8_t { no, unknown, weak, yes };

/// One explanation of the values got; alive while it holds at every mismatch seen.
struct Candidate {
  std::string text;
  std::function<Holds(std::uint64_t index)> holds;
  unsigned support = 0;  // 2 for a strong element, 1 for a weak one
  bool alive = true;
};

class PatternFinder {
 public:
  explicit PatternFinder(const Subject& subject);

  /// Takes the mismatches in ascending order.
  void add(std::uint64_t index);
  /// "every element from 128 on; got is the initial value"; empty if nothing was found.
  std::string text() const;

 private:
  const Subject& subject_;
  std::vector<Candidate> candidates_;
  std::uint64_t first_ = 0, last_ = 0, count_ = 0;
  std::uint64_t step_ = 0;  // greatest common divisor of the distances from the first mismatch
  bool all_on_border_ = true;
};

/// What the value got at one element is recognised as: "poison", "its initial value", "x[3]"; empty if nothing.
std::string note_of(const Subject& subject, std::uint64_t index);

/// The multi-index of a flat index in row-major order.
std::vector<std::int64_t> position_of(std::uint64_t index, const std::vector<std::int64_t>& shape);

}  // namespace kparity::compare
