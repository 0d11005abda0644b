// Equations are evaluated in double precision, whose own rounding is allowed for; integers below 2^53 are exact in it.
#include "relation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "kparity/error.hpp"

namespace kparity::parity {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon() / 2;

/// One side against the other, with the room between them.
struct Balance {
  double left = 0, right = 0, room = 0;
  void add(double factor, double value, double of_rounding) {
    left += factor * value;
    room += std::fabs(factor) * of_rounding;
    rounded(factor * value);
  }
  void rounded(double number) { room += 2 * unit * std::fabs(number); }
  bool holds() const { return std::fabs(left - right) <= room; }
};

std::string text_of(const std::string& what, const Balance& balance) {
  return fmt::format("{} is {:.9g}, {:.9g} expected (off by {:.3g}, rounding explains {:.3g})", what, balance.left,
                     balance.right, std::fabs(balance.left - balance.right), balance.room);
}

/// Elements that are no numbers were judged already, where they may be.
bool is_finite(const Equation& equation, const std::vector<Evaluation>& evaluations, std::size_t array,
               std::size_t element) {
  for (std::size_t call = 0; call < equation.factors.size(); ++call)
    if (!std::isfinite(evaluations[call].values[array][element])) return false;
  return true;
}

void add_element(const Equation& equation, const std::vector<Evaluation>& evaluations, std::size_t array,
                 std::size_t element, double initial, Balance& balance) {
  for (std::size_t call = 0; call < equation.factors.size(); ++call)
    balance.add(equation.factors[call], evaluations[call].values[array][element],
                evaluations[call].rooms[array][element]);
  balance.right += equation.initial * initial;
  balance.rounded(initial);
}

std::string broken_sum(const Trial& trial, const Equation& equation, const std::vector<Evaluation>& evaluations) {
  Balance balance;
  balance.right = equation.constant;
  std::string what;
  for (const std::size_t array : equation.arrays) {
    const auto& values = evaluations.front().values[array];
    what += (what.empty() ? "sum(" : " + sum(") + trial.calls.front().plan[array].name + ")";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_finite(equation, evaluations, array, i)) return "";
      add_element(equation, evaluations, array, i, 0, balance);
      balance.rounded(balance.left);
    }
  }
  balance.rounded(equation.constant);
  return balance.holds() ? "" : text_of(what, balance);
}

std::string broken_element(const Trial& trial, const Equation& equation, const std::vector<Evaluation>& evaluations) {
  const CaseData& first = trial.calls.front();
  const std::size_t array = equation.arrays.front();
  const auto& values = evaluations.front().values[array];
  std::vector<double> initial(values.size());
  if (equation.initial != 0 && !first.inputs[array].empty())
    initial = numbers_of(first.plan[array], first.inputs[array]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_finite(equation, evaluations, array, i)) continue;
    Balance balance;
    balance.right = equation.constant;
    add_element(equation, evaluations, array, i, initial[i], balance);
    if (balance.holds()) continue;
    return text_of(fmt::format("{}{}[{}]", equation.factors.size() > 1 ? "what should be the same of " : "",
                               first.plan[array].name, i),
                   balance);
  }
  return "";
}

template <class F>
void visit_floating(DType dtype, F&& visit) {
  if (dtype == DType::float32) visit(std::type_identity<float>{});
  if (dtype == DType::float64) visit(std::type_identity<double>{});
}

std::size_t scalar_of(const spec::KernelSpec& spec, std::string_view name) {
  std::size_t scalar = 0;
  for (const auto& input : spec.inputs) {
    if (input.name == name) break;
    scalar += at(spec.instantiations.front(), input.path).kind == ParameterKind::scalar ? 1 : 0;
  }
  return scalar;
}

}  // namespace

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = relations_of::all_relations();
  return all;
}

const Relation& find_relation(std::string_view name) {
  for (const Relation& relation : relations())
    if (relation.name == name) return relation;
  throw InvalidArgument(fmt::format("unknown property '{}'", name));
}

std::string broken_equation(const Trial& trial, const std::vector<Evaluation>& evaluations) {
  for (const Equation& equation : trial.equations) {
    const std::string broken =
        equation.sums ? broken_sum(trial, equation, evaluations) : broken_element(trial, equation, evaluations);
    if (!broken.empty()) return broken;
  }
  return "";
}

std::optional<std::size_t> array_of(const CaseData& data, std::string_view name) {
  const auto found = std::ranges::find(data.plan, name, &generate::ArrayPlan::name);
  if (found == data.plan.end()) return std::nullopt;
  return static_cast<std::size_t>(found - data.plan.begin());
}

std::vector<std::size_t> compared_arrays(const CaseData& data) {
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < data.plan.size(); ++i)
    if (data.plan[i].is_output && !data.plan[i].is_scratch && data.plan[i].elements > 0) arrays.push_back(i);
  return arrays;
}

void change_input(const spec::KernelSpec& spec, CaseData& data, std::string_view name,
                  const std::function<double(double, std::size_t)>& change) {
  const auto array = array_of(data, name);
  const auto change_all = [&]<class T>(std::span<std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
      T value;
      std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
      value = static_cast<T>(change(static_cast<double>(value), i));
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
  };
  if (array) {
    visit_floating(data.plan[*array].dtype,
                   [&]<class T>(std::type_identity<T>) { change_all.template operator()<T>(data.inputs[*array]); });
    return;
  }
  auto& value = data.drawn.scalars.at(scalar_of(spec, name));
  visit_floating(value.dtype, [&]<class T>(std::type_identity<T>) {
    change_all.template operator()<T>({reinterpret_cast<std::byte*>(&value.bits), sizeof(T)});
  });
}

std::vector<double> numbers_of(const generate::ArrayPlan& array, std::span<const std::byte> bytes) {
  std::vector<double> numbers(bytes.size() / size_of(array.dtype));
  visit_dtype(array.dtype, [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        numbers[i] = std::to_integer<int>(bytes[i]) != 0 ? 1 : 0;
      } else {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        numbers[i] = static_cast<double>(value);
      }
    }
  });
  return numbers;
}

}  // namespace kparity::parity
