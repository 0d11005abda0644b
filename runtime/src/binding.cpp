// The argument checks of every call.
#include "binding.hpp"

#include <algorithm>
#include <limits>

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

using detail::Argument;
using detail::ArgumentCode;
using detail::ArgumentKind;

namespace {

// What is wrong with one argument. A value out of range is told apart from a wrong type.
struct Problem {
  bool is_range = false;
  std::string text;
};

bool has_pointers(const Parameter& structure) {
  return std::any_of(structure.fields.begin(), structure.fields.end(),
                     [](const Parameter& field) { return field.kind == ParameterKind::pointer; });
}

ParameterCode host_code(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::scalar: return {~ArgumentCode{0}, detail::code_of(ArgumentKind::scalar, parameter.dtype)};
    case ParameterKind::pointer:
      return {~(detail::described_bit | (parameter.is_const ? detail::const_bit : 0)),
              detail::code_of(ArgumentKind::array, parameter.dtype)};
    case ParameterKind::structure:
      // A view is made from an array, whose shape needs a look at each call: nothing matches.
      if (parameter.view_rank != 0) return {0, 1};
      // Without a visitor, since a visitor's arrays get a look of their own.
      return {~ArgumentCode{0}, detail::structure_code(size_of(parameter), align_of(parameter))};
  }
  __builtin_unreachable();
}

// ---- scalars -------------------------------------------------------------------------------------------------------

// An integer of any type: its sign and its magnitude.
struct Integer {
  bool is_negative = false;
  std::uint64_t magnitude = 0;
};

template <class T>
T read(const Argument& argument) {
  T value;
  std::memcpy(&value, argument.bytes.data(), sizeof value);
  return value;
}

template <class T>
void write(Argument& argument, T value) {
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  argument.code = detail::code_of(ArgumentKind::scalar, dtype_of<T>);
}

Integer read_integer(const Argument& argument) {
  return visit_dtype(argument.dtype(), [&]<class T>(std::type_identity<T>) -> Integer {
    if constexpr (std::is_floating_point_v<T>) {
      return {};
    } else {
      const T value = read<T>(argument);
      if constexpr (std::is_signed_v<T>) {
        if (value < 0) return {true, ~static_cast<std::uint64_t>(value) + 1};
      }
      return {false, static_cast<std::uint64_t>(value)};
    }
  });
}

std::string shown(const Integer& value) {
  return (value.is_negative ? "-" : "") + std::to_string(value.magnitude);
}

template <class T>
bool fits(const Integer& value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (value.magnitude == 0) return true;
    const int significant = static_cast<int>(std::bit_width(value.magnitude)) - std::countr_zero(value.magnitude);
    return significant <= std::numeric_limits<T>::digits;
  } else {
    const auto largest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    return value.is_negative ? std::is_signed_v<T> && value.magnitude <= largest + 1 : value.magnitude <= largest;
  }
}

template <class T>
T converted(const Integer& value) {
  if constexpr (std::is_floating_point_v<T>) {
    const T magnitude = static_cast<T>(value.magnitude);
    return value.is_negative ? -magnitude : magnitude;
  } else {
    return static_cast<T>(value.is_negative ? ~value.magnitude + 1 : value.magnitude);
  }
}

std::optional<Problem> scalar_problem(const Argument& argument, DType wanted) {
  const DType given = argument.dtype();
  if (given == wanted) return std::nullopt;
  if (is_floating(given)) {
    if (given == DType::float32 && wanted == DType::float64) return std::nullopt;
    const char* const why = is_floating(wanted) ? ", which would lose digits; convert it yourself" : "";
    return Problem{false, text::concat("is a ", c_name(given), why)};
  }
  const Integer value = read_integer(argument);
  const bool is_fitting = visit_dtype(wanted, [&]<class T>(std::type_identity<T>) { return fits<T>(value); });
  if (is_fitting) return std::nullopt;
  const char* const how = is_floating(wanted) ? "has no exact value in" : "does not fit into";
  return Problem{true, text::concat("is ", shown(value), ", which ", how, " ", c_name(wanted))};
}

void convert_scalar(Argument& argument, DType wanted) {
  if (argument.dtype() == wanted) return;
  if (is_floating(argument.dtype())) {
    write(argument, static_cast<double>(read<float>(argument)));
    return;
  }
  const Integer value = read_integer(argument);
  visit_dtype(wanted, [&]<class T>(std::type_identity<T>) { write(argument, converted<T>(value)); });
}

// ---- arrays and structures -----------------------------------------------------------------------------------------

