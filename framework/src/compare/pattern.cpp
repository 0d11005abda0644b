// Every explanation is a small predicate over one element; the mismatches stream past and those that fail once are
// dropped. Where they are needs only the first, the last, the count, and the common step.
#include "pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

namespace kparity::compare {

namespace {

// --- what was got ----------------------------------------------------------------------------------------------------

bool same_bytes(const Subject& subject, std::uint64_t index, std::span<const std::byte> other) {
  const std::size_t size = size_of(subject.dtype);
  if (other.size() / size <= index) return false;
  return std::memcmp(subject.actual.data() + index * size, other.data() + index * size, size) == 0;
}

bool is_pattern(const Subject& subject, std::uint64_t index, std::span<const std::byte> pattern) {
  const std::size_t size = size_of(subject.dtype), offset = index * size;
  if (pattern.empty()) return false;
  for (std::size_t k = 0; k < size; ++k)
    if (subject.actual[offset + k] != pattern[(offset + k) % pattern.size()]) return false;
  return true;
}

/// Small integers and 0, 1, -1 meet by chance; other floating values hardly do.
template <class T>
Holds strength([[maybe_unused]] T value) {
  if constexpr (std::is_integral_v<T>) {
    return Holds::weak;
  } else {
    return value == 0 || value == 1 || value == -1 ? Holds::weak : Holds::yes;
  }
}

template <class T>
Holds if_true(bool holds, T value) {
  return holds ? strength(value) : Holds::no;
}

template <class T>
struct Elements {
  const Subject& subject;
  T expected(std::uint64_t index) const { return load<T>(subject.expected.data(), index); }
  T actual(std::uint64_t index) const { return load<T>(subject.actual.data(), index); }
  /// The value got at `index` is the one expected at `other`, up to the rule.
  Holds as_expected_at(std::uint64_t index, std::uint64_t other) const {
    const T got = actual(index);
    return if_true(subject.judge.takes(other, expected(other), got), got);
  }
};

template <class T>
void add_changed_value_candidates(const Elements<T>& at, std::vector<Candidate>& candidates) {
  const auto agree = [judge = &at.subject.judge](std::uint64_t i, T expected, T actual) {
    return judge->takes(i, expected, actual);
  };
  candidates.push_back({"got is zero", [at](std::uint64_t i) { return at.actual(i) == T{} ? Holds::yes : Holds::no; }});
  if constexpr (std::is_floating_point_v<T>) {
    const auto is_nan = [at](std::uint64_t i) { return std::isnan(at.actual(i)) ? Holds::yes : Holds::no; };
    const auto is_infinite = [at](std::uint64_t i) { return std::isinf(at.actual(i)) ? Holds::yes : Holds::no; };
    candidates.push_back({"got is NaN", is_nan});
    candidates.push_back({"got is infinite", is_infinite});
  }
  if constexpr (std::is_signed_v<T> && sizeof(T) >= 4) {
    const auto factor = [&](const char* text, T numerator, T denominator) {
      candidates.push_back({text, [at, agree, numerator, denominator](std::uint64_t i) {
                              const T e = at.expected(i);
                              if constexpr (std::is_integral_v<T>) {
                                if (e > std::numeric_limits<T>::max() / 4 || e < std::numeric_limits<T>::min() / 4)
                                  return Holds::no;
                              }
                              return if_true(agree(i, e * numerator / denominator, at.actual(i)), e);
                            }});
    };
    factor("got is the negated expected value", -1, 1);
    factor("got is twice the expected value", 2, 1);
    factor("got is half the expected value", 1, 2);
  }
}

template <class T>
void add_moved_value_candidates(const Elements<T>& at, std::vector<Candidate>& candidates) {
  const Subject& subject = at.subject;
  const std::uint64_t elements = subject.elements;
  candidates.push_back({"got equals the expected value of index i+1", [at, elements](std::uint64_t i) {
                          return i + 1 < elements ? at.as_expected_at(i, i + 1) : Holds::unknown;
                        }});
  candidates.push_back({"got equals the expected value of index i-1",
                        [at](std::uint64_t i) { return i > 0 ? at.as_expected_at(i, i - 1) : Holds::unknown; }});
  if (subject.shape.size() == 2 && subject.shape[0] > 1 && subject.shape[1] > 1) {
    const auto rows = static_cast<std::uint64_t>(subject.shape[0]),
               columns = static_cast<std::uint64_t>(subject.shape[1]);
    candidates.push_back({"got is the transposed expected output", [at, rows, columns](std::uint64_t i) {
                            return at.as_expected_at(i, i % columns * rows + i / columns);
                          }});
  }
}

std::vector<Candidate> value_candidates(const Subject& subject) {
  std::vector<Candidate> candidates;
  for (const auto pattern : subject.context.poisons)
    candidates.push_back({"got is poison, nobody wrote there", [&subject, pattern](std::uint64_t i) {
                            if (!is_pattern(subject, i, pattern)) return Holds::no;
                            return size_of(subject.dtype) == 1 ? Holds::weak : Holds::yes;
                          }});
  if (!subject.context.initial.empty())
    candidates.push_back({"got is the initial value", [&subject](std::uint64_t i) {
                            return same_bytes(subject, i, subject.context.initial) ? Holds::yes : Holds::no;
                          }});
  visit_storage(subject.dtype, [&]<class T>(std::type_identity<T>) {
    const Elements<T> at{subject};
    for (const Context::Array& input : subject.context.inputs)
      if (input.dtype == subject.dtype)
        candidates.push_back({"got equals input " + input.name, [&subject, &input, at](std::uint64_t i) {
                                return if_true(same_bytes(subject, i, input.bytes), at.actual(i));
                              }});
    add_changed_value_candidates(at, candidates);
    add_moved_value_candidates(at, candidates);
  });
  return candidates;
}

// --- where -----------------------------------------------------------------------------------------------------------

/// The groups that kernels divide their elements into: vector registers, warps, blocks.
constexpr std::uint64_t smallest_group = 4, largest_group = 1024;

/// The largest group whose last, partly filled one begins exactly at `first`; 0 if none.
std::uint64_t group_ending_at(std::uint64_t first, std::uint64_t elements) {
  for (std::uint64_t group = largest_group; group >= smallest_group; group /= 2)
    if (elements > group && elements % group != 0 && first == elements - elements % group) return group;
  return 0;
}

/// The smallest group whose last, partly filled one contains all from `first` on; 0 if none.
std::uint64_t group_containing(std::uint64_t first, std::uint64_t elements) {
  for (std::uint64_t group = smallest_group; group <= largest_group; group *= 2)
    if (elements > group && elements % group != 0 && first >= elements - elements % group) return group;
  return 0;
}

/// One chance in 64 that so many mismatches, scattered at random, all lie from `first` on.
bool tail_is_meant(std::uint64_t first, std::uint64_t count, std::uint64_t elements) {
  const double share = static_cast<double>(elements - first) / static_cast<double>(elements);
  return -std::log2(share) * static_cast<double>(count) >= 6;
}

/// Elements in one row: all extents but the first.
std::uint64_t row_length(const std::vector<std::int64_t>& shape) {
  std::uint64_t length = 1;
  for (std::size_t d = 1; d < shape.size(); ++d) length *= static_cast<std::uint64_t>(shape[d]);
  return length;
}

bool on_border(std::uint64_t index, const std::vector<std::int64_t>& shape) {
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(shape[d]);
    const std::uint64_t i = index % extent;
    if (i == 0 || i + 1 == extent) return true;
    index /= extent;
  }
  return false;
}

/// " (from n - n mod 128 on)" where that is where the elements begin.
std::string tail_text(std::uint64_t first, std::uint64_t elements) {
  const std::uint64_t group = group_ending_at(first, elements);
  return group == 0 ? "" : fmt::format(" (from n - n mod {} on)", group);
}

std::string range_text(std::uint64_t first, std::uint64_t last, std::uint64_t elements, std::uint64_t row) {
  if (row > 1 && first % row == 0 && (last + 1) % row == 0) {
    const std::uint64_t from = first / row, to = last / row;
    if (from == to) return fmt::format("the whole row {}", from);
    return fmt::format("the whole rows {} to {}", from, to);
  }
  if (last + 1 == elements) return fmt::format("every element from {} on{}", first, tail_text(first, elements));
  if (first == 0) return fmt::format("every element up to {}", last);
  return fmt::format("every element from {} to {}", first, last);
}

std::string single_text(std::uint64_t index, std::uint64_t elements) {
  if (index + 1 == elements) return "a single element, the last" + tail_text(index, elements);
  return index == 0 ? "a single element, the first" : "a single element";
}

/// One chance in 64 that mismatches scattered at random have this common step.
bool step_is_meant(std::uint64_t step, std::uint64_t count) {
  return count >= 2 && std::log2(static_cast<double>(step)) * static_cast<double>(count - 1) >= 6;
}

/// "298, the last".
std::string column_text(std::uint64_t column, std::uint64_t columns) {
  return fmt::format("{}{}", column, column == 0 ? ", the first" : column + 1 == columns ? ", the last" : "");
}

std::string step_text(std::uint64_t first, std::uint64_t last, std::uint64_t step, std::uint64_t count,
                      std::uint64_t elements, std::uint64_t row) {
  const std::uint64_t rest = first % step;
  const bool without_gap = (last - first) / step + 1 == count;
  const bool to_both_ends = first == rest && last + step >= elements;
  if (row > 1 && step == row && without_gap && to_both_ends) return "the whole column " + column_text(rest, row);
  if (row > 1 && step % row == 0) return "only in column " + column_text(first % row, row);
  if (!without_gap) return fmt::format("only elements with i mod {} = {}", step, rest);
  const std::string from = to_both_ends ? "" : fmt::format(" from {} to {}", first, last);
  return fmt::format("every element{} with i mod {} = {}", from, step, rest);
}

}  // namespace

