// A tolerance made ready for one case: policies for NaN, infinity and zeros around an element rule and, perhaps, a rule
// for the whole. Both the quick answer and the full report judge with it, so they cannot disagree.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "form.hpp"
#include "kparity/compare/compare.hpp"

namespace kparity::compare {

enum class Status : std::uint8_t {
  agree,
  differ,
  explainable,  // differs, but rounding in another order could explain it
  exception,    // misses the form in `and:`, as some elements may
  not_compared,
};

/// How one pair of elements was judged.
struct Judgement {
  Status status = Status::agree;
  Measure measure;         // of finite numbers
  double used = 0;         // share of the bound; above 1 exactly for a difference, infinity without a bound
  std::string_view note;   // why, where numbers alone do not say it: "NaN on both sides, ..."
  bool by_within = false;  // the measure is that of the form in `within:`
};

class Judge {
 public:
  /// `output` and the context of `occasion` must outlive it.
  Judge(const spec::OutputSpec& output, const Occasion& occasion);

  /// "rel 1e-12 abs 1e-15", "norm l2 1e-06 and ulp 4".
  std::string text() const;
  std::string bound_text(const Judgement& judgement) const;
  const WholeRule* whole() const { return whole_.get(); }
  /// What is wrong with so many exceptions among so many elements; empty if nothing.
  std::string excess_of(std::uint64_t exceptions, std::uint64_t elements) const;
  /// The share of the exceptions that are allowed.
  double share_of(std::uint64_t exceptions, std::uint64_t elements) const;

  /// How far element `index` may lie from what is right, of which `value` is a result.
  double room(std::uint64_t index, float value) const { return room_of(index, value); }
  double room(std::uint64_t index, double value) const { return room_of(index, value); }

  /// Element `index` of the output.
  template <class T>
  Judgement pair(std::uint64_t index, T expected, T actual) const;

  /// Whether `actual` would have been taken for element `index` if `expected` had been expected there. A function of
  /// the author's was asked about one pair only, so equality has to do.
  template <class T>
  bool takes(std::uint64_t index, T expected, T actual) const {
    return is_custom_ ? expected == actual : pair(index, expected, actual).status == Status::agree;
  }

  /// The larger of `so_far`, at most 1, and the largest share over `count` pairs from element `first` on, if all of
  /// them certainly agree; infinity if somebody has to look at each.
  template <class T>
  double quick_share(std::uint64_t first, const std::byte* expected, const std::byte* actual, std::size_t count,
                     double so_far) const;

 private:
  template <class T>
  Judgement floating_pair(std::uint64_t index, T expected, T actual) const;
  template <class T>
  double room_of(std::uint64_t index, T value) const {
    return derived_ ? derived_->allowances[index].linear : elements_->room(value);
  }
  Judgement by_author(std::uint64_t index) const;
  template <class T>
  Judgement by_rule(std::uint64_t index, T expected, T actual) const;

  const spec::OutputSpec& output_;
  const spec::KindUse& form_;
  Occasion occasion_;
  const Derived* derived_;  // null unless the output is a floating-point one with `tolerance: auto`
  bool is_custom_;          // a function of the author's has judged already
  bool by_equality_;        // integers and booleans, unless their tolerance says something else
  std::unique_ptr<ElementRule> elements_, within_;
  std::unique_ptr<WholeRule> whole_;
  std::unique_ptr<Exceptions> exceptions_;
};

/// How reports name a rule, before there is a case.
std::string text_of(const spec::OutputSpec& output, bool floating, const Occasion& occasion);

/// Elements judged at a time: both arrays' share of a block stays in the first-level cache.
inline constexpr std::size_t block_size = 1024;

/// `used` of a measure, above 1 if and only if it is not within.
double used_of(const Measure& measure);

}  // namespace kparity::compare
