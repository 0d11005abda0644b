// A number that knows how far another correct computation of it may be off. A check instantiates the template of a
// reference with it and takes the tolerance of each output from the result (docs/tolerances.md).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kparity/allowance.hpp"
#include "kparity/double_double.hpp"
#include "kparity/intrinsic_limits.hpp"

namespace kparity {

/// What holds for all numbers of a run; the only state that they share. Not for several threads at a time.
struct BoundContext {
  /// Decisions (comparisons, roundings to a whole number, conversions to an integer) that another correct computation
  /// may take the other way, because both sides are closer than their bounds.
  std::uint64_t close_decisions = 0;
  /// Whether the implementation under test takes subnormal numbers for zero.
  bool flushes_subnormals = false;
  /// Bit i: close decision number i is taken the other way in this run.
  std::uint64_t other_ways = 0;
};
/// What a close decision counts that has no other way to be taken here: more than a run can have that has one for all.
inline constexpr std::uint64_t not_to_be_turned = 64;
inline BoundContext bound_context;

/// The format that an implementation computes in, and the wider one it is compared with.
template <class T>
struct BoundFormat;

template <>
struct BoundFormat<float> {
  using Wide = double;
  static constexpr double unit = 0x1p-24;     // largest relative error of one rounding
  static constexpr double function_ulps = 0;  // error of the elementary functions of `Wide` beside their true value
  static constexpr double ulps_of(IntrinsicLimit limit) { return limit.ulps_float; }
};

template <>
struct BoundFormat<double> {
  using Wide = DoubleDouble;
  static constexpr double unit = 0x1p-53;
  static constexpr double function_ulps = 1;  // those of the C library in double precision, corrected to first order
  static constexpr double ulps_of(IntrinsicLimit limit) { return limit.ulps_double; }
};

/// How far a result may lie from its exact value.
struct BoundErrors {
  double linear = 0;       // with any rounding, in any order of the sums, to first order
  double statistical = 0;  // three standard deviations where roundings behave like chance; at most `linear`
};

/// A value with its bounds. While numbers are only added, the sum stays open: it knows the sum of the absolute values
/// of its terms and how many they are, so that its bound holds in whichever order they are added. Any other operation
/// closes it: n terms with absolute sum S end in one rounding of the result and n - 2 of partial sums, none larger than
/// S, so that the error is at most unit * (|result| + (n - 2) * S), and in the mean of chance with
/// min(n - 2, 3 sqrt(n - 2)) for n - 2 (Higham, "Accuracy and Stability of Numerical Algorithms", 4.2). Errors of
/// operands go on by the derivative of the operation. Fused multiply-adds are covered, since they only leave roundings
/// out. Comparisons follow the value; those that may go the other way are counted in bound_context.
///
/// Sums and products of numbers that are multiples of one power of two, few enough for the mantissa, do not round at
/// all, in whichever order: their bounds are 0.
///
/// What a template must not do to be instantiated with it: name float or double where it means its parameter (also in
/// casts); call functions that take these types only (sqrtf, fmaxf, printf); look at the bytes of a number; ask
/// std::is_floating_point. Functions of <cmath> may be called with and without std::.
template <class T, MathBuild build = MathBuild::ordinary>
class Bound {
  using Format = BoundFormat<T>;

 public:
  using Wide = typename Format::Wide;

  Bound() = default;
  /// A constant. One that T cannot hold is off by its rounding, since an implementation may keep it wider.
  template <class A>
  requires std::is_arithmetic_v<A> Bound(A constant)
      : value_(static_cast<T>(constant)), wide_(static_cast<Wide>(static_cast<double>(constant))) {
    const double number = static_cast<double>(constant);
    errors_.linear = number - static_cast<double>(value_);
    errors_.linear = errors_.linear == errors_.linear ? std::fabs(errors_.linear) : 0;
    if (bound_context.flushes_subnormals && is_tiny(number)) errors_.linear += smallest_normal;
    errors_.statistical = errors_.linear;
    terms_ = std::fabs(number);
    length_ = value_ != 0 ? 1 : 0;
    grain_ = errors_.linear == 0 ? lowest_bit(number) : 0;
  }

