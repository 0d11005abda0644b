// Layout, spelling and look-up of signatures.
#include "kparity/signature.hpp"

#include <algorithm>

#include "kparity/error.hpp"

namespace kparity {

namespace {

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The end of the first `count` fields, before padding at the end of the structure.
std::size_t end_of_fields(const Parameter& structure, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    end = round_up(end, align_of(structure.fields[i])) + size_of(structure.fields[i]);
  }
  return end;
}

std::string declaration(const Parameter& parameter) {
  return parameter.name.empty() ? c_type(parameter) : c_type(parameter) + " " + parameter.name;
}

template <class Describe>
std::string comma_list(const std::vector<Parameter>& parameters, Describe describe) {
  std::string out;
  for (const Parameter& parameter : parameters) {
    if (&parameter != parameters.data()) out += ", ";
    out += describe(parameter);
  }
  return out;
}

std::optional<std::size_t> index_of(const std::vector<Parameter>& parameters, std::string_view name) {
  if (name.empty()) return std::nullopt;  // unnamed parameters cannot be looked up
  const auto same_name = [name](const Parameter& p) { return p.name == name; };
  const auto found = std::find_if(parameters.begin(), parameters.end(), same_name);
  if (found == parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parameters.begin());
}

}  // namespace

Parameter view_parameter(std::string name, DType element, bool is_const, int rank, bool is_strided) {
  if (rank < 1 || rank > 8) throw InvalidArgument("a view has 1 to 8 axes, not " + std::to_string(rank));
  Parameter view;
  view.name = std::move(name);
  view.kind = ParameterKind::structure;
  view.struct_name = std::string(is_strided ? "kparity::ArrayView<" : "kparity::ContiguousView<") +
                     (is_const ? "const " : "") + std::string(c_name(element)) + ", " + std::to_string(rank) + ">";
  view.view_rank = rank;
  view.is_strided_view = is_strided;
  const auto add = [&](const std::string& field, ParameterKind kind, DType dtype, bool is_const_pointer) {
    view.fields.push_back({field, kind, dtype, is_const_pointer, "", {}});
  };
  add("data", ParameterKind::pointer, element, is_const);
  for (int axis = 0; axis < rank; ++axis)
    add("extent_" + std::to_string(axis), ParameterKind::scalar, DType::int64, false);
  for (int axis = 0; is_strided && axis < rank; ++axis) {
    add("stride_" + std::to_string(axis), ParameterKind::scalar, DType::int64, false);
  }
  add("parameter", ParameterKind::scalar, DType::int32, false);
  return view;
}

bool can_be_written(const Parameter& parameter) {
  if (parameter.view_rank != 0) return !parameter.fields.front().is_const;
  return parameter.kind == ParameterKind::pointer && !parameter.is_const;
}

std::size_t size_of(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::scalar: return size_of(parameter.dtype);
    case ParameterKind::pointer: return sizeof(void*);
    case ParameterKind::structure: break;
  }
  // An empty structure has size 1 in C++.
  return std::max<std::size_t>(1, round_up(end_of_fields(parameter, parameter.fields.size()), align_of(parameter)));
}

std::size_t align_of(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::scalar: return size_of(parameter.dtype);  // natural alignment on every LP64 platform
    case ParameterKind::pointer: return alignof(void*);
    case ParameterKind::structure: break;
  }
  std::size_t alignment = 1;
  for (const Parameter& field : parameter.fields) alignment = std::max(alignment, align_of(field));
  return alignment;
}

std::size_t field_offset(const Parameter& structure, std::size_t field) {
  return round_up(end_of_fields(structure, field), align_of(structure.fields.at(field)));
}

std::string c_type(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::scalar: return std::string(c_name(parameter.dtype));
    case ParameterKind::pointer:
      return (parameter.is_const ? "const " : "") + std::string(c_name(parameter.dtype)) + "*";
    case ParameterKind::structure: return parameter.struct_name;
  }
  __builtin_unreachable();
}

std::string to_string(const Signature& signature) {
  return "void " + signature.kernel + "(" + comma_list(signature.parameters, declaration) + ")";
}

std::string type_list(const Signature& signature) {
  return comma_list(signature.parameters, c_type);
}

std::optional<ParameterPath> find(const Signature& signature, std::string_view path) {
  const std::size_t dot = path.find('.');
  const auto parameter = index_of(signature.parameters, path.substr(0, dot));
  if (!parameter) return std::nullopt;
  if (dot == std::string_view::npos) return ParameterPath{*parameter, std::nullopt};
  const auto field = index_of(signature.parameters[*parameter].fields, path.substr(dot + 1));
  if (!field) return std::nullopt;
  return ParameterPath{*parameter, field};
}

const Parameter& at(const Signature& signature, ParameterPath path) {
  const Parameter& parameter = signature.parameters.at(path.parameter);
  return path.field ? parameter.fields.at(*path.field) : parameter;
}

std::string path_name(const Signature& signature, ParameterPath path) {
  const Parameter& parameter = signature.parameters.at(path.parameter);
  return path.field ? parameter.name + "." + parameter.fields.at(*path.field).name : parameter.name;
}

}  // namespace kparity
