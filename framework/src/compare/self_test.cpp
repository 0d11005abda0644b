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
             std::string_view what) {
    if (!fault_.empty()) return;
    const std::vector<std::int64_t> shape{static_cast<std::int64_t>(expected.size())};
    const bool accepted =
        comparator_(output, dtype_of<T>, shape, std::as_bytes(std::span(expected)), std::as_bytes(std::span(actual)));
    if (accepted == (must == Must::accept)) return;
    fault_ = fmt::format("the comparator {} what it must {}: form '{}', {}, {}", accepted ? "accepts" : "rejects",
                         accepted ? "reject" : "accept", output.tolerance.form.kind, c_name(dtype_of<T>), what);
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
  examine_places<unsigned char>(examiner, exact, 0, 128);
  return examiner.fault();
}

std::string self_test() {
  const std::string quick =
      self_test_of([](const auto& output, DType dtype, const auto& shape, auto expected, auto actual) {
        double used = 0;
        return agrees(output, dtype, shape, expected, actual, used);
      });
  if (!quick.empty()) return "agrees(): " + quick;
  const std::string full =
      self_test_of([](const auto& output, DType dtype, const auto& shape, auto expected, auto actual) {
        return compare(output, dtype, shape, expected, actual).agrees();
      });
  return full.empty() ? "" : "compare(): " + full;
}

}  // namespace kparity::compare