  /// As the plain template computes it.
  T value() const { return value_; }
  /// The same computation in the wider format, along the same branches.
  Wide wide() const { return wide_; }
  double wide_as_double() const { return static_cast<double>(wide_); }
  /// Sum of the absolute values of the terms of the open sum, and how many they are.
  double terms() const { return terms_; }
  double length() const { return length_; }
  /// The bounds with the open sum closed.
  BoundErrors errors() const {
    BoundErrors errors = errors_;
    if (length_ < 2 || grain_ > 0) return errors;
    const double partial = length_ - 2, last = std::fabs(static_cast<double>(value_));
    errors.linear += unit * (last + partial * terms_);
    errors.statistical += unit * (last + (partial <= 9 ? partial : 3 * std::sqrt(partial)) * terms_);
    if (bound_context.flushes_subnormals && is_tiny(last)) {
      errors.linear += length_ * smallest_normal;
      errors.statistical += length_ * smallest_normal;
    }
    return errors;
  }
  /// For an output: with the rounding of the store, and with room for what the reference itself is off. All of it 0
  /// for a copy.
  Allowance allowance() const {
    const BoundErrors errors = this->errors();
    Allowance allowed;
    allowed.offset = static_cast<double>(Wide(static_cast<double>(value_)) - wide_);
    if (errors.linear == 0) return allowed;
    const double own = 2 * std::fabs(allowed.offset);
    const double store = unit * std::fabs(static_cast<double>(value_)) + smallest_subnormal;
    const double fair = errors.statistical > own ? errors.statistical : own;
    allowed.linear = errors.linear + store;
    allowed.statistical = (fair < errors.linear ? fair : errors.linear) + store;
    return allowed;
  }

  // --- arithmetic ---

  friend Bound operator+(const Bound& a, const Bound& b) { return added(a, b, a.value_ + b.value_, a.wide_ + b.wide_); }
  friend Bound operator-(const Bound& a, const Bound& b) { return added(a, b, a.value_ - b.value_, a.wide_ - b.wide_); }
  Bound operator+() const { return *this; }
  Bound operator-() const {
    Bound negative = *this;
    negative.value_ = -value_;
    negative.wide_ = -wide_;
    return negative;
  }

  friend Bound operator*(const Bound& a, const Bound& b) {
    if (b.is_power_of_two()) return a.scaled(b.value_, a.wide_ * b.wide_);
    if (a.is_power_of_two()) return b.scaled(a.value_, a.wide_ * b.wide_);
    if (const double grain = a.grain_ * b.grain_; has_room(a.terms_ * b.terms_, grain)) {
      Bound exact(a.value_ * b.value_, a.wide_ * b.wide_, {});
      exact.grain_ = grain;
      return exact;
    }
    const BoundErrors x = a.errors(), y = b.errors();
    const double size_a = a.size(), size_b = b.size();
    Bound result(a.value_ * b.value_, a.wide_ * b.wide_,
                 {size_a * y.linear + size_b * x.linear + x.linear * y.linear,
                  size_a * y.statistical + size_b * x.statistical + x.statistical * y.statistical});
    result.add_rounding(.5, (size_a != 0 || x.linear != 0) && (size_b != 0 || y.linear != 0));
    return result;
  }

  friend Bound operator/(const Bound& a, const Bound& b) {
    if (b.is_power_of_two()) return a.scaled(1 / b.value_, a.wide_ / b.wide_);
    const BoundErrors x = a.errors(), y = b.errors();
    const double size_b = b.size();
    const Wide quotient = a.wide_ / b.wide_;
    const double size = std::fabs(static_cast<double>(quotient));
    const auto error = [&](double of_a, double of_b) {
      if (of_b == 0) return of_a == 0 ? 0 : of_a / size_b;
      return of_b < size_b ? (of_a + size * of_b) / (size_b - of_b) : infinity;
    };
    Bound result(a.value_ / b.value_, quotient, {error(x.linear, y.linear), error(x.statistical, y.statistical)});
    result.add_rounding(limit(intrinsic_limits::divide, 0), a.size() != 0 || x.linear != 0);
    return result;
  }

