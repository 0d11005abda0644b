// A property of a spec as equations between results of one implementation for changed inputs of a case: what holds
// whatever the reference computes, so that a fault which both sides share is found. Each is one file of relations/.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/parity/workspace.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// The outputs of one call as numbers, with how far rounding may have moved each; per array of the plan, empty for
/// arrays that are not compared.
struct Evaluation {
  std::vector<std::vector<double>> values, rooms;
};

/// For each element i of an output: the sum over all calls of factor * value[i] is constant + minus * initial[i], where
/// `initial` are its contents before the first call. With `sums`: the sum of that over all elements, and of the other
/// outputs in it.
struct Equation {
  std::vector<std::size_t> arrays;  // of the plan: one, or with `sums` all that are added up
  std::vector<double> factors;      // one per call
  double constant = 0;
  double initial = 0;  // factor of the initial contents
  bool sums = false;
};

/// What to call the implementation with, and what then holds.
struct Trial {
  std::vector<CaseData> calls;
  std::vector<Equation> equations;
};

struct Relation {
  std::string name;
  /// Empty where the case is too small to say anything. The same for the same case.
  std::optional<Trial> (*trial)(const spec::KernelSpec& spec, const spec::Property& property, const CaseData& data);
};

/// All relations of relations/, made once; the one of a name. Throws InvalidArgument if there is none.
const std::vector<Relation>& relations();
const Relation& find_relation(std::string_view name);

/// Where an equation does not hold, in words; empty if all hold. `plan` is that of the case.
std::string broken_equation(const Trial& trial, const std::vector<Evaluation>& evaluations);

// What the relations are made of.

/// The array of a name in the plan; empty if it is a scalar.
std::optional<std::size_t> array_of(const CaseData& data, std::string_view name);
/// The arrays of the plan that are compared.
std::vector<std::size_t> compared_arrays(const CaseData& data);
/// Changes all elements of a floating-point input, an array or a scalar: `change(value, index)` in double precision.
void change_input(const spec::KernelSpec& spec, CaseData& data, std::string_view name,
                  const std::function<double(double, std::size_t)>& change);
/// The elements of an array of the case as numbers.
std::vector<double> numbers_of(const generate::ArrayPlan& array, std::span<const std::byte> bytes);

}  // namespace kparity::parity

namespace kparity::parity::relations_of {

using parity::Relation;
std::vector<Relation> all_relations();

}  // namespace kparity::parity::relations_of
