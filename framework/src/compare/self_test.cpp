// Pairs whose verdict is known, for every form and both floating types: neighbours of each bound, NaN, infinities,
// zeros, and a planted fault at the first, a middle and the last element. A comparator that cannot fail does not get
// past them.
#include "self_test.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "element.hpp"

namespace kparity::compare {

namespace {

using spec::SpecialPolicy;

enum class Must : bool { reject = false, accept = true };

spec::KindUse form(std::string kind, const std::vector<std::pair<std::string, double>>& numbers = {}) {
  spec::KindUse use{std::move(kind), {}, {}};
  for (const auto& [name, value] : numbers) use.fields.push_back({name, spec::Real(value), {}});
  return use;
}

spec::KindUse norm(std::string name, double most) {
  spec::KindUse use = form("norm", {{"max", most}});
  use.fields.push_back({"norm", std::move(name), {}});
  return use;
}

spec::OutputSpec output_with(spec::KindUse use) {
  spec::OutputSpec output;
  output.name = "self-test";
  output.tolerance.form = std::move(use);
  return output;
}

spec::OutputSpec with_policy(SpecialPolicy nan, SpecialPolicy inf, bool signed_zero = false) {
  spec::OutputSpec output = output_with(form("relative", {{"rel", 0.5}, {"abs", 10}}));
  output.nan = nan;
  output.inf = inf;
  output.signed_zero = signed_zero;
  return output;
}

/// Hands pairs to the comparator until one is judged wrongly.
class Examiner {
 public:
  explicit Examiner(const Comparator& comparator) : comparator_(comparator) {}
  const std::string& fault() const { return fault_; }

  template <class T>
  void pair(Must must, const spec::OutputSpec& output, T expected, T actual, std::string_view what) {
    array<T>(must, output, {expected}, {actual}, what);
  }

  template <class T>
  void array(Must must, const spec::OutputSpec& output, const std::vector<T>& expected, const std::vector<T>& actual,
             std::string_view what, const Context& context = {}) {
    if (!fault_.empty()) return;
    const std::vector<std::int64_t> shape{static_cast<std::int64_t>(expected.size())};
    const bool accepted = comparator_(output, dtype_of<T>, shape, std::as_bytes(std::span(expected)),
                                      std::as_bytes(std::span(actual)), context);
    if (accepted == (must == Must::accept)) return;
    const bool in_order = output.comparison.kind == spec::elementwise;
    fault_ = fmt::format("the comparator {} what it must {}: {} '{}', {}, {}", accepted ? "accepts" : "rejects",
                         accepted ? "reject" : "accept", in_order ? "form" : "comparison",
                         in_order ? output.tolerance.form.kind : output.comparison.kind, c_name(dtype_of<T>), what);
  }

