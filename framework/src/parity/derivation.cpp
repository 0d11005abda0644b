// The pass with bounds follows the very values of the plain reference, which is checked: a template that computes
// something else with other numbers is estimated instead, and the report says so.
#include "derivation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "kparity/error.hpp"

namespace kparity::parity {

namespace {

constexpr int perturbed_runs = 12;
constexpr unsigned most_units = 4;
/// A pass with bounds takes up to 40 times as long as the reference, and a case has a time limit.
constexpr double longest_reference_seconds = .25;
/// Close decisions of a case that are taken both ways: in all combinations, each a pass with bounds.
constexpr std::uint64_t most_turned_decisions = 5;

template <class F>
void visit_floating(DType dtype, F&& visit) {
  if (dtype == DType::float32) visit(std::type_identity<float>{});
  if (dtype == DType::float64) visit(std::type_identity<double>{});
}

template <class T>
T element(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// --- bounds ----------------------------------------------------------------------------------------------------------

/// Takes offsets from what the plain reference computed instead of what the numbers with bounds followed. False if
/// both differ by more than rounding.
template <class T>
bool follow_reference(std::span<const std::byte> reference, std::span<const std::byte> followed,
                      std::vector<Allowance>& allowances) {
  for (std::size_t i = 0; i < allowances.size(); ++i) {
    const T plain = element<T>(reference, i), same = element<T>(followed, i);
    if (plain == same || (std::isnan(plain) && std::isnan(same))) continue;
    const double moved = static_cast<double>(plain) - static_cast<double>(same);
    if (!(std::fabs(moved) <= allowances[i].linear)) return false;
    allowances[i].offset += moved;
  }
  return true;
}

// --- estimates -------------------------------------------------------------------------------------------------------

/// Whether a neighbouring number is as good an input: not where values are indices, whole, sorted or special.
bool may_be_perturbed(const spec::InputSpec& input) {
  return input.generate.kind == "uniform" || input.generate.kind == "normal" || input.generate.kind == "log_uniform";
}

/// A few units in the last place up or down, but not out of the range of the values that are there: bounds of a
/// generator stay bounds. Not always the same number of units, because equal moves cancel too often where a mean is
/// taken off.
template <class T>
void perturb(std::span<std::byte> bytes, std::mt19937_64& random) {
  const std::size_t count = bytes.size() / sizeof(T);
  T low = std::numeric_limits<T>::infinity(), high = -low;
  for (std::size_t i = 0; i < count; ++i) {
    low = std::min(low, element<T>(bytes, i));
    high = std::max(high, element<T>(bytes, i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const T value = element<T>(bytes, i);
    const T to = random() % 2 == 0 ? low : high;
    T moved = value;
    for (std::uint64_t units = 1 + random() % most_units; units > 0; --units) moved = std::nextafter(moved, to);
    std::memcpy(bytes.data() + i * sizeof(T), &moved, sizeof moved);
  }
}

/// Scalars move towards zero, which their generators' bounds nearly always allow.
void perturb(generate::ScalarValue& value, std::mt19937_64& random) {
  if (random() % 2 == 0) return;
  visit_floating(value.dtype, [&]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, &value.bits, sizeof number);
    number = std::nextafter(number, T(0));
    std::memcpy(&value.bits, &number, sizeof number);
  });
}

CaseData perturbed(const spec::KernelSpec& spec, const CaseData& data, std::mt19937_64& random) {
  CaseData moved = data;
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    const auto array = std::ranges::find(data.plan, input.name, &generate::ArrayPlan::name);
    if (array == data.plan.end()) {
      if (may_be_perturbed(input)) perturb(moved.drawn.scalars[scalar], random);
      ++scalar;
      continue;
    }
    if (!may_be_perturbed(input)) continue;
    auto& bytes = moved.inputs[static_cast<std::size_t>(array - data.plan.begin())];
    visit_floating(array->dtype, [&]<class T>(std::type_identity<T>) { perturb<T>(bytes, random); });
  }
  return moved;
}

template <class T>
void widen(std::span<const std::byte> reference, std::span<const std::byte> other, std::vector<Allowance>& spread) {
  for (std::size_t i = 0; i < spread.size(); ++i) {
    const double away =
        std::fabs(static_cast<double>(element<T>(other, i)) - static_cast<double>(element<T>(reference, i)));
    if (away > spread[i].linear) spread[i].linear = away;
  }
}

/// Spreads become bounds: perturbations show how inputs matter but not how roundings add up over an array, hence the
/// factor (a quarter of the largest extent of an input, at least 4).
template <class T>
void scale(std::span<const std::byte> reference, double factor, std::vector<Allowance>& spread) {
  constexpr double unit = std::numeric_limits<T>::epsilon() / 2;
  for (std::size_t i = 0; i < spread.size(); ++i) {
    const double own = unit * std::fabs(static_cast<double>(element<T>(reference, i)));
    const double bound = factor * (spread[i].linear + own) + static_cast<double>(std::numeric_limits<T>::denorm_min());
    spread[i] = {0, bound, bound};
  }
}

}  // namespace

BoundLibrary bound_library(const spec::KernelSpec& spec) {
  if (!compile::has_derived_tolerance(spec)) return {};
  try {
    return {compile::compile_bounds(spec), ""};
  } catch (const Error& error) {
    return {"", error.what()};
  }
}

Derivation::Derivation(const spec::KernelSpec& spec, const BoundLibrary& library) : why_not_(library.why_not) {
  if (library.path.empty()) return;
  try {
    entries_ = compile::open_bounds(library.path, spec);
  } catch (const Error& error) {
    why_not_ = error.what();
  }
}

void Derivation::derive(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference) {
  allowances_.resize(data.plan.size());
  derived_.assign(data.plan.size(), {});
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    const auto& array = data.plan[i];
    const bool judged = array.is_output && !array.is_scratch && is_floating(array.dtype);
    allowances_[i].assign(judged ? array.elements : 0, {});
  }
  std::string origin = "derived from the reference";
  if (entries_.empty() || !follow_bounds(spec, data, reference)) {
    estimate(spec, data, reference);
    origin = "estimated from perturbed inputs: " + why_not_;
  }
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    derived_[i].allowances = allowances_[i];
    derived_[i].origin = origin;
  }
}

