// The fields of one tolerance form, as numbers: evaluates expressions and refuses what cannot be a bound. With them
// goes the case that a rule is made for, since some bounds depend on its values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kparity/compare/compare.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// What a rule is made for.
struct Occasion {
  const Context& context;
  DType dtype = DType::float64;
  std::span<const std::byte> expected;
  std::span<const double> shares{};  // of the bound, per element, where a function of the author's judges
};

/// An array of a case as the reference sees or makes it.
struct NamedArray {
  DType dtype;
  std::span<const std::byte> bytes;
};

class Fields {
 public:
  Fields(const spec::KindUse& use, const Occasion& occasion) : use_(use), occasion_(occasion) {}

  /// A number of at least 0; 0 if the field is absent. Throws InvalidArgument for a negative number, NaN or infinity.
  double number(std::string_view name) const;
  /// A number of either sign; empty if the field is absent.
  std::optional<double> signed_number(std::string_view name) const;
  /// A word; empty if the field is absent.
  std::string word(std::string_view name) const;
  /// A number as the spec has it, with the names in it: "1e-12", "2*n"; empty if the field is absent.
  std::string text(std::string_view name) const;

  const Occasion& occasion() const { return occasion_; }
  /// The array that a word names. Throws InvalidArgument if the case has none of that name.
  NamedArray array(std::string_view name) const;
  /// The largest magnitude among its finite elements; 0 if there are none.
  double largest_of(std::string_view name) const;

 private:
  const spec::Field* find(std::string_view name) const;
  double evaluate(const Expression& expression) const;

  const spec::KindUse& use_;
  const Occasion& occasion_;
};

/// The array of a case with that name, an input or the expected values of an output. Throws InvalidArgument.
NamedArray array_named(const Context& context, std::string_view name);
/// The largest magnitude among the finite elements of an array of numbers.
double largest_magnitude(DType dtype, std::span<const std::byte> bytes);
/// One element of an array of numbers or booleans.
double element_as_double(const NamedArray& array, std::uint64_t index);

}  // namespace kparity::compare