  Bound& operator+=(const Bound& other) { return *this = *this + other; }
  Bound& operator-=(const Bound& other) { return *this = *this - other; }
  Bound& operator*=(const Bound& other) { return *this = *this * other; }
  Bound& operator/=(const Bound& other) { return *this = *this / other; }
  Bound& operator++() { return *this += 1; }
  Bound& operator--() { return *this -= 1; }
  Bound operator++(int) {
    Bound before = *this;
    ++*this;
    return before;
  }
  Bound operator--(int) {
    Bound before = *this;
    --*this;
    return before;
  }

  // --- decisions ---

  friend bool operator==(const Bound& a, const Bound& b) { return decided(a, b, a.value_ == b.value_); }
  friend bool operator!=(const Bound& a, const Bound& b) { return decided(a, b, a.value_ != b.value_); }
  friend bool operator<(const Bound& a, const Bound& b) { return decided(a, b, a.value_ < b.value_); }
  friend bool operator>(const Bound& a, const Bound& b) { return decided(a, b, a.value_ > b.value_); }
  friend bool operator<=(const Bound& a, const Bound& b) { return decided(a, b, a.value_ <= b.value_); }
  friend bool operator>=(const Bound& a, const Bound& b) { return decided(a, b, a.value_ >= b.value_); }
  explicit operator bool() const { return *this != Bound(0); }
  template <class I>
  requires(std::is_integral_v<I> && !std::is_same_v<I, bool>) explicit operator I() const {
    return static_cast<I>(whole([](auto x) { return std::trunc(x); }).value_);
  }

  friend bool isnan(const Bound& x) { return std::isnan(x.value_); }
  friend bool isinf(const Bound& x) { return std::isinf(x.value_); }
  friend bool isfinite(const Bound& x) { return std::isfinite(x.value_); }
  friend bool signbit(const Bound& x) { return decided(x, Bound(0), std::signbit(x.value_)); }

  friend Bound floor(const Bound& x) {
    return x.whole([](auto y) { return std::floor(y); });
  }
  friend Bound ceil(const Bound& x) {
    return x.whole([](auto y) { return std::ceil(y); });
  }
  friend Bound trunc(const Bound& x) {
    return x.whole([](auto y) { return std::trunc(y); });
  }
  friend Bound round(const Bound& x) {
    return x.whole([](auto y) { return std::round(y); });
  }
  friend Bound rint(const Bound& x) {
    return x.whole([](auto y) { return std::rint(y); });
  }
  friend Bound nearbyint(const Bound& x) { return rint(x); }

  // --- without a rounding of their own ---