std::uint64_t Derivation::pass(const spec::KernelSpec& spec, const CaseData& data, bool flushes_subnormals,
                               std::uint64_t other_ways, std::vector<std::vector<Allowance>>& allowances) {
  workspace_.prepare(spec, data, poison_a);
  std::vector<long long> elements;
  std::vector<Allowance*> targets;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    elements.push_back(static_cast<long long>(data.plan[i].elements));
    targets.push_back(allowances[i].empty() ? nullptr : allowances[i].data());
  }
  return entries_.at(data.drawn.instantiation)(workspace_.arguments(), elements.data(), targets.data(),
                                               flushes_subnormals, other_ways);
}

bool Derivation::follow_branches(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference) {
  std::uint64_t close = 0;
  for (const compare::Derived& derived : derived_) close = std::max(close, derived.close_decisions);
  if (close == 0 || close > most_turned_decisions) return false;
  branches_.clear();
  for (std::uint64_t other_ways = 1; other_ways < std::uint64_t{1} << close; ++other_ways) {
    Followed& followed = branches_.emplace_back();
    followed.allowances = allowances_;
    // On another branch there may be other decisions, whose combinations nobody has looked at.
    if (pass(spec, data, reference.flushes_subnormals, other_ways, followed.allowances) != close) return false;
    for (std::size_t i = 0; i < data.plan.size(); ++i)
      followed.values.emplace_back(workspace_.array(i).begin(), workspace_.array(i).end());
  }
  for (std::size_t i = 0; i < derived_.size(); ++i)
    for (const Followed& followed : branches_)
      derived_[i].branches.push_back({followed.values[i], followed.allowances[i]});
  return true;
}

bool Derivation::follow_bounds(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference) {
  if (reference.seconds > longest_reference_seconds) {
    why_not_ = fmt::format("one call of the reference takes longer than {} s", longest_reference_seconds);
    return false;
  }
  const std::uint64_t close = pass(spec, data, reference.flushes_subnormals, 0, allowances_);
  bool same = true;
  for (std::size_t i = 0; i < data.plan.size(); ++i) {
    derived_[i].close_decisions = close;
    if (allowances_[i].empty()) continue;
    visit_floating(data.plan[i].dtype, [&]<class T>(std::type_identity<T>) {
      same = same && follow_reference<T>(reference.result.array(i), workspace_.array(i), allowances_[i]);
    });
  }
  if (!same) why_not_ = "with numbers that carry bounds the reference computes something else";
  return same;
}

void Derivation::estimate(const spec::KernelSpec& spec, const CaseData& data, const Reference& reference) {
  std::uint64_t longest = 0;
  for (auto& allowances : allowances_) std::ranges::fill(allowances, Allowance{});
  for (const auto& array : data.plan)
    if (array.is_input) longest = std::max(longest, array.elements);
  std::mt19937_64 random(data.drawn.seed);
  for (int run = 0; run < perturbed_runs; ++run) {
    const CaseData moved = perturbed(spec, data, random);
    workspace_.prepare(spec, moved, poison_a);
    reference.subject.run(data.drawn.instantiation, workspace_);
    for (std::size_t i = 0; i < data.plan.size(); ++i)
      visit_floating(data.plan[i].dtype, [&]<class T>(std::type_identity<T>) {
        widen<T>(reference.result.array(i), workspace_.array(i), allowances_[i]);
      });
  }
  for (std::size_t i = 0; i < data.plan.size(); ++i)
    visit_floating(data.plan[i].dtype, [&]<class T>(std::type_identity<T>) {
      scale<T>(reference.result.array(i), std::max(4., static_cast<double>(longest) / 4), allowances_[i]);
    });
}

bool flushes_subnormals_here() {
  volatile double smallest = std::numeric_limits<double>::min();
  return smallest * .5 == 0;
}

}  // namespace kparity::parity