std::string described(const Argument& argument) {
  const bool on_device = argument.place() == Place::device;
  switch (argument.kind()) {
    case ArgumentKind::scalar: return text::concat("a ", c_name(argument.dtype()));
    case ArgumentKind::array:
      return text::concat(on_device ? "a device array of " : "a host array of ", argument.is_const() ? "const " : "",
                          c_name(argument.dtype()));
    case ArgumentKind::structure:
      return text::concat(on_device ? "a structure of device addresses, " : "a structure, ", argument.code >> 16,
                          " bytes, alignment ", 1U << ((argument.code & detail::alignment_bits) >> 9));
    case ArgumentKind::null: return "nullptr";
  }
  __builtin_unreachable();
}

std::optional<Problem> side_problem(const Argument& argument, ArraySide side) {
  if (side == ArraySide::host && argument.place() == Place::device) {
    return Problem{false, text::concat("is ", described(argument),
                                       ", but the call runs on the host; arrays are never copied by a call")};
  }
  if (side == ArraySide::device && argument.place() == Place::host) {
    return Problem{false, text::concat("is ", described(argument),
                                       argument.kind() == ArgumentKind::structure ? " with host addresses" : "",
                                       ", but the call runs on the CUDA side; arrays are never copied by a call")};
  }
  return std::nullopt;
}

std::optional<Problem> array_problem(const Argument& argument, const Parameter& parameter, ArraySide side) {
  if (argument.dtype() != parameter.dtype) return Problem{false, "is " + described(argument)};
  if (argument.is_const() && !parameter.is_const) {
    return Problem{false, "is " + described(argument) + ", which the kernel could write to"};
  }
  if ((argument.code & detail::strided_bit) != 0) {
    return Problem{false, "is not contiguous; see as_kernel_array and kernel_output"};
  }
  return side_problem(argument, side);
}

std::optional<Problem> view_problem(const Argument& argument, const Parameter& view, ArraySide side) {
  const Parameter& element = view.fields.front();
  const ArrayRef array = detail::array_of(argument);
  if (!has_extent(array)) {
    return Problem{false,
                   text::concat("is ", described(argument), " of unknown extent; pass ",
                                argument.place() == Place::host ? "array_ref(p, shape)" : "device_pointer(p, n)")};
  }
  if (array.dtype != element.dtype || array.rank != view.view_rank) return Problem{false, "is a " + to_string(array)};
  if (array.is_const && !element.is_const) {
    return Problem{false, text::concat("is a ", to_string(array), ", which the kernel could write to")};
  }
  if (!view.is_strided_view && !is_contiguous(array)) {
    return Problem{false, text::concat("is a ", to_string(array),
                                       ", which is not contiguous; see as_kernel_array and "
                                       "kernel_output, or take a kparity::ArrayView")};
  }
  return side_problem(argument, side);
}

std::optional<Problem> structure_problem(const Argument& argument, const Parameter& parameter, ArraySide side) {
  const ArgumentCode layout = detail::kind_bits | detail::alignment_bits | detail::size_bits;
  if ((argument.code & layout) != detail::structure_code(size_of(parameter), align_of(parameter))) {
    return Problem{false, text::concat("is ", described(argument), "; ", c_type(parameter), " has ", size_of(parameter),
                                       " bytes, alignment ", align_of(parameter))};
  }
  if (side == ArraySide::any && argument.place() == Place::device && argument.visit == nullptr) {
    return Problem{false, "holds device addresses but has no visit_arrays, so its arrays cannot be copied to the host"};
  }
  const bool has_addresses = has_pointers(parameter) || argument.visit != nullptr;
  const bool is_wrong_way = side == ArraySide::host || has_addresses;  // marked device addresses never reach the host
  return is_wrong_way ? side_problem(argument, side) : std::nullopt;
}

std::optional<Problem> problem_of(const Argument& argument, const Parameter& parameter, ArraySide side) {
  const ArgumentKind kind = argument.kind();
  switch (parameter.kind) {
    case ParameterKind::scalar:
      if (kind == ArgumentKind::scalar) return scalar_problem(argument, parameter.dtype);
      break;
    case ParameterKind::pointer:
      if (kind == ArgumentKind::array) return array_problem(argument, parameter, side);
      if (kind == ArgumentKind::null) return std::nullopt;
      break;
    case ParameterKind::structure:
      if (parameter.view_rank != 0) {
        if (kind == ArgumentKind::array) return view_problem(argument, parameter, side);
      } else if (kind == ArgumentKind::structure) {
        return structure_problem(argument, parameter, side);
      }
      break;
  }
  return Problem{false, "is " + described(argument)};
}