  friend Bound fabs(const Bound& x) {
    Bound result(std::fabs(x.value_), x.wide_ < Wide(0) ? -x.wide_ : x.wide_, x.errors());
    result.length_ = x.length_ < 1 ? 0 : 1;
    result.grain_ = x.grain_;
    return result;
  }
  friend Bound abs(const Bound& x) { return fabs(x); }
  friend Bound copysign(const Bound& x, const Bound& sign) {
    const Bound size = fabs(x);
    return signbit(sign) ? -size : size;
  }
  friend Bound fmax(const Bound& a, const Bound& b) {
    return one_of(a, b, a.value_ >= b.value_ || std::isnan(b.value_), a.wide_ < b.wide_ ? b.wide_ : a.wide_);
  }
  friend Bound fmin(const Bound& a, const Bound& b) {
    return one_of(a, b, a.value_ <= b.value_ || std::isnan(b.value_), b.wide_ < a.wide_ ? b.wide_ : a.wide_);
  }
  friend Bound max(const Bound& a, const Bound& b) { return fmax(a, b); }
  friend Bound min(const Bound& a, const Bound& b) { return fmin(a, b); }
  friend Bound fdim(const Bound& a, const Bound& b) { return fmax(a - b, Bound(0)); }
  /// a - n b with a whole n, which is a decision.
  friend Bound fmod(const Bound& a, const Bound& b) {
    const BoundErrors x = a.errors(), y = b.errors();
    const double turns = std::trunc(a.wide_as_double() / b.wide_as_double());
    const double rest = std::fmod(a.wide_as_double(), b.wide_as_double()),
                 error = x.linear + std::fabs(turns) * y.linear;
    decide(std::fmin(std::fabs(rest), b.size() - std::fabs(rest)), error);
    Bound result(std::fmod(a.value_, b.value_), a.wide_ - Wide(turns) * b.wide_,
                 {error, x.statistical + std::fabs(turns) * y.statistical});
    return result;
  }
  friend Bound ldexp(const Bound& x, int power) {
    return x.scaled(std::ldexp(T(1), power), x.wide_ * Wide(std::ldexp(1., power)));
  }

  // --- roots and elementary functions ---

