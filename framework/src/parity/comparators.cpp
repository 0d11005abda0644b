// The faults that are planted leave no room for opinions: an element that is no number or lies a thousand times further
// out than any other, and whole results of zeros or of memory that nobody wrote.
#include "kparity/parity/comparators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kparity/compile/comparators.hpp"
#include "kparity/parity/workspace.hpp"
#include "what_happened.hpp"

namespace kparity::parity {

namespace {

using Bytes = std::vector<std::byte>;

compare::Custom custom_of(const std::string& name, compile::Comparator entry) {
  return [name, entry](std::span<const std::byte> expected, std::span<const std::byte> actual,
                       const std::vector<std::int64_t>& shape, std::span<double> shares) {
    const std::vector<long long> extents(shape.begin(), shape.end());
    try {
      entry(expected.data(), actual.data(), extents.data(), shares.data());
    } catch (...) {
      throw ComparatorFailure(
          fmt::format("the comparison '{}' threw {}", name, what_happened(std::current_exception())));
    }
  };
}

template <class T>
T element(const Bytes& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <class T>
Bytes with_element(Bytes bytes, std::size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
  return bytes;
}

/// Two values far away from all others, in no simple proportion to them: what is periodic takes one of them at most.
template <class T>
std::vector<T> far_values(const Bytes& right) {
  if constexpr (std::is_floating_point_v<T>) {
    double largest = 1;
    for (std::size_t i = 0; i < right.size() / sizeof(T); ++i) {
      const double size = std::fabs(static_cast<double>(element<T>(right, i)));
      if (std::isfinite(size)) largest = std::max(largest, size);
    }
    std::vector<T> values{static_cast<T>(largest * 1618.0339887), static_cast<T>(largest * -2718.2818284)};
    std::erase_if(values, [](T value) { return !std::isfinite(value); });
    return values;
  } else {
    return {static_cast<T>(std::numeric_limits<T>::max() - 41), static_cast<T>(std::numeric_limits<T>::lowest() + 29)};
  }
}

/// Empty unless `T` has such a value.
template <class T>
std::vector<T> no_number() {
  if constexpr (std::is_floating_point_v<T>) return {std::numeric_limits<T>::quiet_NaN()};
  return {};
}

/// Hands wrong results for one output to its comparison.
class Examiner {
 public:
  Examiner(const spec::OutputSpec& output, const generate::ArrayPlan& array, std::span<const std::byte> right,
           const compare::Context& context)
      : output_(output), array_(array), right_(right.begin(), right.end()), context_(context) {}

  bool accepts(const Bytes& result) const {
    double used = 0;
    return compare::agrees(output_, array_.dtype, array_.shape, right_, result, used, context_);
  }

  /// What is no number is judged by `nan:` and `inf:` of the spec.
  bool has_numbers_only() const {
    return visit_dtype(array_.dtype, [&]<class T>(std::type_identity<T>) {
      for (std::size_t i = 0; i < right_.size() / sizeof(T); ++i)
        if (!std::isfinite(static_cast<double>(element<T>(right_, i)))) return false;
      return true;
    });
  }

  std::string fault() const {
    if (!accepts(right_)) return "rejects a result that equals the reference's";
    return visit_dtype(array_.dtype, [&]<class T>(std::type_identity<T>) {
      const std::size_t count = right_.size() / sizeof(T);
      for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
        if (output_.nan != spec::SpecialPolicy::any)
          if (auto fault = fault_at<T>(place, no_number<T>()); !fault.empty()) return fault;
        if (auto fault = fault_at<T>(place, far_values<T>(right_)); !fault.empty()) return fault;
      }
      return std::string();
    });
  }

  const Bytes& right() const { return right_; }

 private:
  /// Where all of the values pass for element `place`.
  template <class T>
  std::string fault_at(std::size_t place, const std::vector<T>& values) const {
    if (values.empty()) return "";
    const T expected = element<T>(right_, place);
    for (const T value : values)
      if (value == expected || !accepts(with_element(right_, place, value))) return "";
    return fmt::format("accepts {} for element [{}] of {}, where the reference has {}", +values.front(), place,
                       right_.size() / sizeof(T), +expected);
  }

  const spec::OutputSpec& output_;
  const generate::ArrayPlan& array_;
  Bytes right_;
  const compare::Context& context_;
};

std::string told(const spec::OutputSpec& output, const std::string& fault) {
  return fmt::format("the comparison '{}' of '{}' {}", compile::comparator_of(output), output.name, fault);
}

}  // namespace

ComparatorLibrary comparator_library(const spec::KernelSpec& spec) {
  if (!compile::has_comparators(spec)) return {};
  try {
    return {compile::compile_comparators(spec), nullptr};
  } catch (const Error&) {
    return {"", std::current_exception()};
  }
}

Comparators::Comparators(const spec::KernelSpec& spec, const ComparatorLibrary& library) {
  if (library.failure) std::rethrow_exception(library.failure);
  if (library.path.empty()) return;
  for (const auto& entries : compile::open_comparators(library.path, spec)) {
    all_.emplace_back();
    for (std::size_t i = 0; i < entries.size(); ++i)
      all_.back().push_back(entries[i] == nullptr ? compare::Custom()
                                                  : custom_of(compile::comparator_of(spec.outputs[i]), entries[i]));
  }
}

const compare::Custom* Comparators::of(std::size_t instantiation, std::size_t output) const {
  if (all_.empty()) return nullptr;
  const compare::Custom& custom = all_.at(instantiation).at(output);
  return custom ? &custom : nullptr;
}

std::string ComparatorExam::fault_in(std::size_t output, const generate::ArrayPlan& array,
                                     std::span<const std::byte> expected, const compare::Context& context) {
  const Examiner examiner(spec_.outputs[output], array, expected, context);
  if (array.elements == 0 || !examiner.has_numbers_only()) return "";
  if (const std::string fault = examiner.fault(); !fault.empty()) return told(spec_.outputs[output], fault);
  const auto look = [&](const Bytes& wrong, Tried& tried) {
    if (wrong == examiner.right()) return;
    ++tried.cases;
    tried.accepted += examiner.accepts(wrong) ? 1 : 0;
  };
  look(Bytes(expected.size()), tried_[output].zeros);
  look(Bytes(expected.size(), std::byte{poison_a.byte}), tried_[output].unwritten);
  return "";
}

std::string ComparatorExam::fault() const {
  for (std::size_t i = 0; i < tried_.size(); ++i)
    for (const auto& [tried, what] :
         {std::pair{tried_[i].zeros, "zeros only"}, std::pair{tried_[i].unwritten, "memory that nobody wrote"}})
      if (tried.cases > 0 && tried.accepted == tried.cases)
        return told(spec_.outputs[i],
                    fmt::format("accepts a result of {} in all {} cases in which it was tried", what, tried.cases));
  return "";
}

}  // namespace kparity::parity
