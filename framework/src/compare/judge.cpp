// Judging a pair: what is no number first, then zeros, then the rule. The quick path of a block answers only what is
// certain; whatever is special goes through the slow path.
#include "judge.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "derived.hpp"
#include "number_text.hpp"

namespace kparity::compare {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Stands where a norm came without an elementwise form: any two finite numbers agree.
struct AnyNumber {
  template <class T>
  double amount(T expected, T actual) const {
    return is_finite(expected) && is_finite(actual) ? 0 : infinity;
  }
  template <class T>
  double bound(T) const {
    return 0;
  }
  template <class T>
  double over_block(const std::byte* expected, const std::byte* actual, std::size_t count) const {
    Bits<T> marks = 0;
    for (std::size_t i = 0; i < count; ++i)
      marks |= mark_if_not_finite<T>(load<Bits<T>>(expected, i)) | mark_if_not_finite<T>(load<Bits<T>>(actual, i));
    return (marks & highest_bit<T>) == 0 ? 0 : infinity;
  }
  std::string bound_text(double) const { return ""; }
};

Judgement differ(std::string_view note) {
  return {Status::differ, {}, infinity, note, false};
}

Judgement judge_nan(spec::SpecialPolicy policy, bool expected_is, bool actual_is) {
  if (policy == spec::SpecialPolicy::any) return {Status::not_compared, {}, 0, {}};
  if (expected_is && actual_is) {
    if (policy == spec::SpecialPolicy::match) return {};
    return differ("NaN on both sides, which `nan: forbid` rejects");
  }
  return differ(actual_is ? "NaN where the reference has a number" : "a number where the reference has NaN");
}

/// The largest finite number of its sign for an infinity.
template <class T>
T brought_back(T value) {
  return std::isinf(value) ? std::copysign(std::numeric_limits<T>::max(), value) : value;
}

template <class T>
Judgement judge_infinity(spec::SpecialPolicy policy, T expected, T actual) {
  const bool expected_is = !is_finite(expected), actual_is = !is_finite(actual), equal = expected == actual;
  if (policy == spec::SpecialPolicy::or_largest && brought_back(expected) == brought_back(actual)) return {};
  if (policy == spec::SpecialPolicy::any) return {Status::not_compared, {}, 0, {}};
  if (expected_is && actual_is) {
    if (!equal) return differ("infinity of the other sign");
    if (policy != spec::SpecialPolicy::forbid) return {};
    return differ("infinite on both sides, which `inf: forbid` rejects");
  }
  return differ(actual_is ? "infinite where the reference is finite" : "finite where the reference is infinite");
}

template <class T>
double distance(T expected, T actual) {
  if constexpr (std::is_integral_v<T>) {
    const auto high = std::max(expected, actual), low = std::min(expected, actual);
    return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
  } else {
    return std::fabs(static_cast<double>(actual) - static_cast<double>(expected));
  }
}

template <class T>
bool is_subnormal(T value) {
  const auto bits = std::bit_cast<Bits<T>>(value);
  return (bits & exponent_mask<T>) == 0 && Bits<T>(bits << 1) != 0;
}

template <class T>
bool zero_signs_differ(const std::byte* expected, const std::byte* actual, std::size_t count) {
  constexpr Bits<T> sign = Bits<T>(Bits<T>{1} << (8 * sizeof(T) - 1));
  bool found = false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto e = load<Bits<T>>(expected, i), a = load<Bits<T>>(actual, i);
    found |= ((e | a) & Bits<T>(~sign)) == 0 && e != a;
  }
  return found;
}

}  // namespace

double used_of(const Measure& measure) {
  if (measure.within()) return measure.amount > 0 ? measure.amount / measure.bound : 0;
  const double share = measure.amount / measure.bound;
  return share > 1 ? share : std::isnan(share) ? infinity : std::nextafter(1.0, 2.0);
}

namespace {

/// Whether numbers of a type are judged by the rules of a form; integers only by those that say more than equality.
bool has_rules(const spec::KindUse& form, bool floating) {
  if (floating) return true;
  return form.kind != spec::auto_form && form.kind != "exact" && find_form(form.kind).rule.for_integers;
}

std::unique_ptr<ElementRule> rule_of(const spec::KindUse& use, const Occasion& occasion) {
  return find_form(use.kind).elements(Fields(use, occasion));
}

}  // namespace

