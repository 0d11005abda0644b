// Judging a pair: what is no number first, then zeros, then the rule. The quick path of a block answers only what is
// certain; whatever is special goes through the slow path.
#include "judge.hpp"

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
  return {Status::differ, {}, infinity, note};
}

Judgement judge_nan(spec::SpecialPolicy policy, bool expected_is, bool actual_is) {
  if (policy == spec::SpecialPolicy::any) return {Status::not_compared, {}, 0, {}};
  if (expected_is && actual_is) {
    if (policy == spec::SpecialPolicy::match) return {};
    return differ("NaN on both sides, which `nan: forbid` rejects");
  }
  return differ(actual_is ? "NaN where the reference has a number" : "a number where the reference has NaN");
}

Judgement judge_infinity(spec::SpecialPolicy policy, bool expected_is, bool actual_is, bool equal) {
  if (policy == spec::SpecialPolicy::any) return {Status::not_compared, {}, 0, {}};
  if (expected_is && actual_is) {
    if (!equal) return differ("infinity of the other sign");
    if (policy == spec::SpecialPolicy::match) return {};
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

Judge::Judge(const spec::OutputSpec& output, DType dtype, const Values& values, const Derived* derived)
    : output_(output),
      form_(output.tolerance.form),
      values_(values),
      derived_(is_floating(dtype) && form_.kind == spec::auto_form ? derived : nullptr),
      floating_(is_floating(dtype)) {
  const Form& form = find_form(floating_ ? form_.kind : "exact");
  if (form.whole) whole_ = form.whole(Fields(form_, values_));
  const std::optional<spec::KindUse>& inner = output.tolerance.elementwise;
  const Form* element_form = form.elements ? &form : inner ? &find_form(inner->kind) : nullptr;
  if (element_form && element_form->elements)
    elements_ = element_form->elements(Fields(form.elements ? form_ : *inner, values_));
  else
    elements_ = element_rule(AnyNumber{});
}

std::string Judge::text() const {
  if (!floating_) return "exact";
  if (derived_) return "auto, " + derived_->origin;
  std::string text = find_form(form_.kind).text(Fields(form_, values_));
  if (const auto& inner = output_.tolerance.elementwise; whole_ && inner)
    text += " and " + find_form(inner->kind).text(Fields(*inner, values_));
  return text;
}

std::string Judge::bound_text(const Measure& measure) const {
  return derived_ ? rounded_text(measure.bound) : elements_->bound_text(measure.bound);
}

template <class T>
Judgement Judge::floating_pair(std::uint64_t index, T expected, T actual) const {
  if (std::isnan(expected) || std::isnan(actual))
    return judge_nan(output_.nan, std::isnan(expected), std::isnan(actual));
  if (!is_finite(expected) || !is_finite(actual))
    return judge_infinity(output_.inf, !is_finite(expected), !is_finite(actual), expected == actual);
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
  const Measure measure = elements_->measure(expected, actual);
  return {measure.within() ? Status::agree : Status::differ, measure, used_of(measure), {}};
}

template <class T>
Judgement Judge::pair(std::uint64_t index, T expected, T actual) const {
  if constexpr (std::is_floating_point_v<T>) {
    return floating_pair(index, expected, actual);
  } else {
    if (expected == actual) return {};
    return {Status::differ, {distance(expected, actual), 0}, infinity, {}};
  }
}

template <class T>
double Judge::quick_share([[maybe_unused]] std::uint64_t first, const std::byte* expected, const std::byte* actual,
                          std::size_t count, double so_far) const {
  if constexpr (std::is_floating_point_v<T>) {
    if (derived_ && !output_.signed_zero)
      return std::max(so_far, largest_share<T>(derived_->allowances.subspan(first, count), expected, actual));
    if (derived_) return infinity;
    if (output_.signed_zero && zero_signs_differ<T>(expected, actual, count)) return infinity;
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
