// What a tolerance form is made of: the words a spec may use for it, and the rule it makes from them. A rule for
// elements judges one pair of finite numbers; a rule for the whole judges an output by one number, in addition.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "element.hpp"
#include "fields.hpp"
#include "kparity/spec/vocabulary.hpp"

namespace kparity::compare {

/// How far apart two things are, and how far apart they may be.
struct Measure {
  double amount = 0;
  double bound = 0;
  /// False for NaN and infinity, whatever the bound.
  bool within() const { return amount <= bound && amount <= std::numeric_limits<double>::max(); }
  /// At most 1 if within, infinity if not; NaN stands for 0 of 0. Without branches, for the block loops.
  double share_or_infinity() const { return within() ? amount / bound : std::numeric_limits<double>::infinity(); }
};

class ElementRule {
 public:
  virtual ~ElementRule() = default;
  virtual Measure measure(float expected, float actual) const = 0;
  virtual Measure measure(double expected, double actual) const = 0;
  /// The largest share of the bound over `count` pairs; infinity if one of them is beyond it or not finite.
  virtual double largest_share(std::type_identity<float>, const std::byte* expected, const std::byte* actual,
                               std::size_t count) const = 0;
  virtual double largest_share(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                               std::size_t count) const = 0;
  /// A bound as a report shows it: "1.1e-16", "2 ulp", "" for equality.
  virtual std::string bound_text(double bound) const = 0;
};

/// Judges all pairs of finite numbers of an output together.
class WholeRule {
 public:
  virtual ~WholeRule() = default;
  virtual Measure measure(std::type_identity<float>, const std::byte* expected, const std::byte* actual,
                          std::size_t count) const = 0;
  virtual Measure measure(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                          std::size_t count) const = 0;
  /// What is wrong: "norm l2 of the difference is 3 (at most 1e-06 allowed)".
  virtual std::string excess_text(const Measure& measure) const = 0;
};

struct Form {
  spec::KindRule rule;
  /// As a report names it: "ulp 2".
  std::string (*text)(const Fields& fields);
  /// Null for a form that judges the whole only.
  std::unique_ptr<ElementRule> (*elements)(const Fields& fields) = nullptr;
  /// Null for an elementwise form.
  std::unique_ptr<WholeRule> (*whole)(const Fields& fields) = nullptr;
};

/// The largest of `share(expected, actual)` over a block; the lanes let a compiler use vector registers.
template <class T, class Share>
double largest_over_block(const Share& share, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t lanes = 8;
  double largest[lanes] = {};
  const auto look = [&](std::size_t lane, std::size_t index) {
    const double one = share(load<T>(expected, index), load<T>(actual, index));
    largest[lane] = one > largest[lane] ? one : largest[lane];
  };
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes)
    for (std::size_t lane = 0; lane < lanes; ++lane) look(lane, index + lane);
  for (; index < count; ++index) look(0, index);
  double result = 0;
  for (const double one : largest) result = one > result ? one : result;
  return result;
}

/// Makes an ElementRule of a small struct with `Measure measure(T expected, T actual)` and `bound_text`.
template <class Rule>
class ElementRuleOf final : public ElementRule {
 public:
  explicit ElementRuleOf(Rule rule) : rule_(rule) {}
  Measure measure(float expected, float actual) const override { return rule_.measure(expected, actual); }
  Measure measure(double expected, double actual) const override { return rule_.measure(expected, actual); }
  double largest_share(std::type_identity<float>, const std::byte* expected, const std::byte* actual,
                       std::size_t count) const override {
    return over_block<float>(expected, actual, count);
  }
  double largest_share(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                       std::size_t count) const override {
    return over_block<double>(expected, actual, count);
  }
  std::string bound_text(double bound) const override { return rule_.bound_text(bound); }

 private:
  template <class T>
  double over_block(const std::byte* expected, const std::byte* actual, std::size_t count) const {
    if constexpr (requires { rule_.template over_block<T>(expected, actual, count); }) {
      return rule_.template over_block<T>(expected, actual, count);
    } else {
      const Rule rule = rule_;  // a local copy: its fields stay in registers
      const auto share = [rule](T e, T a) { return rule.measure(e, a).share_or_infinity(); };
      return largest_over_block<T>(share, expected, actual, count);
    }
  }

  Rule rule_;
};

template <class Rule>
std::unique_ptr<ElementRule> element_rule(Rule rule) {
  return std::make_unique<ElementRuleOf<Rule>>(rule);
}

/// All forms of kinds/, made once.
const std::vector<Form>& forms();
/// Throws InvalidArgument listing the forms; "auto" is `exact`.
const Form& find_form(std::string_view name);

}  // namespace kparity::compare

namespace kparity::compare::kinds {

using compare::Form;
std::vector<Form> all_forms();

}  // namespace kparity::compare::kinds