  friend Bound fma(const Bound& a, const Bound& b, const Bound& c) {
    Bound result = a * b + c;  // the unfused form is as good
    result.value_ = std::fma(a.value_, b.value_, c.value_);
    return result;
  }
  friend Bound sqrt(const Bound& x) {
    using std::sqrt;
    const Wide root = sqrt(x.wide_);
    const double size = x.size(), root_size = static_cast<double>(root);
    const auto error = [&](double e) {
      if (e == 0) return 0.;
      return e < size ? e / (root_size + std::sqrt(size - e)) : std::sqrt(size + e);
    };
    const BoundErrors e = x.errors();
    Bound result(std::sqrt(x.value_), root, {error(e.linear), error(e.statistical)});
    result.add_rounding(limit(intrinsic_limits::square_root, 0), false);
    return result;
  }
  friend Bound rsqrt(const Bound& x) {
    Bound result = Bound(1) / sqrt(x);
    result.add_rounding(limit(intrinsic_limits::rsqrt, 0), false);
    return result;
  }
  friend Bound cbrt(const Bound& x) {
    const double y = std::cbrt(x.wide_as_double());
    return x.applied([](auto a) { return std::cbrt(a); }, 1 / (3 * y * y), x.size(), intrinsic_limits::cbrt);
  }
  friend Bound exp(const Bound& x) {
    return x.applied([](auto a) { return std::exp(a); }, std::exp(x.wide_as_double()), 1, intrinsic_limits::exp);
  }
  friend Bound exp2(const Bound& x) {
    return x.applied([](auto a) { return std::exp2(a); }, ln2 * std::exp2(x.wide_as_double()), 1,
                     intrinsic_limits::exp2);
  }
  friend Bound expm1(const Bound& x) {
    return x.applied([](auto a) { return std::expm1(a); }, std::exp(x.wide_as_double()), 1, intrinsic_limits::expm1);
  }
  friend Bound log(const Bound& x) {
    return x.applied([](auto a) { return std::log(a); }, 1 / x.wide_as_double(), x.size(), intrinsic_limits::log);
  }
  friend Bound log2(const Bound& x) {
    return x.applied([](auto a) { return std::log2(a); }, 1 / (ln2 * x.wide_as_double()), x.size(),
                     intrinsic_limits::log2);
  }
  friend Bound log10(const Bound& x) {
    return x.applied([](auto a) { return std::log10(a); }, 1 / (ln10 * x.wide_as_double()), x.size(),
                     intrinsic_limits::log10);
  }
  friend Bound log1p(const Bound& x) {
    const double y = 1 + x.wide_as_double();
    return x.applied([](auto a) { return std::log1p(a); }, 1 / y, std::fabs(y), intrinsic_limits::log1p);
  }
  friend Bound sin(const Bound& x) {
    return x.waved([](auto a) { return std::sin(a); }, std::cos(x.wide_as_double()), intrinsic_limits::sin);
  }
  friend Bound cos(const Bound& x) {
    return x.waved([](auto a) { return std::cos(a); }, -std::sin(x.wide_as_double()), intrinsic_limits::cos);
  }
  friend Bound tan(const Bound& x) {
    const double cosine = std::cos(x.wide_as_double());
    return x.applied([](auto a) { return std::tan(a); }, 1 / (cosine * cosine), std::fabs(cosine),
                     intrinsic_limits::tan, std::fabs(cosine));
  }
  friend Bound asin(const Bound& x) {
    const double left = 1 - x.size();
    return x.applied([](auto a) { return std::asin(a); }, 1 / std::sqrt(left * (1 + x.size())), left,
                     intrinsic_limits::asin);
  }
  friend Bound acos(const Bound& x) {
    const double left = 1 - x.size();
    return x.applied([](auto a) { return std::acos(a); }, -1 / std::sqrt(left * (1 + x.size())), left,
                     intrinsic_limits::acos);
  }
  friend Bound atan(const Bound& x) {
    const double y = x.wide_as_double();
    return x.applied([](auto a) { return std::atan(a); }, 1 / (1 + y * y), 1, intrinsic_limits::atan);
  }
  friend Bound sinh(const Bound& x) {
    return x.applied([](auto a) { return std::sinh(a); }, std::cosh(x.wide_as_double()), 1, intrinsic_limits::sinh);
  }
  friend Bound cosh(const Bound& x) {
    return x.applied([](auto a) { return std::cosh(a); }, std::sinh(x.wide_as_double()), x.size() < 1 ? 0 : 1,
                     intrinsic_limits::cosh);
  }
  friend Bound tanh(const Bound& x) {
    const double y = std::tanh(x.wide_as_double());
    return x.applied([](auto a) { return std::tanh(a); }, 1 - y * y, 1, intrinsic_limits::tanh);
  }
  friend Bound asinh(const Bound& x) {
    const double y = x.wide_as_double();
    return x.applied([](auto a) { return std::asinh(a); }, 1 / std::sqrt(1 + y * y), 1, intrinsic_limits::asinh);
  }
  friend Bound acosh(const Bound& x) {
    const double y = x.wide_as_double();
    return x.applied([](auto a) { return std::acosh(a); }, 1 / std::sqrt((y - 1) * (y + 1)), y - 1,
                     intrinsic_limits::acosh);
  }
  friend Bound atanh(const Bound& x) {
    const double left = 1 - x.size();
    return x.applied([](auto a) { return std::atanh(a); }, 1 / (left * (1 + x.size())), left, intrinsic_limits::atanh);
  }
  friend Bound erf(const Bound& x) {
    const double y = x.wide_as_double();
    return x.applied([](auto a) { return std::erf(a); }, two_over_root_pi * std::exp(-y * y),
                     x.size() < 1 ? 1 : 1 / x.size(), intrinsic_limits::erf);
  }
  friend Bound erfc(const Bound& x) {
    const double y = x.wide_as_double();
    return x.applied([](auto a) { return std::erfc(a); }, -two_over_root_pi * std::exp(-y * y),
                     x.size() < 1 ? 1 : 1 / x.size(), intrinsic_limits::erfc);
  }

