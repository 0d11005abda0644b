// Names, order, types, constness and the fields of structures; see match.hpp.
#include "signature/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>

namespace kparity::parity::signature {

namespace {

/// What each type parameter of a template stands for.
using Bindings = std::map<std::string, std::string, std::less<>>;

/// "ns::Particles<const T>" as {"Particles", "<", "const", "T", ">"}: qualifiers of namespaces do not count.
std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < text.size();) {
    const auto is_word = [&](std::size_t i) {
      return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
    };
    if (text.substr(at).starts_with("::")) {
      if (!result.empty()) result.pop_back();
      at += 2;
    } else if (is_word(at)) {
      std::size_t end = at;
      while (is_word(end)) ++end;
      result.emplace_back(text.substr(at, end - at));
      at = end;
    } else {
      if (text[at] != ' ') result.emplace_back(1, text[at]);
      ++at;
    }
  }
  return result;
}

/// The end of the template argument that starts at `begin`.
std::size_t argument_end(const std::vector<std::string>& text, std::size_t begin) {
  int depth = 0;
  std::size_t at = begin;
  for (; at < text.size(); ++at) {
    if (text[at] == "<") ++depth;
    if (text[at] == ">" && depth-- == 0) break;
    if (text[at] == "," && depth == 0) break;
  }
  return at;
}

std::string joined(const std::vector<std::string>& text, std::size_t begin, std::size_t end) {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) result += (i > begin ? " " : "") + text[i];
  return result;
}

/// Whether `expected` is `pattern` with its type parameters bound; binds those that are not bound yet.
bool unify(std::string_view pattern, std::string_view expected, const std::vector<std::string>& type_parameters,
           Bindings& bindings) {
  const std::vector<std::string> left = tokens(pattern), right = tokens(expected);
  std::size_t at = 0;
  for (const std::string& token : left) {
    const bool is_parameter = std::find(type_parameters.begin(), type_parameters.end(), token) != type_parameters.end();
    if (!is_parameter) {
      if (at >= right.size() || right[at++] != token) return false;
      continue;
    }
    const std::size_t end = argument_end(right, at);
    const std::string argument = joined(right, at, end);
    if (argument.empty() || bindings.try_emplace(token, argument).first->second != argument) return false;
    at = end;
  }
  return at == right.size();
}