// ---- the choice of an instantiation --------------------------------------------------------------------------------

// How well the arguments fit one instantiation.
struct Fit {
  std::size_t instantiation = 0;
  std::size_t problems = 0;
  std::size_t conversions = 0;
  std::size_t first_bad = 0;
  Problem problem;
};

Fit fit_of(const BindingTable& table, std::size_t instantiation, std::span<const Argument> arguments, ArraySide side) {
  const Signature& signature = table.instantiations[instantiation];
  Fit fit;
  fit.instantiation = instantiation;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (side == ArraySide::host && fits_exactly(table.host[instantiation][i], arguments[i])) continue;
    if (auto problem = problem_of(arguments[i], parameter, side)) {
      if (fit.problems++ == 0) {
        fit.first_bad = i;
        fit.problem = std::move(*problem);
      }
    } else if (parameter.kind == ParameterKind::scalar && arguments[i].dtype() != parameter.dtype) {
      ++fit.conversions;
    }
  }
  return fit;
}

[[noreturn]] void refuse(const BindingTable& table, const Fit& fit) {
  const Signature& signature = table.instantiations[fit.instantiation];
  std::string message =
      text::concat("kernel '", table.kernel, "': ", argument_name(signature, fit.first_bad), " ", fit.problem.text);
  if (table.instantiations.size() > 1) {
    std::vector<std::string> types;
    for (const Signature& each : table.instantiations)
      types.push_back(each.types.empty() ? type_list(each) : each.types);
    message += "; the kernel has " + text::join(types, " and ");
  }
  if (fit.problem.is_range) throw RangeOverflow(message);
  throw TypeMismatch(message);
}

[[noreturn]] void refuse_count(const BindingTable& table, std::size_t count) {
  const Signature& signature = table.instantiations.front();
  throw TypeMismatch(text::concat("kernel '", table.kernel, "': ", count, " argument", count == 1 ? "" : "s",
                                  " given, ", signature.parameters.size(), " needed: ", to_string(signature)));
}

[[noreturn]] void refuse_ambiguous(const BindingTable& table, const Fit& one, const Fit& other) {
  throw TypeMismatch(text::concat(
      "kernel '", table.kernel, "': the arguments fit ", table.instantiations[one.instantiation].types, " as well as ",
      table.instantiations[other.instantiation].types, "; pass the scalars with the exact type"));
}

std::size_t bind_with_conversions(const BindingTable& table, std::span<Argument> arguments, ArraySide side) {
  const auto is_better = [](const Fit& a, const Fit& b) {
    return std::pair(a.problems, a.conversions) < std::pair(b.problems, b.conversions);
  };
  Fit best = fit_of(table, 0, arguments, side);
  std::optional<Fit> equal;
  for (std::size_t i = 1; i < table.instantiations.size(); ++i) {
    Fit fit = fit_of(table, i, arguments, side);
    if (is_better(fit, best)) {
      best = std::move(fit);
      equal.reset();
    } else if (!is_better(best, fit)) {
      equal = std::move(fit);
    }
  }
  if (best.problems > 0) refuse(table, best);
  if (equal) refuse_ambiguous(table, best, *equal);
  const std::vector<Parameter>& parameters = table.instantiations[best.instantiation].parameters;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (parameters[i].kind == ParameterKind::scalar) convert_scalar(arguments[i], parameters[i].dtype);
  }
  return best.instantiation;
}

}  // namespace

BindingTable binding_table(std::string kernel, const std::vector<Signature>& instantiations) {
  BindingTable table{std::move(kernel), instantiations, {}};
  for (const Signature& signature : instantiations) {
    std::vector<ParameterCode>& codes = table.host.emplace_back();
    for (const Parameter& parameter : signature.parameters) codes.push_back(host_code(parameter));
  }
  return table;
}

std::size_t bind(const BindingTable& table, std::span<Argument> arguments, ArraySide side) {
  if (arguments.size() != table.instantiations.front().parameters.size()) refuse_count(table, arguments.size());
  return bind_with_conversions(table, arguments, side);
}

std::string argument_name(const Signature& signature, std::size_t index) {
  const Parameter& parameter = signature.parameters[index];
  return text::concat("argument ", index + 1, " of ", signature.parameters.size(), " (", c_type(parameter),
                      parameter.name.empty() ? "" : " ", parameter.name, ")");
}

}  // namespace kparity