PatternFinder::PatternFinder(const Subject& subject) : subject_(subject), candidates_(value_candidates(subject)) {}

void PatternFinder::add(std::uint64_t index) {
  if (count_ == 0) first_ = index;
  last_ = index;
  ++count_;
  step_ = std::gcd(step_, index - first_);
  all_on_border_ = all_on_border_ && subject_.shape.size() >= 2 && on_border(index, subject_.shape);
  for (Candidate& candidate : candidates_) {
    if (!candidate.alive) continue;
    const Holds holds = candidate.holds(index);
    candidate.alive = holds != Holds::no;
    candidate.support += holds == Holds::yes ? 2 : holds == Holds::weak ? 1 : 0;
  }
}

std::string PatternFinder::text() const {
  if (count_ == 0) return "";
  const std::uint64_t elements = subject_.elements;
  const std::uint64_t row = subject_.shape.size() == 2 ? row_length(subject_.shape) : 1;
  std::string where;
  if (count_ == elements) {
    where = elements == 1 ? "the only element" : "every element";
  } else if (count_ == 1) {
    where = single_text(first_, elements);
  } else if (last_ - first_ + 1 == count_) {
    where = range_text(first_, last_, elements, row);
  } else if (step_ > 1 && step_is_meant(step_, count_)) {
    where = step_text(first_, last_, step_, count_, elements, row);
  } else if (all_on_border_ && count_ >= 4) {
    where = "only elements on the border";
  } else if (tail_is_meant(first_, count_, elements)) {
    if (const std::uint64_t group = group_containing(first_, elements))
      where = fmt::format("only elements from n - n mod {} on", group);
  }
  for (const Candidate& candidate : candidates_)
    if (candidate.alive && candidate.support >= 2)
      return where.empty() ? candidate.text : where + "; " + candidate.text;
  return where;
}

std::string note_of(const Subject& subject, std::uint64_t index) {
  for (const auto pattern : subject.context.poisons)
    if (is_pattern(subject, index, pattern)) return "poison";
  if (same_bytes(subject, index, subject.context.initial)) return "its initial value";
  return "";
}

std::vector<std::int64_t> position_of(std::uint64_t index, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> position(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    const auto extent = static_cast<std::uint64_t>(shape[d]);
    position[d] = static_cast<std::int64_t>(index % extent);
    index /= extent;
  }
  return position;
}

}  // namespace kparity::compare