 private:
  const Comparator& comparator_;
  std::string fault_;
};

template <class T>
T steps_up(T value, int steps) {
  for (int i = 0; i < steps; ++i) value = std::nextafter(value, std::numeric_limits<T>::infinity());
  return value;
}

template <class T>
void examine_exact(Examiner& examiner) {
  const spec::OutputSpec exact = output_with(form("exact"));
  const T smallest = std::numeric_limits<T>::denorm_min();
  examiner.pair<T>(Must::accept, exact, T(1.5), T(1.5), "equal numbers");
  examiner.pair<T>(Must::accept, exact, T(0), -T(0), "zeros of both signs");
  examiner.pair<T>(Must::reject, exact, T(1.5), steps_up(T(1.5), 1), "neighbouring numbers");
  examiner.pair<T>(Must::reject, exact, T(0), smallest, "0 and the smallest number");
  examiner.pair<T>(Must::reject, exact, T(2), T(-2), "opposite numbers");
}

template <class T>
void examine_ulp(Examiner& examiner) {
  const spec::OutputSpec two = output_with(form("ulp", {{"ulp", 2}}));
  const T smallest = std::numeric_limits<T>::denorm_min(), largest = std::numeric_limits<T>::max();
  examiner.pair<T>(Must::accept, two, T(1), steps_up(T(1), 2), "2 steps up");
  examiner.pair<T>(Must::reject, two, T(1), steps_up(T(1), 3), "3 steps up");
  examiner.pair<T>(Must::accept, two, steps_up(T(1), 2), T(1), "2 steps down");
  examiner.pair<T>(Must::reject, two, steps_up(T(1), 3), T(1), "3 steps down");
  examiner.pair<T>(Must::accept, two, -smallest, smallest, "2 steps across zero");
  examiner.pair<T>(Must::reject, two, -smallest, 2 * smallest, "3 steps across zero");
  examiner.pair<T>(Must::reject, two, largest, -largest, "both ends of the range");
}

template <class T>
void examine_relative(Examiner& examiner) {
  const spec::OutputSpec rel = output_with(form("relative", {{"rel", 0.25}}));
  const spec::OutputSpec abs = output_with(form("relative", {{"abs", 0.5}}));
  const spec::OutputSpec both = output_with(form("relative", {{"rel", 0.25}, {"abs", 0.5}}));
  const T largest = std::numeric_limits<T>::max();
  examiner.pair<T>(Must::accept, rel, T(4), T(5), "at the relative bound");
  examiner.pair<T>(Must::reject, rel, T(4), steps_up(T(5), 1), "one step beyond the relative bound");
  examiner.pair<T>(Must::reject, rel, T(0), std::numeric_limits<T>::min(), "a relative bound of 0");
  examiner.pair<T>(Must::accept, rel, T(0), T(0), "equal under a bound of 0");
  examiner.pair<T>(Must::accept, abs, T(4), T(3.5), "at the absolute bound");
  examiner.pair<T>(Must::reject, abs, T(4), steps_up(T(4.5), 1), "one step beyond the absolute bound");
  examiner.pair<T>(Must::accept, both, T(-4), T(-5.5), "at the sum of both bounds");
  examiner.pair<T>(Must::reject, both, T(-4), -steps_up(T(5.5), 1), "one step beyond the sum of both bounds");
  examiner.pair<T>(Must::reject, both, largest, -largest, "a difference beyond the range");
}

template <class T>
void examine_norm(Examiner& examiner) {
  const auto with = [](spec::KindUse use) {
    spec::OutputSpec output = output_with(std::move(use));
    output.tolerance.elementwise = form("relative", {{"abs", 100}});
    return output;
  };
  const std::vector<T> expected{T(6), T(8), T(0), T(0)}, off{T(9), T(12), T(0), T(0)};
  const T inf = std::numeric_limits<T>::infinity();
  examiner.array<T>(Must::accept, with(norm("l2", 5)), expected, off, "l2 at the bound");
  examiner.array<T>(Must::reject, with(norm("l2", 4.99)), expected, off, "l2 beyond the bound");
  examiner.array<T>(Must::accept, with(norm("l2_rel", 0.5)), expected, off, "l2_rel at the bound");
  examiner.array<T>(Must::reject, with(norm("l2_rel", 0.49)), expected, off, "l2_rel beyond the bound");
  examiner.array<T>(Must::accept, with(norm("linf", 4)), expected, off, "linf at the bound");
  examiner.array<T>(Must::reject, with(norm("linf", 3.99)), expected, off, "linf beyond the bound");
  examiner.array<T>(Must::accept, with(norm("linf_rel", 0.5)), expected, off, "linf_rel at the bound");
  examiner.array<T>(Must::reject, with(norm("linf_rel", 0.49)), expected, off, "linf_rel beyond the bound");
  examiner.array<T>(Must::reject, with(norm("l2", 1e9)), {T(6), T(1000)}, {T(6), T(800)}, "beyond the form in `and`");
  examiner.array<T>(Must::reject, with(norm("l2", 1e9)), {T(6), T(8)}, {T(6), inf}, "infinite beside a norm");
}

/// The form `relative` with the bounds of `{rel: 0, abs: ...}`.
spec::KindUse absolute(double abs) {
  return form("relative", {{"abs", abs}});
}

spec::KindUse with_word(spec::KindUse use, std::string name, std::string word) {
  use.fields.push_back({std::move(name), std::move(word), {}});
  return use;
}

template <class T>
void examine_scale(Examiner& examiner) {
  const spec::OutputSpec scaled = output_with(with_word(absolute(.25), "scale", "max_abs"));
  examiner.array<T>(Must::accept, scaled, {T(1), T(-8)}, {T(3), T(-8)}, "at a bound of a quarter of the largest");
  examiner.array<T>(Must::reject, scaled, {T(1), T(-8)}, {steps_up(T(3), 1), T(-8)}, "beyond that bound");
}

template <class T>
Context::Array context_array(const char* name, const std::vector<T>& values) {
  return {name, dtype_of<T>, std::as_bytes(std::span(values))};
}

/// 16 terms of size at most 4 * 2: 2 * (15 + 1) roundings of 16 * 8 in the linear form, and that of the result.
template <class T>
void examine_reduction(Examiner& examiner) {
  const std::vector<T> a{T(4), T(1)}, x{T(-2), T(1)};
  Context context;
  context.inputs = {context_array("a", a), context_array("x", x)};
  const auto of = [](const char* growth) {
    return output_with(with_word(with_word(form("reduction", {{"reduction", 16}}), "terms", "a*x"), "growth", growth));
  };
  const double unit = std::numeric_limits<T>::epsilon() / 2, linear = 2. * (15 + 1) * 16 * 8 * unit;
  const double chance = 2 * (3 * std::sqrt(15.) + 1) * 16 * 8 * unit;
  for (const auto& [growth, bound] : {std::pair{"linear", linear}, std::pair{"sqrt", chance}}) {
    examiner.array<T>(Must::accept, of(growth), {T(0)}, {T(bound * .99)}, "within the rounding of a sum", context);
    examiner.array<T>(Must::reject, of(growth), {T(0)}, {T(bound * 1.01)}, "beyond the rounding of a sum", context);
  }
}

void examine_quantised(Examiner& examiner) {
  const spec::OutputSpec one = output_with(form("quantised", {{"quantised", 1}}));
  const spec::OutputSpec sum = output_with(form("quantised", {{"quantised", .5}, {"length", 64}}));
  examiner.pair<int>(Must::accept, one, 7, 8, "one code up");
  examiner.pair<int>(Must::accept, one, -7, -8, "one code down");
  examiner.pair<int>(Must::reject, one, 7, 9, "two codes up");
  examiner.pair<long>(Must::reject, one, std::numeric_limits<long>::max(), std::numeric_limits<long>::max() - 2,
                      "two codes apart, beyond what a double tells");
  examiner.pair<float>(Must::accept, sum, 1.F, 3.F, "half the root of the length in steps");
  examiner.pair<float>(Must::reject, sum, 1.F, 3.5F, "more steps than that");
}

template <class T>
void examine_exceptions(Examiner& examiner) {
  const auto with = [](spec::KindUse use) {
    spec::OutputSpec output = output_with(std::move(use));
    output.tolerance.elementwise = absolute(.5);
    output.tolerance.within = absolute(2);
    return output;
  };
  const std::vector<T> expected{T(1), T(2), T(3), T(4)};
  const spec::OutputSpec one_in_four = with(form("outliers", {{"outliers", .25}}));
  examiner.array<T>(Must::accept, one_in_four, expected, {T(1), T(4), T(3.5), T(4)}, "one outlier of four");
  examiner.array<T>(Must::reject, one_in_four, expected, {T(1), T(4), T(4), T(4)}, "two outliers of four");
  examiner.array<T>(Must::reject, one_in_four, expected, {T(1), T(5), T(3), T(4)}, "an outlier beyond `within`");
  examiner.array<T>(Must::reject, one_in_four, {T(1), T(2), T(3)}, {T(1), T(2), T(4)}, "an outlier of three");

  const std::vector<T> decides{T(.25), T(1), T(7), T(-3)};
  Context context;
  context.inputs = {context_array("d", decides)};
  const auto jump = form("discontinuity", {{"at", 1}, {"every", 4}, {"margin", .25}});
  const spec::OutputSpec at_jumps = with(with_word(jump, "discontinuity", "d"));
  examiner.array<T>(Must::accept, at_jumps, expected, {T(1), T(4), T(3), T(6)}, "at two thresholds", context);
  examiner.array<T>(Must::reject, at_jumps, expected, {T(3), T(2), T(3), T(4)}, "away from a threshold", context);
  examiner.array<T>(Must::reject, at_jumps, expected, {T(1), T(5), T(3), T(4)}, "beyond the jump", context);
}

/// A function of a kernel's author that takes differences up to 1.
template <class T>
void examine_custom(Examiner& examiner) {
  const spec::OutputSpec custom = output_with(with_word(form("custom"), "custom", "close"));
  const Custom close = [](auto expected, auto actual, const auto&, std::span<double> shares) {
    for (std::size_t i = 0; i < shares.size(); ++i)
      shares[i] =
          std::fabs(static_cast<double>(load<T>(actual.data(), i)) - static_cast<double>(load<T>(expected.data(), i)));
  };
  Context context;
  context.custom = &close;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  examiner.array<T>(Must::accept, custom, {T(1), T(2), T(3)}, {T(2), T(2), T(2)}, "as the author allows", context);
  examiner.array<T>(Must::reject, custom, {T(1), T(2), T(3)}, {T(1), T(2), T(5)}, "beyond that", context);
  examiner.array<T>(Must::reject, custom, {T(1), T(2), T(3)}, {T(1), nan, T(3)}, "NaN", context);
}

template <class T>
void examine_derived(Examiner& examiner) {
  const spec::OutputSpec derived = output_with(form(std::string(spec::auto_form)));
  const auto judged = [&](Must must, Allowance allowance, T expected, T actual, std::string_view what) {
    const std::vector<Allowance> allowances{{}, allowance};
    const Derived bounds{allowances, "of the self-test", 0};
    Context context;
    context.derived = &bounds;
    examiner.array<T>(must, derived, {T(1), expected}, {T(1), actual}, what, context);
  };
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  judged(Must::accept, {0, 1, 4}, T(2), T(3), "at the derived bound");
  judged(Must::reject, {0, 1, 4}, T(2), steps_up(T(3), 1), "one step beyond the derived bound");
  judged(Must::reject, {0, 1, 4}, T(2), T(5), "between the derived bounds");
  judged(Must::reject, {0, 1, 4}, T(2), T(7), "beyond both derived bounds");
  judged(Must::accept, {.5, 1, 1}, T(2), T(2.5), "at the bound above the exact value");
  judged(Must::reject, {.5, 1, 1}, T(2), T(2.75), "beyond the bound above the exact value");
  judged(Must::reject, {}, T(2), steps_up(T(2), 1), "a copy that is one step off");
  judged(Must::reject, {0, 1, 4}, T(2), nan, "NaN under a derived bound");
  judged(Must::reject, {0, std::numeric_limits<double>::infinity(), 4}, T(2), inf, "infinity under an infinite bound");
  judged(Must::reject, {0, std::nan(""), std::nan("")}, T(2), T(3), "a bound that is NaN");
}

template <class T>
void examine_comparisons(Examiner& examiner) {
  const auto by = [](std::string kind, std::string array, double abs = 0) {
    spec::OutputSpec output = output_with(abs > 0 ? absolute(abs) : form("exact"));
    output.comparison = form(kind);
    if (!array.empty()) output.comparison = with_word(output.comparison, kind, std::move(array));
    return output;
  };
  const std::vector<T> values{T(3), T(1), T(2), T(2)};
  examiner.array<T>(Must::accept, by("multiset", ""), values, {T(2), T(3), T(2), T(1)}, "another order");
  examiner.array<T>(Must::reject, by("multiset", ""), values, {T(3), T(3), T(2), T(1)}, "another value twice");
  examiner.array<T>(Must::accept, by("multiset", "", .5), values, {T(2), T(3.5), T(2), T(1)}, "at the bound");
  examiner.array<T>(Must::reject, by("multiset", "", .5), values, {T(2), T(4), T(2), T(1)}, "beyond the bound");
  examiner.array<T>(Must::accept, by("scalar", ""), {T(1)}, {T(1)}, "one element");
  examiner.array<T>(Must::reject, by("scalar", ""), {T(1)}, {T(2)}, "another element");
  examiner.array<T>(Must::reject, by("scalar", ""), {T(1), T(1)}, {T(1), T(1)}, "two elements");

  const std::vector<int> keys{5, 6, 7, 7}, other_keys{7, 6, 7, 5}, wrong_keys{7, 6, 6, 5};
  Context context;
  const auto with_keys = [&](const std::vector<int>& actual) {
    context.outputs = {{"k", DType::int32, std::as_bytes(std::span(keys)), std::as_bytes(std::span(actual))}};
  };
  with_keys(other_keys);
  examiner.array<T>(Must::accept, by("keyed", "k"), {T(1), T(2), T(3), T(4)}, {T(4), T(2), T(3), T(1)},
                    "keys in another order", context);
  examiner.array<T>(Must::reject, by("keyed", "k"), {T(1), T(2), T(3), T(4)}, {T(4), T(1), T(3), T(2)},
                    "values of each other's keys", context);
  with_keys(wrong_keys);
  examiner.array<T>(Must::reject, by("keyed", "k"), {T(1), T(2), T(3), T(4)}, {T(4), T(2), T(3), T(1)}, "another key",
                    context);

  context.inputs = {context_array("v", values)};
  examiner.array<int>(Must::accept, by("permutation", "v"), {1, 2, 3, 0}, {1, 3, 2, 0}, "ties the other way", context);
  examiner.array<int>(Must::reject, by("permutation", "v"), {1, 2, 3, 0}, {1, 2, 0, 3}, "another order", context);
  examiner.array<int>(Must::reject, by("permutation", "v"), {1, 2, 3, 0}, {1, 2, 2, 0}, "an index twice", context);
  examiner.array<int>(Must::reject, by("permutation", "v"), {1, 2, 3, 0}, {1, 2, 4, 0}, "no index", context);
  examiner.array<int>(Must::reject, by("permutation", "v"), {1, 2, 3, 0}, {1, 2, -1, 0}, "a negative index", context);
  examiner.array<int>(Must::accept, by("set_with_ties", "v"), {0, 2}, {3, 0}, "another one of equal value", context);
  examiner.array<int>(Must::reject, by("set_with_ties", "v"), {0, 2}, {1, 0}, "one of smaller value", context);
  examiner.array<int>(Must::reject, by("set_with_ties", "v"), {0, 2}, {0, 0}, "an index twice", context);
}

template <class T>
void examine_defined(Examiner& examiner) {
  spec::OutputSpec first = output_with(form("exact")), marked = first;
  first.defined.kind = spec::Defined::Kind::first;
  marked.defined.kind = spec::Defined::Kind::where;
  first.defined.array = marked.defined.array = "d";
  const std::vector<int> count{2}, mask{0, 1, 0};
  const std::vector<T> initial{T(7), T(7), T(7)};
  Context context;
  context.initial = std::as_bytes(std::span(initial));
  context.inputs = {context_array("d", count)};
  examiner.array<T>(Must::accept, first, {T(1), T(2), T(3)}, {T(1), T(2), T(7)}, "equal where defined", context);
  examiner.array<T>(Must::reject, first, {T(1), T(2), T(3)}, {T(1), T(3), T(7)}, "different where defined", context);
  examiner.array<T>(Must::reject, first, {T(1), T(2), T(3)}, {T(1), T(2), T(3)}, "written where not defined", context);
  first.defined.untouched_outside = false;
  examiner.array<T>(Must::accept, first, {T(1), T(2), T(3)}, {T(1), T(2), T(9)}, "anything outside", context);
  context.inputs = {context_array("d", mask)};
  examiner.array<T>(Must::accept, marked, {T(1), T(2), T(3)}, {T(7), T(2), T(7)}, "equal where marked", context);
  examiner.array<T>(Must::reject, marked, {T(1), T(2), T(3)}, {T(7), T(1), T(7)}, "different where marked", context);
}

template <class T>
void examine_subnormal(Examiner& examiner) {
  spec::OutputSpec flushed = output_with(form("exact")), kept = output_with(absolute(1));
  flushed.subnormal = spec::SubnormalPolicy::may_flush;
  kept.subnormal = spec::SubnormalPolicy::preserve;
  const T small = std::numeric_limits<T>::min() / 2, normal = std::numeric_limits<T>::min();
  examiner.pair<T>(Must::accept, flushed, small, T(0), "zero for a subnormal number that may be flushed");
  examiner.pair<T>(Must::accept, flushed, T(0), -small, "a subnormal number for zero where it may be flushed");
  examiner.pair<T>(Must::reject, flushed, normal, T(0), "zero for a normal number");
  examiner.pair<T>(Must::reject, kept, small, T(0), "zero for a subnormal number that must be kept");
  examiner.pair<T>(Must::accept, kept, small, normal, "a number near a subnormal one");
}

template <class T>
void examine_largest(Examiner& examiner) {
  const spec::OutputSpec output = with_policy(SpecialPolicy::forbid, SpecialPolicy::or_largest);
  const T inf = std::numeric_limits<T>::infinity(), largest = std::numeric_limits<T>::max();
  examiner.pair<T>(Must::accept, output, inf, inf, "infinity on both sides");
  examiner.pair<T>(Must::accept, output, inf, largest, "the largest number for infinity");
  examiner.pair<T>(Must::accept, output, -largest, -inf, "infinity for the largest number");
  examiner.pair<T>(Must::reject, output, inf, -largest, "the largest number of the other sign for infinity");
  examiner.pair<T>(Must::reject, output, inf, largest / 2, "another number for infinity");
}

template <class T>
void examine_policies(Examiner& examiner) {
  using enum SpecialPolicy;
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity(),
          largest = std::numeric_limits<T>::max();
  for (const SpecialPolicy policy : {match, forbid, any}) {
    const spec::OutputSpec nans = with_policy(policy, match), infs = with_policy(forbid, policy);
    const Must if_any = policy == any ? Must::accept : Must::reject;
    const Must unless_forbidden = policy == forbid ? Must::reject : Must::accept;
    examiner.pair<T>(unless_forbidden, nans, nan, -nan, "NaN on both sides");
    examiner.pair<T>(if_any, nans, nan, T(1), "NaN expected, a number got");
    examiner.pair<T>(if_any, nans, T(1), nan, "a number expected, NaN got");
    examiner.pair<T>(if_any, nans, inf, nan, "infinity expected, NaN got");
    examiner.pair<T>(unless_forbidden, infs, inf, inf, "infinity on both sides");
    examiner.pair<T>(if_any, infs, -inf, inf, "infinities of both signs");
    examiner.pair<T>(if_any, infs, inf, largest, "infinity expected, a number got");
    examiner.pair<T>(if_any, infs, largest, inf, "a number expected, infinity got");
  }
  const spec::OutputSpec signed_zero = with_policy(forbid, match, true);
  examiner.pair<T>(Must::reject, signed_zero, T(0), -T(0), "+0 expected, -0 got, signed zeros");
  examiner.pair<T>(Must::accept, signed_zero, -T(0), -T(0), "-0 on both sides, signed zeros");
  examiner.pair<T>(Must::accept, signed_zero, T(0), T(-1), "0 and a number within the bound, signed zeros");
}

template <class T>
void examine_exact_with_specials(Examiner& examiner) {
  spec::OutputSpec exact = output_with(form("exact"));
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  examiner.pair<T>(Must::reject, exact, nan, nan, "NaN on both sides, forbidden by default");
  examiner.pair<T>(Must::accept, exact, inf, inf, "infinity on both sides");
  exact.nan = SpecialPolicy::match;
  exact.inf = SpecialPolicy::forbid;
  examiner.pair<T>(Must::accept, exact, nan, nan, "NaN on both sides, matching");
  examiner.pair<T>(Must::reject, exact, inf, inf, "infinity on both sides, forbidden");
}

/// One wrong element among many, where block and vector loops begin and end.
template <class T>
void examine_places(Examiner& examiner, const spec::OutputSpec& output, T good, T bad) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{9}, std::size_t{1030}}) {
    const std::vector<T> expected(size, good);
    examiner.array<T>(Must::accept, output, expected, expected, fmt::format("{} equal elements", size));
    for (const std::size_t place : {std::size_t{0}, size / 2, size - 1}) {
      if (size == 0) break;
      std::vector<T> actual = expected;
      actual[place] = bad;
      examiner.array<T>(Must::reject, output, expected, actual, fmt::format("element {} of {} differs", place, size));
    }
  }
}

