// Copies the outputs to the host before and after a launch and compares which elements are finite.
#include "finite_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "copy.hpp"
#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

// "3", or "(1, 2)" with more axes than one: the place of element `position`, last axis fastest.
std::string index_text(const ArrayRef& array, std::int64_t position) {
  std::vector<std::string> indices(array.rank);
  for (std::size_t axis = array.rank; axis-- > 0;) {
    indices[axis] = std::to_string(position % array.shape[axis]);
    position /= array.shape[axis];
  }
  return array.rank == 1 ? indices.front() : "(" + text::join(indices) + ")";
}

}  // namespace

FiniteCheck::FiniteCheck(const KernelState& kernel, const Signature& signature, std::span<const Argument> arguments,
                         CallSite where)
    : kernel_(kernel), signature_(signature), where_(where) {
  std::vector<CallArray> arrays;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_visited = arguments[i].kind() == ArgumentKind::structure && arguments[i].visit != nullptr;
    void* const copy = is_visited ? copies_.emplace_back(arguments[i], signature.parameters[i]).object() : nullptr;
    append_arrays(signature, i, arguments[i], copy, arrays);
  }
  for (const std::string& name : kernel.definition.outputs) {
    const ParameterPath path = *kparity::find(signature, name);
    const Parameter& parameter = at(signature, path);
    const DType element = parameter.view_rank == 0 ? parameter.dtype : parameter.fields.front().dtype;
    if (!is_floating(element) || arguments[path.parameter].kind() == ArgumentKind::null) continue;
    const auto is_it = [&](const CallArray& array) { return array.path == path; };
    const auto found = std::find_if(arrays.begin(), arrays.end(), is_it);
    if (found == arrays.end() || !has_extent(found->array)) {
      throw InvalidArgument(text::concat(kernel_name(kernel), ": check_finite needs the extent of output '", name,
                                         "'; pass an array, device_pointer(p, n), or a structure with visit_arrays"));
    }
    Output& output = outputs_.emplace_back(Output{*found, {}});
    for (const double value : values_of(found->array)) output.was_finite.push_back(std::isfinite(value));
  }
}

void FiniteCheck::check() const {
  for (const Output& output : outputs_) {
    const std::vector<double> values = values_of(output.found.array);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::isfinite(values[i]) || !output.was_finite[i]) continue;
      throw RuntimeFailure(text::concat(kernel_name(kernel_), ": ", name_of(output),
                                        " is not finite after the launch: ", "element ",
                                        index_text(output.found.array, static_cast<std::int64_t>(i)), " is ",
                                        std::isnan(values[i]) ? "nan"
                                        : values[i] < 0       ? "-inf"
                                                              : "inf"));
    }
  }
}

std::vector<double> FiniteCheck::values_of(const ArrayRef& array) const {
  std::vector<double> values(static_cast<std::size_t>(element_count(array)));
  copy(array, array_ref(values.data(), shape_of(array)),
       CopyNote{"check_finite of " + kernel_name(kernel_), where_, true});
  return values;
}

std::string FiniteCheck::name_of(const Output& output) const {
  const ParameterPath path = output.found.path;
  const std::string field = path.field ? text::concat(", field ", path_name(signature_, path)) : "";
  return argument_name(signature_, path.parameter) + field;
}

}  // namespace kparity::detail