std::string type_text(const DeclaredType& type) {
  return fmt::format("{}{}{}{}", type.is_const ? "const " : "", type.base, type.pointer ? "*" : "",
                     type.reference ? "&" : "");
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string expected_base(const Parameter& parameter) {
  return parameter.kind == ParameterKind::structure ? parameter.struct_name : std::string(c_name(parameter.dtype));
}

/// Fortran has no unsigned integers and several names for one width.
bool same_width(const Parameter& expected, const std::string& base) {
  static const std::map<std::string, std::size_t, std::less<>> widths{
      {"signed char", 1}, {"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}};
  const auto found = widths.find(base);
  return found != widths.end() && expected.kind != ParameterKind::structure && is_integer(expected.dtype) &&
         size_of(expected.dtype) == found->second;
}

/// One declaration under comparison.
struct Matcher {
  const Declaration& declaration;
  Bindings bindings;
  std::vector<std::string> result;

  bool same_name(const std::string& expected, const std::string& found) const {
    return declaration.is_fortran ? lower(expected) == lower(found) : expected == found;
  }

  bool same_base(const Parameter& expected, const DeclaredType& found, const std::vector<std::string>& type_parameters,
                 Bindings& names) const {
    if (unify(found.base, expected_base(expected), type_parameters, names)) return true;
    return declaration.is_fortran && same_width(expected, found.base);
  }

  bool same_const(const Parameter& expected, const DeclaredType& found) const {
    if (expected.is_const == found.is_const || !found.pointer) return true;
    return declaration.is_fortran && expected.is_const;  // no intent(in) is no promise to write
  }

  /// What is wrong with the type, or nothing.
  std::string type_difference(const Parameter& expected, const DeclaredType& found,
                              const std::vector<std::string>& type_parameters, Bindings& names) const {
    const std::string both = fmt::format("expected {}, found {}", c_type(expected), type_text(found));
    if (found.reference) return both + " (a reference: a kernel gets copies, so pass by value or by pointer)";
    if (found.pointer != (expected.kind == ParameterKind::pointer)) {
      return both + (declaration.is_fortran && found.pointer ? " (without the attribute 'value')" : "");
    }
    if (!same_base(expected, found, type_parameters, names)) return both;
    if (!same_const(expected, found)) return both + " (constness)";
    return "";
  }

  void compare(const Parameter& expected, const DeclaredParameter& found, const std::string& where) {
    if (!same_name(expected.name, found.name)) {
      const std::string name = found.name.empty() ? "has no name" : fmt::format("is called '{}'", found.name);
      result.push_back(fmt::format("{} {}, the spec calls it '{}'", where, name, expected.name));
    }
    const std::string difference = type_difference(expected, found.type, declaration.type_parameters, bindings);
    if (!difference.empty()) {
      result.push_back(fmt::format("{} '{}': {}", where, expected.name, difference));
    } else if (expected.kind == ParameterKind::structure && !found.fields.empty()) {
      compare_fields(expected, found);
    }
  }

  void compare_fields(const Parameter& expected, const DeclaredParameter& found) {
    Bindings names;  // the type parameters of the structure's own template
    for (std::size_t i = 0; i < std::max(expected.fields.size(), found.fields.size()); ++i) {
      const std::string where = fmt::format("field {} of '{}'", i + 1, expected.struct_name);
      if (i >= found.fields.size()) {
        result.push_back(fmt::format("{}: '{}' is missing", where, expected.fields[i].name));
      } else if (i >= expected.fields.size()) {
        result.push_back(fmt::format("{}: '{}' is not in the spec", where, found.fields[i].name));
      } else if (expected.fields[i].name != found.fields[i].name) {
        result.push_back(fmt::format("{} is called '{}', the spec calls it '{}'", where, found.fields[i].name,
                                     expected.fields[i].name));
      } else if (const std::string difference =
                     type_difference(expected.fields[i], found.fields[i].type, found.structure_parameters, names);
                 !difference.empty()) {
        result.push_back(fmt::format("{}, '{}': {}", where, expected.fields[i].name, difference));
      }
    }
  }
};

}  // namespace

std::vector<std::string> differences(const Signature& expected, const Declaration& found, const std::string& returns) {
  Matcher matcher{found, {}, {}};
  if (returns == "void" && found.returns != "void") {
    matcher.result.push_back(fmt::format("it returns {}, a kernel returns void", found.returns));
  }
  const std::size_t wanted = expected.parameters.size(), given = found.parameters.size();
  for (std::size_t i = 0; i < std::max(wanted, given); ++i) {
    const std::string where = fmt::format("parameter {}", i + 1);
    if (i >= given) {
      matcher.result.push_back(fmt::format("{} '{}' is missing", where, expected.parameters[i].name));
    } else if (i >= wanted) {
      matcher.result.push_back(fmt::format("{} '{}' is not in the spec", where, found.parameters[i].name));
    } else {
      matcher.compare(expected.parameters[i], found.parameters[i], where);
    }
  }
  if (returns != "void" && !unify(found.returns, returns, found.type_parameters, matcher.bindings)) {
    matcher.result.push_back(fmt::format("it returns {}, expected {}", found.returns, returns));
  }
  return matcher.result;
}

std::vector<std::string> layout_differences(const Parameter& expected, const StructureLayout& found) {
  std::vector<std::string> lines;
  if (size_of(expected) != found.size) {
    lines.push_back(
        fmt::format("'{}': {} bytes in the spec, {} in the source", found.type, size_of(expected), found.size));
  }
  for (std::size_t i = 0; i < expected.fields.size(); ++i) {
    const Parameter& field = expected.fields[i];
    const auto same_name = [&](const StructureLayout::Field& other) { return other.name == field.name; };
    const auto there = std::find_if(found.fields.begin(), found.fields.end(), same_name);
    const std::size_t offset = field_offset(expected, i), size = size_of(field);
    if (there == found.fields.end() || (there->offset == offset && there->size == size)) continue;
    lines.push_back(
        fmt::format("field '{}' of '{}': {} bytes at offset {} in the spec, {} bytes at offset {} in the source",
                    field.name, found.type, size, offset, there->size, there->offset));
  }
  return lines;
}

std::string parameter_list(const Declaration& declaration) {
  std::string list;
  for (const DeclaredParameter& parameter : declaration.parameters) {
    list += fmt::format("{}{}{}{}", list.empty() ? "" : ", ", type_text(parameter.type),
                        parameter.name.empty() ? "" : " ", parameter.name);
  }
  return "(" + list + ")";
}

}  // namespace kparity::parity::signature
