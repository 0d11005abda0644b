// What a generator file must provide: the rule of its fields, when it can serve, how it fills an array, and, if it can
// serve a scalar, which values are legal. CMake collects the files of kinds/ into all_kinds().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/dtype.hpp"
#include "kparity/spec/vocabulary.hpp"
#include "philox.hpp"

namespace kparity::generate {

/// The integer scalars of a case by name.
using Values = std::function<std::int64_t(std::string_view)>;

/// One input as a generator sees it: the chosen kind with its fields, evaluated for one case.
struct Argument {
  std::string_view name;
  DType dtype = DType::float64;
  const spec::KindUse* use = nullptr;
  const Values* values = nullptr;

  /// The value of a field. The first form throws InvalidArgument if the field is absent, the second returns `fallback`.
  double real(std::string_view field) const;
  double real(std::string_view field, double fallback) const;
  std::int64_t integer(std::string_view field) const;
  std::int64_t integer(std::string_view field, std::int64_t fallback) const;
  bool flag(std::string_view field, bool fallback) const;
};

/// The legal values of a scalar: whole numbers in [low, high], or real numbers in [least, most], with `both_signs` also
/// their negatives. Empty if low > high or least > most.
struct Range {
  bool whole = true;
  std::int64_t low = 0, high = -1;
  double least = 0, most = -1;
  bool both_signs = false;

  bool empty() const { return whole ? low > high : !(least <= most); }
  bool contains(double value) const;
  bool contains(std::int64_t value) const { return low <= value && value <= high; }
};

struct Kind {
  spec::KindRule rule;
  /// Why `elements` elements cannot be generated for this argument; empty if they can. Only asked for elements > 0.
  std::string (*why_not)(const Argument& argument, std::uint64_t elements) = nullptr;
  /// Writes all elements; `out` is aligned for the argument's type and why_not() has nothing against it.
  void (*fill)(const Argument& argument, const Stream& stream, std::span<std::byte> out) = nullptr;
  /// The legal values of a scalar or of an independent element; null if neither is there. A scalar is drawn by filling
  /// one element.
  Range (*range)(const Argument& argument) = nullptr;
  /// What is wrong with contents that somebody else made; empty if nothing is. For kinds whose elements a kernel
  /// follows to places in memory; null for others, of which `range` says what can be said.
  std::string (*why_wrong)(const Argument& argument, std::span<const std::byte> contents) = nullptr;
  /// Elements do not depend on each other, so that any of them may become another value of the range.
  bool independent = false;
  /// An array of one value only is as legal, however long it is: sums over it stay in the range of their type.
  bool may_be_equal = false;
};

namespace kinds {
/// All generators in alphabetical order (written by the build from the files in kinds/).
std::vector<Kind> all_kinds();
}  // namespace kinds

/// Throws InvalidArgument naming the known kinds.
const Kind& find_kind(std::string_view name);

// Shared by the kinds: rows of their rules.
spec::FieldRule required_field(std::string name, spec::FieldType type, std::string doc);
spec::FieldRule optional_field(std::string name, spec::FieldType type, std::string fallback, std::string doc);

// Shared by the kinds: the values of a type that lie within bounds.

/// The whole numbers in [low, high] that `dtype` holds exactly.
Range whole_range(DType dtype, std::int64_t low, std::int64_t high);
/// The numbers of the floating `dtype` in [low, high], or in [low, high) with `half_open`.
Range real_range(DType dtype, double low, double high, bool half_open);
/// "min must not be above max: there is no double in [3, 1]".
std::string no_value(const Argument& argument, double low, double high, bool half_open);
std::string no_value(const Argument& argument, std::int64_t low, std::int64_t high);
/// Not empty if [low, high] is no range of whole numbers of the argument's type.
std::string whole_range_problem(const Argument& argument, std::int64_t low, std::int64_t high);

/// The integers of an array, whose address need not be aligned.
std::vector<std::int64_t> whole_numbers(DType dtype, std::span<const std::byte> contents);

/// The elements of `out` as numbers of type T.
template <class T>
std::span<T> elements_of(std::span<std::byte> out) {
  return {reinterpret_cast<T*>(out.data()), out.size() / sizeof(T)};
}

}  // namespace kparity::generate