template <class T>
void examine_floating(Examiner& examiner) {
  examine_exact<T>(examiner);
  examine_ulp<T>(examiner);
  examine_relative<T>(examiner);
  examine_norm<T>(examiner);
  examine_policies<T>(examiner);
  examine_exact_with_specials<T>(examiner);
  examine_scale<T>(examiner);
  examine_reduction<T>(examiner);
  examine_exceptions<T>(examiner);
  examine_custom<T>(examiner);
  examine_derived<T>(examiner);
  examine_comparisons<T>(examiner);
  examine_defined<T>(examiner);
  examine_subnormal<T>(examiner);
  examine_largest<T>(examiner);
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (const spec::KindUse& use : {form("exact"), form("ulp", {{"ulp", 4}}), form("relative", {{"rel", 0.01}})}) {
    examine_places<T>(examiner, output_with(use), T(1.5), T(1.75));
    examine_places<T>(examiner, output_with(use), T(1.5), nan);
  }
}

}  // namespace

std::string self_test_of(const Comparator& comparator) {
  Examiner examiner(comparator);
  examine_floating<double>(examiner);
  examine_floating<float>(examiner);
  const spec::OutputSpec exact = output_with(form("exact"));
  examine_places<int>(examiner, exact, 7, 8);
  examine_places<long>(examiner, exact, std::numeric_limits<long>::max(), std::numeric_limits<long>::max() - 1);
  examine_quantised(examiner);
  examine_places<unsigned char>(examiner, exact, 0, 128);
  return examiner.fault();
}

std::string self_test() {
  const std::string quick = self_test_of(
      [](const auto& output, DType dtype, const auto& shape, auto expected, auto actual, const auto& context) {
        double used = 0;
        return agrees(output, dtype, shape, expected, actual, used, context);
      });
  if (!quick.empty()) return "agrees(): " + quick;
  const std::string full = self_test_of(
      [](const auto& output, DType dtype, const auto& shape, auto expected, auto actual, const auto& context) {
        return compare(output, dtype, shape, expected, actual, context).agrees();
      });
  return full.empty() ? "" : "compare(): " + full;
}

}  // namespace kparity::compare