Judge::Judge(const spec::OutputSpec& output, const Occasion& occasion)
    : output_(output),
      form_(output.tolerance.form),
      occasion_(occasion),
      derived_(is_floating(occasion.dtype) && form_.kind == spec::auto_form ? occasion.context.derived : nullptr),
      is_custom_(form_.kind == spec::custom_form),
      by_equality_(!has_rules(form_, is_floating(occasion.dtype))) {
  if (by_equality_) return;
  const Form& form = find_form(form_.kind);
  const spec::Tolerance& tolerance = output.tolerance;
  if (form.whole) whole_ = form.whole(Fields(form_, occasion_));
  if (form.exceptions) exceptions_ = form.exceptions(Fields(form_, occasion_));
  if (form.elements) {
    elements_ = form.elements(Fields(form_, occasion_));
  } else {
    elements_ = tolerance.elementwise ? rule_of(*tolerance.elementwise, occasion_) : element_rule(AnyNumber{});
  }
  if (exceptions_) within_ = tolerance.within ? rule_of(*tolerance.within, occasion_) : element_rule(AnyNumber{});
}

std::string text_of(const spec::OutputSpec& output, bool floating, const Occasion& occasion) {
  const spec::Tolerance& tolerance = output.tolerance;
  if (!has_rules(tolerance.form, floating)) return "exact";
  const auto text = [&](const spec::KindUse& use) { return find_form(use.kind).text(Fields(use, occasion)); };
  std::string all = text(tolerance.form);
  if (tolerance.within) all += " within " + text(*tolerance.within);
  if (tolerance.elementwise) all += (tolerance.within ? ", else " : " and ") + text(*tolerance.elementwise);
  return all;
}

std::string Judge::text() const {
  if (derived_) return "auto, " + derived_->origin;
  return text_of(output_, is_floating(occasion_.dtype), occasion_);
}

double Judge::share_of(std::uint64_t exceptions, std::uint64_t elements) const {
  if (!exceptions_ || exceptions == 0) return 0;
  return used_of({static_cast<double>(exceptions), static_cast<double>(exceptions_->most_of(elements))});
}

std::string Judge::excess_of(std::uint64_t exceptions, std::uint64_t elements) const {
  if (!exceptions_ || exceptions <= exceptions_->most_of(elements)) return "";
  return fmt::format("{} of {} elements are outliers, more than {}", exceptions, elements,
                     exceptions_->most_of(elements));
}

std::string Judge::bound_text(const Judgement& judgement) const {
  if (by_equality_) return "";
  if (is_custom_) return "what " + Fields(form_, occasion_).word(spec::custom_form) + "() allows";
  const double bound = judgement.measure.bound;
  if (derived_) return rounded_text(bound);
  return (judgement.by_within ? within_ : elements_)->bound_text(bound);
}

template <class T>
Judgement Judge::floating_pair(std::uint64_t index, T expected, T actual) const {
  if (std::isnan(expected) || std::isnan(actual))
    return judge_nan(output_.nan, std::isnan(expected), std::isnan(actual));
  if (!is_finite(expected) || !is_finite(actual)) return judge_infinity(output_.inf, expected, actual);
  if (output_.subnormal != spec::SubnormalPolicy::detect) {
    const bool flushed = is_subnormal(expected) && actual == 0, kept = is_subnormal(actual) && expected == 0;
    if (output_.subnormal == spec::SubnormalPolicy::may_flush && (flushed || kept)) return {};
    if (output_.subnormal == spec::SubnormalPolicy::preserve && flushed)
      return differ("zero where the reference has a subnormal number, which `subnormal: preserve` rejects");
  }
  if (output_.signed_zero && zero_signs_differ<T>(reinterpret_cast<const std::byte*>(&expected),
                                                  reinterpret_cast<const std::byte*>(&actual), 1))
    return differ("zero of the other sign");
  if (derived_) {
    const Allowance& allowance = derived_->allowances[index];
    const Measure measure = measure_of(allowance, expected, actual);
    if (measure.within()) return {Status::agree, measure, used_of(measure), {}};
    const bool explainable = measure.amount <= allowance.linear && std::isfinite(measure.amount);
    return {explainable ? Status::explainable : Status::differ, measure, used_of(measure), {}};
  }
  return by_rule(index, expected, actual);
}

