// What a tolerance form is made of: the words a spec may use for it, and the rule it makes from them. A rule for
// elements judges one pair of finite numbers; a rule for the whole judges an output by one number, in addition. Pairs
// of integers are judged by their distance, as the pair (0, distance).
#pragma once

#include <algorithm>
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
};

class ElementRule {
 public:
  virtual ~ElementRule() = default;
  virtual Measure measure(float expected, float actual) const = 0;
  virtual Measure measure(double expected, double actual) const = 0;
  /// How far a result may lie from an expected value, in its own unit.
  virtual double room(float expected) const = 0;
  virtual double room(double expected) const = 0;
  /// The larger of `so_far`, at most 1, and the largest share of the bound over `count` pairs; infinity if one of them
  /// is beyond its bound or not finite.
  virtual double largest_share(std::type_identity<float>, const std::byte* expected, const std::byte* actual,
                               std::size_t count, double so_far) const = 0;
  virtual double largest_share(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                               std::size_t count, double so_far) const = 0;
  /// A bound as a report shows it: "1.1e-16", "2 ulp", "" for equality.
  virtual std::string bound_text(double bound) const = 0;
};

/// What a rule for the whole has gathered of the pairs so far.
struct Gathered {
  double difference = 0, reference = 0;
};

/// Judges all pairs of finite numbers of an output together. It is given the blocks of the output one by one, while
/// they are in the cache, and asked at the end.
class WholeRule {
 public:
  virtual ~WholeRule() = default;
  virtual void gather(std::type_identity<float>, const std::byte* expected, const std::byte* actual, std::size_t count,
                      Gathered& so_far) const = 0;
  virtual void gather(std::type_identity<double>, const std::byte* expected, const std::byte* actual, std::size_t count,
                      Gathered& so_far) const = 0;
  /// Of a whole output of which all blocks were gathered. Looks at it again only where that left the range of numbers.
  virtual Measure measure(std::type_identity<float>, const Gathered& all, const std::byte* expected,
                          const std::byte* actual, std::size_t count) const = 0;
  virtual Measure measure(std::type_identity<double>, const Gathered& all, const std::byte* expected,
                          const std::byte* actual, std::size_t count) const = 0;
  /// What is wrong: "norm l2 of the difference is 3 (at most 1e-06 allowed)".
  virtual std::string excess_text(const Measure& measure) const = 0;
};

/// Which elements may miss the form in `and:` and be held to that in `within:` instead.
class Exceptions {
 public:
  virtual ~Exceptions() = default;
  virtual bool may_be(std::uint64_t index) const = 0;
  /// How many of so many elements at most.
  virtual std::uint64_t most_of(std::uint64_t elements) const = 0;
};

struct Form {
  spec::KindRule rule;
  /// As a report names it: "ulp 2".
  std::string (*text)(const Fields& fields);
  /// Null for a form that judges the whole only.
  std::unique_ptr<ElementRule> (*elements)(const Fields& fields) = nullptr;
  /// Null for an elementwise form.
  std::unique_ptr<WholeRule> (*whole)(const Fields& fields) = nullptr;
  /// Null for a form under which every element is held to the same rule.
  std::unique_ptr<Exceptions> (*exceptions)(const Fields& fields) = nullptr;
};

/// Whether all pairs of a block are finite and use at most `share` of their bound: nearly every block of a large array
/// is answered here. What is left of the share is negative, infinite or NaN for any other pair, which its bits say;
/// gathered as integers they need no comparison and no order, so that compilers take several pairs at a time.
template <class T, class Rule>
bool all_within_share(const Rule& rule, const std::byte* expected, const std::byte* actual, std::size_t count,
                      double share) {
  Bits<double> marks = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const T e = load<T>(expected, i), a = load<T>(actual, i);
    const auto left = std::bit_cast<Bits<double>>(share * rule.bound(e) - rule.amount(e, a));
    marks |= left | mark_if_not_finite<double>(left);
  }
  return (marks & highest_bit<double>) == 0;
}

/// The largest share over a block of a rule's measures; infinity if one is not within. Without branches, and with lanes
/// that do not wait for each other.
template <class T, class Rule>
double largest_over_block(const Rule& rule, const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr std::size_t lanes = 4;
  constexpr double infinity = std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::max();
  double largest[lanes] = {};
  for (std::size_t index = 0; index < count; ++index) {
    const T e = load<T>(expected, index), a = load<T>(actual, index);
    const double amount = rule.amount(e, a), bound = rule.bound(e), quotient = amount / bound;
    const bool within = (amount <= bound) & (amount <= most);
    const double share = within ? quotient : infinity;
    double& so_far = largest[index % lanes];
    so_far = share > so_far ? share : so_far;  // 0 of 0 is NaN and never larger
  }
  return std::max({largest[0], largest[1], largest[2], largest[3]});
}

/// Makes an ElementRule of a small struct with `double amount(T expected, T actual)`, `double bound(T expected)`,
/// `bound_text`, perhaps an `over_block` of its own, and a `room` where its bound is no difference of numbers.
template <class Rule>
class ElementRuleOf final : public ElementRule {
 public:
  explicit ElementRuleOf(Rule rule) : rule_(rule) {}
  Measure measure(float expected, float actual) const override {
    return {rule_.amount(expected, actual), rule_.bound(expected)};
  }
  Measure measure(double expected, double actual) const override {
    return {rule_.amount(expected, actual), rule_.bound(expected)};
  }
  double room(float expected) const override { return room_of(expected); }
  double room(double expected) const override { return room_of(expected); }
  double largest_share(std::type_identity<float>, const std::byte* expected, const std::byte* actual, std::size_t count,
                       double so_far) const override {
    return over_block<float>(expected, actual, count, so_far);
  }
  double largest_share(std::type_identity<double>, const std::byte* expected, const std::byte* actual,
                       std::size_t count, double so_far) const override {
    return over_block<double>(expected, actual, count, so_far);
  }
  std::string bound_text(double bound) const override { return rule_.bound_text(bound); }

 private:
  template <class T>
  double room_of(T expected) const {
    if constexpr (requires { rule_.room(expected); }) {
      return rule_.room(expected);
    } else {
      return rule_.bound(expected);
    }
  }
  template <class T>
  double over_block(const std::byte* expected, const std::byte* actual, std::size_t count, double so_far) const {
    if constexpr (requires { rule_.template over_block<T>(expected, actual, count); }) {
      return std::max(so_far, rule_.template over_block<T>(expected, actual, count));
    } else {
      const Rule rule = rule_;  // a local copy: its fields stay in registers
      if (all_within_share<T>(rule, expected, actual, count, so_far)) return so_far;
      return std::max(so_far, largest_over_block<T>(rule, expected, actual, count));
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
/// Throws InvalidArgument listing the forms; "auto" is `exact`, which it means where nothing was derived.
const Form& find_form(std::string_view name);

}  // namespace kparity::compare

namespace kparity::compare::kinds {

using compare::Form;
std::vector<Form> all_forms();

}  // namespace kparity::compare::kinds