  friend Bound hypot(const Bound& a, const Bound& b) {
    const BoundErrors x = a.errors(), y = b.errors();
    const double size = std::hypot(a.wide_as_double(), b.wide_as_double());
    Wide wide = Wide(size);
    if constexpr (!std::is_same_v<Wide, double>) wide = sqrt_of_squares(a.wide_, b.wide_, size);
    Bound result(std::hypot(a.value_, b.value_), wide, {x.linear + y.linear, x.statistical + y.statistical});
    result.add_function(intrinsic_limits::hypot, size);
    return result;
  }
  friend Bound atan2(const Bound& a, const Bound& b) {
    const BoundErrors x = a.errors(), y = b.errors();
    const double up = a.wide_as_double(), along = b.wide_as_double(), radius = std::hypot(up, along);
    if (along < 0) decide(std::fabs(up), x.linear);  // on which side of the cut
    const auto error = [&](double of_a, double of_b) {
      const double e = std::hypot(of_a, of_b);
      return e == 0 ? 0 : e < radius ? e / (radius - e) : pi;
    };
    Wide wide = Wide(std::atan2(up, along));
    if constexpr (!std::is_same_v<Wide, double>)
      if (radius > 0) wide = wide + Wide((along / radius * a.wide_.low - up / radius * b.wide_.low) / radius);
    Bound result(std::atan2(a.value_, b.value_), wide,
                 {error(x.linear, y.linear), error(x.statistical, y.statistical)});
    result.add_function(intrinsic_limits::atan2, radius);
    return result;
  }
  friend Bound pow(const Bound& a, const Bound& b) {
    const BoundErrors x = a.errors(), y = b.errors();
    const double base = a.wide_as_double(), power = b.wide_as_double(), size = a.size();
    const double result_size = std::pow(base, power), logarithm = std::log(size);
    const auto error = [&](double of_a, double of_b) {
      if (of_a == 0 && of_b == 0) return 0.;
      if (of_a >= size) return power > 0 ? std::pow(size + of_a, power) : infinity;
      const double moved = std::fabs(power) * of_a / (size - of_a) + (of_b > 0 ? std::fabs(logarithm) * of_b : 0);
      return std::fabs(result_size) * std::expm1(moved);
    };
    Wide wide = Wide(result_size);
    if constexpr (!std::is_same_v<Wide, double>)
      if (base > 0 && std::isfinite(result_size))
        wide = wide + Wide(result_size * (power * a.wide_.low / base + logarithm * b.wide_.low));
    Bound result(std::pow(a.value_, b.value_), wide, {error(x.linear, y.linear), error(x.statistical, y.statistical)});
    result.add_function(intrinsic_limits::pow, size);
    // With fast math it is exp2(b * log2(a)): errors of the logarithm times b, and a rounding of the product.
    if (is_fast && size > 0)
      result.add_error(std::fabs(result_size) * (std::fabs(power) * (2.4e-7 + 6 * unit * std::fabs(logarithm))));
    return result;
  }
  friend Bound pow(const Bound& a, int power) { return pow(a, Bound(power)); }

 private:
  static constexpr double unit = Format::unit;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double smallest_normal = std::numeric_limits<T>::min();
  static constexpr double smallest_subnormal = std::numeric_limits<T>::denorm_min();
  static constexpr double ln2 = 0.69314718055994531, ln10 = 2.3025850929940457, pi = 3.1415926535897931;
  static constexpr double two_over_root_pi = 1.1283791670955126;
  static constexpr bool is_fast = build == MathBuild::fast && std::is_same_v<T, float>;

  /// The result of an operation that closes its operands.
  Bound(T value, Wide wide, BoundErrors errors)
      : value_(value),
        wide_(wide),
        errors_(errors),
        terms_(std::fabs(static_cast<double>(wide))),
        length_(1),
        grain_(0) {}

  double size() const { return std::fabs(static_cast<double>(wide_)); }
  static bool is_tiny(double size) { return size != 0 && std::fabs(size) < smallest_normal; }

  static Bound added(const Bound& a, const Bound& b, T value, Wide wide) {
    Bound sum;
    sum.value_ = value;
    sum.wide_ = wide;
    sum.errors_ = {a.errors_.linear + b.errors_.linear, a.errors_.statistical + b.errors_.statistical};
    sum.terms_ = a.terms_ + b.terms_;
    sum.length_ = a.length_ + b.length_;
    const double grain = a.grain_ < b.grain_ ? a.grain_ : b.grain_;
    sum.grain_ = has_room(sum.terms_, grain) ? grain : 0;
    return sum;
  }