Judgement Judge::by_author(std::uint64_t index) const {
  const Measure measure{occasion_.shares[index], 1};
  return {measure.within() ? Status::agree : Status::differ, measure, used_of(measure), {}};
}

template <class T>
Judgement Judge::by_rule(std::uint64_t index, T expected, T actual) const {
  if (is_custom_) return by_author(index);
  const Measure measure = elements_->measure(expected, actual);
  if (measure.within()) return {Status::agree, measure, used_of(measure), {}};
  if (!exceptions_ || !exceptions_->may_be(index)) return {Status::differ, measure, used_of(measure), {}};
  const Measure farthest = within_->measure(expected, actual);
  return {farthest.within() ? Status::exception : Status::differ, farthest, used_of(farthest), {}, true};
}

template <class T>
Judgement Judge::pair([[maybe_unused]] std::uint64_t index, T expected, T actual) const {
  if constexpr (std::is_floating_point_v<T>) {
    return floating_pair(index, expected, actual);
  } else {
    if (is_custom_) return by_author(index);
    if (expected == actual) return {};
    if (by_equality_) return {Status::differ, {distance(expected, actual), 0}, infinity, {}};
    return by_rule(index, 0., distance(expected, actual));
  }
}

template <class T>
double Judge::quick_share([[maybe_unused]] std::uint64_t first, const std::byte* expected, const std::byte* actual,
                          std::size_t count, double so_far) const {
  if (is_custom_) return infinity;
  if constexpr (std::is_floating_point_v<T>) {
    if (derived_ && !output_.signed_zero && output_.subnormal != spec::SubnormalPolicy::preserve)
      return std::max(so_far, largest_share<T>(derived_->allowances.subspan(first, count), expected, actual));
    if (derived_) return infinity;
    if (output_.signed_zero && zero_signs_differ<T>(expected, actual, count)) return infinity;
    if (output_.subnormal == spec::SubnormalPolicy::preserve) return infinity;
    return elements_->largest_share(std::type_identity<T>{}, expected, actual, count, so_far);
  } else {
    return std::memcmp(expected, actual, count * sizeof(T)) == 0 ? so_far : infinity;
  }
}

template Judgement Judge::pair<char>(std::uint64_t, char, char) const;
template double Judge::quick_share<char>(std::uint64_t, const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<signed char>(std::uint64_t, signed char, signed char) const;
template double Judge::quick_share<signed char>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                double) const;
template Judgement Judge::pair<unsigned char>(std::uint64_t, unsigned char, unsigned char) const;
template double Judge::quick_share<unsigned char>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                  double) const;
template Judgement Judge::pair<short>(std::uint64_t, short, short) const;
template double Judge::quick_share<short>(std::uint64_t, const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned short>(std::uint64_t, unsigned short, unsigned short) const;
template double Judge::quick_share<unsigned short>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                   double) const;
template Judgement Judge::pair<int>(std::uint64_t, int, int) const;
template double Judge::quick_share<int>(std::uint64_t, const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned int>(std::uint64_t, unsigned int, unsigned int) const;
template double Judge::quick_share<unsigned int>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                 double) const;
template Judgement Judge::pair<long>(std::uint64_t, long, long) const;
template double Judge::quick_share<long>(std::uint64_t, const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned long>(std::uint64_t, unsigned long, unsigned long) const;
template double Judge::quick_share<unsigned long>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                  double) const;
template Judgement Judge::pair<long long>(std::uint64_t, long long, long long) const;
template double Judge::quick_share<long long>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                              double) const;
template Judgement Judge::pair<unsigned long long>(std::uint64_t, unsigned long long, unsigned long long) const;
template double Judge::quick_share<unsigned long long>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                                       double) const;
template Judgement Judge::pair<float>(std::uint64_t, float, float) const;
template double Judge::quick_share<float>(std::uint64_t, const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<double>(std::uint64_t, double, double) const;
template double Judge::quick_share<double>(std::uint64_t, const std::byte*, const std::byte*, std::size_t,
                                           double) const;

}  // namespace kparity::compare
