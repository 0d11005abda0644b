// Judging a pair: what is no number first, then zeros, then the rule. The quick path of a block answers only what is
// certain; whatever is special goes through the slow path.
#include "judge.hpp"

#include <cmath>
#include <cstring>

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

Judge::Judge(const spec::OutputSpec& output, DType dtype, const Values& values)
    : output_(output), form_(output.tolerance.form), values_(values), floating_(is_floating(dtype)) {
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
  std::string text = find_form(form_.kind).text(Fields(form_, values_));
  if (const auto& inner = output_.tolerance.elementwise; whole_ && inner)
    text += " and " + find_form(inner->kind).text(Fields(*inner, values_));
  return text;
}

template <class T>
Judgement Judge::floating_pair(T expected, T actual) const {
  if (std::isnan(expected) || std::isnan(actual))
    return judge_nan(output_.nan, std::isnan(expected), std::isnan(actual));
  if (!is_finite(expected) || !is_finite(actual))
    return judge_infinity(output_.inf, !is_finite(expected), !is_finite(actual), expected == actual);
  if (output_.signed_zero && zero_signs_differ<T>(reinterpret_cast<const std::byte*>(&expected),
                                                  reinterpret_cast<const std::byte*>(&actual), 1))
    return differ("zero of the other sign");
  const Measure measure = elements_->measure(expected, actual);
  return {measure.within() ? Status::agree : Status::differ, measure, used_of(measure), {}};
}

template <class T>
Judgement Judge::pair(T expected, T actual) const {
  if constexpr (std::is_floating_point_v<T>) {
    return floating_pair(expected, actual);
  } else {
    if (expected == actual) return {};
    return {Status::differ, {distance(expected, actual), 0}, infinity, {}};
  }
}

template <class T>
double Judge::quick_share(const std::byte* expected, const std::byte* actual, std::size_t count, double so_far) const {
  if constexpr (std::is_floating_point_v<T>) {
    if (output_.signed_zero && zero_signs_differ<T>(expected, actual, count)) return infinity;
    return elements_->largest_share(std::type_identity<T>{}, expected, actual, count, so_far);
  } else {
    return std::memcmp(expected, actual, count * sizeof(T)) == 0 ? so_far : infinity;
  }
}

template Judgement Judge::pair<char>(char, char) const;
template double Judge::quick_share<char>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<signed char>(signed char, signed char) const;
template double Judge::quick_share<signed char>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned char>(unsigned char, unsigned char) const;
template double Judge::quick_share<unsigned char>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<short>(short, short) const;
template double Judge::quick_share<short>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned short>(unsigned short, unsigned short) const;
template double Judge::quick_share<unsigned short>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<int>(int, int) const;
template double Judge::quick_share<int>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned int>(unsigned int, unsigned int) const;
template double Judge::quick_share<unsigned int>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<long>(long, long) const;
template double Judge::quick_share<long>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned long>(unsigned long, unsigned long) const;
template double Judge::quick_share<unsigned long>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<long long>(long long, long long) const;
template double Judge::quick_share<long long>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<unsigned long long>(unsigned long long, unsigned long long) const;
template double Judge::quick_share<unsigned long long>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<float>(float, float) const;
template double Judge::quick_share<float>(const std::byte*, const std::byte*, std::size_t, double) const;
template Judgement Judge::pair<double>(double, double) const;
template double Judge::quick_share<double>(const std::byte*, const std::byte*, std::size_t, double) const;

}  // namespace kparity::compare