  /// The largest power of two of which a number is a multiple; infinity for 0, and 0 where there is no normal one.
  static double lowest_bit(double number) {
    const auto bits = __builtin_bit_cast(std::uint64_t, number);
    const std::uint64_t mantissa = bits & 0x000fffffffffffffu, exponent = bits >> 52 & 0x7ffu;
    if (exponent == 0) return mantissa == 0 ? infinity : 0;
    const int zeros = mantissa == 0 ? 52 : __builtin_ctzll(mantissa);
    const int at = static_cast<int>(exponent) - 52 + zeros;
    return exponent == 0x7ffu || at < 1 ? 0 : __builtin_bit_cast(double, static_cast<std::uint64_t>(at) << 52);
  }
  /// Whether all multiples of `grain` up to `most` are numbers of the format.
  static bool has_room(double most, double grain) { return grain >= smallest_normal && most <= grain * (1 / unit); }

  /// An exact power of two, so that multiplying by it does not round.
  bool is_power_of_two() const {
    if (length_ != 1 || errors_.linear != 0) return false;
    if constexpr (std::is_same_v<T, float>) {
      const auto bits = __builtin_bit_cast(std::uint32_t, value_);
      const std::uint32_t exponent = bits & 0x7f800000u;
      return (bits & 0x007fffffu) == 0 && exponent - 0x20000000u < 0x40000000u;
    } else {
      const auto bits = __builtin_bit_cast(std::uint64_t, value_);
      const std::uint64_t exponent = bits & 0x7ff0000000000000u;
      return (bits & 0x000fffffffffffffu) == 0 && exponent - 0x2000000000000000u < 0x4000000000000000u;
    }
  }
  /// Times an exact power of two: an open sum stays open.
  Bound scaled(T factor, Wide wide) const {
    const double size = std::fabs(static_cast<double>(factor));
    Bound result;
    result.value_ = value_ * factor;
    result.wide_ = wide;
    result.errors_ = {errors_.linear * size, errors_.statistical * size};
    result.terms_ = terms_ * size;
    result.length_ = length_;
    result.add_underflow(value_ != 0);
    result.grain_ = has_room(result.terms_, grain_ * size) ? grain_ * size : 0;
    return result;
  }

  void add_error(double error) {
    errors_.linear += error;
    errors_.statistical += error;
  }
  /// What leaves the range of normal numbers loses bits, or all of them.
  void add_underflow(bool nonzero_operands) {
    const double size = std::fabs(static_cast<double>(value_));
    if (size < smallest_normal && (size != 0 || nonzero_operands))
      add_error(bound_context.flushes_subnormals ? smallest_normal : smallest_subnormal);
  }
  /// An error of `ulps` units in the last place of the result, each at most two roundings.
  void add_rounding(double ulps, bool nonzero_operands) {
    add_error(2 * ulps * unit * std::fabs(static_cast<double>(value_)));
    add_underflow(nonzero_operands);
  }
  static constexpr double limit(const IntrinsicLimit& row, double argument) {
    return is_fast ? row.fast + row.fast_per_argument * argument : Format::ulps_of(row);
  }
  void add_function(const IntrinsicLimit& row, double argument) {
    add_rounding(limit(row, argument) + Format::function_ulps, true);
    if (is_fast) add_error(row.fast_absolute * (argument > pi ? argument / pi : 1));
  }

