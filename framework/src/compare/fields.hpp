// The fields of one tolerance form, as numbers: evaluates expressions and refuses what cannot be a bound.
#pragma once

#include <string>
#include <string_view>

#include "kparity/compare/compare.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

class Fields {
 public:
  Fields(const spec::KindUse& use, const Values& values) : use_(use), values_(values) {}

  /// A number of at least 0; 0 if the field is absent. Throws InvalidArgument for a negative number, NaN or infinity.
  double number(std::string_view name) const;
  /// A word; empty if the field is absent.
  std::string word(std::string_view name) const;

 private:
  const spec::Field* find(std::string_view name) const;
  double evaluate(const Expression& expression) const;

  const spec::KindUse& use_;
  const Values& values_;
};

}  // namespace kparity::compare