  static void decide(double distance, double error) {
    if (error > 0 && distance <= error) bound_context.close_decisions += not_to_be_turned;
  }
  /// Counts a close decision; whether this run takes the other way.
  static bool goes_other_way() {
    const std::uint64_t number = bound_context.close_decisions++;
    return number < not_to_be_turned && (bound_context.other_ways >> number & 1) != 0;
  }
  static bool decided(const Bound& a, const Bound& b, bool answer) {
    const double error = a.errors().linear + b.errors().linear;
    if (!(error > 0) || !(std::fabs(static_cast<double>(a.wide_ - b.wide_)) <= error)) return answer;
    return answer != goes_other_way();
  }
  /// A whole number made by `to_whole`.
  template <class ToWhole>
  Bound whole(ToWhole to_whole) const {
    const double error = errors().linear, at = static_cast<double>(wide_);
    const double low = to_whole(at - error), high = to_whole(at + error);
    const T natural = to_whole(value_);
    if (!(error > 0) || low == high) return Bound(natural);
    if (high - low == 1 && static_cast<double>(static_cast<T>(low)) == low)
      return Bound(goes_other_way() ? static_cast<T>(static_cast<double>(natural) == low ? high : low) : natural);
    bound_context.close_decisions += not_to_be_turned;
    return Bound(natural);
  }
  /// Of two candidates, where that one is known for certain; else something between them.
  static Bound one_of(const Bound& a, const Bound& b, bool is_a, Wide wide) {
    const BoundErrors x = a.errors(), y = b.errors();
    if (!(std::fabs(static_cast<double>(a.wide_ - b.wide_)) <= x.linear + y.linear)) return is_a ? a : b;
    if (x.linear + y.linear == 0) return is_a ? a : b;
    return Bound(is_a ? a.value_ : b.value_, wide,
                 {std::fmax(x.linear, y.linear), std::fmax(x.statistical, y.statistical)});
  }

  /// f(x + e) - f(x), the larger of both sides; `scale` is how far f' stays about the same.
  template <class Function>
  static double moved(const Function& f, double x, double derivative, double scale, double error, double to_pole) {
    if (error == 0) return 0;
    if (!(error < to_pole)) return infinity;
    if (error <= 1e-6 * scale) return 1.00001 * std::fabs(derivative) * error;
    const double here = f(x), up = std::fabs(f(x + error) - here), down = std::fabs(f(x - error) - here);
    return up >= 0 && down >= 0 ? std::fmax(up, down) : infinity;
  }
  template <class Function>
  static Wide widely(const Function& f, Wide x, double derivative) {
    if constexpr (std::is_same_v<Wide, double>) {
      return f(x);
    } else {
      const double first = f(x.high), correction = derivative * x.low;
      return std::isfinite(first) && std::isfinite(correction) ? Wide(first) + Wide(correction) : Wide(first);
    }
  }
  /// A function that is monotonic, or convex, where it is looked at.
  template <class Function>
  Bound applied(const Function& f, double derivative, double scale, const IntrinsicLimit& row,
                double to_pole = infinity) const {
    const BoundErrors e = errors();
    const double x = static_cast<double>(wide_);
    Bound result(
        f(value_), widely(f, wide_, derivative),
        {moved(f, x, derivative, scale, e.linear, to_pole), moved(f, x, derivative, scale, e.statistical, to_pole)});
    result.add_function(row, std::fabs(x));
    return result;
  }
  /// sin and cos: the second derivative is at most 1, the values differ by at most 2.
  template <class Function>
  Bound waved(const Function& f, double derivative, const IntrinsicLimit& row) const {
    const BoundErrors e = errors();
    const auto error = [&](double by) { return by == 0 ? 0 : std::fmin(2, std::fabs(derivative) * by + by * by / 2); };
    Bound result(f(value_), widely(f, wide_, derivative), {error(e.linear), error(e.statistical)});
    result.add_function(row, size());
    return result;
  }
  static Wide sqrt_of_squares(Wide a, Wide b, double size) {
    if (!(size > 1e-140 && size < 1e140)) return Wide(size);
    using std::sqrt;
    return sqrt(a * a + b * b);
  }

  T value_ = 0;
  Wide wide_ = 0;
  BoundErrors errors_;  // without those of the open sum
  double terms_ = 0, length_ = 0;
  double grain_ = infinity;  // a power of two of which all terms are multiples; 0 where sums of them may round
};

}  // namespace kparity

template <class T, kparity::MathBuild build>
struct std::numeric_limits<kparity::Bound<T, build>> : std::numeric_limits<T> {};
