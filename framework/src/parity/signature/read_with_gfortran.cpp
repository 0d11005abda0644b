// Reads the C prototypes that gfortran prints for bind(c) procedures. Names come without case, a parameter is const
// only where intent(in) says so, and integers are known by their width only.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <string_view>

#include "signature/declaration.hpp"
#include "signature/process.hpp"

namespace kparity::parity::signature {

namespace {

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1));
}

/// The canonical C++ spelling of a C type as gfortran writes it.
std::string canonical(const std::string& type) {
  static const std::map<std::string, std::string> names{
      {"int8_t", "signed char"}, {"int16_t", "short"},        {"int32_t", "int"}, {"int64_t", "long"},
      {"intptr_t", "long"},      {"size_t", "unsigned long"}, {"_Bool", "bool"},
  };
  const auto found = names.find(type);
  return found == names.end() ? type : found->second;
}

/// "const double *u".
DeclaredParameter read_parameter(std::string text) {
  DeclaredParameter parameter;
  const std::size_t name = text.find_last_of(" *") + 1;
  parameter.name = text.substr(name);
  text = trimmed(std::string_view(text).substr(0, name));
  if (text.starts_with("const ")) {
    parameter.type.is_const = true;
    text.erase(0, 6);
  }
  if (text.ends_with('*')) {
    parameter.type.pointer = true;
    text.pop_back();
  }
  parameter.type.base = canonical(trimmed(text));
  return parameter;
}

std::vector<DeclaredParameter> read_parameters(std::string_view list) {
  std::vector<DeclaredParameter> parameters;
  while (!trimmed(list).empty() && trimmed(list) != "void") {
    const std::size_t comma = std::min(list.find(','), list.size());
    parameters.push_back(read_parameter(trimmed(list.substr(0, comma))));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parameters;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The line that binds the C name `function`, or 0.
int line_of(const std::string& path, const std::string& function) {
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (lower(line).find(lower("\"" + function + "\"")) != std::string::npos) return number;
  }
  return 0;
}

/// Why C cannot call the procedure although gfortran prints a prototype for it: it prints a plain pointer for an array
/// that is passed with a descriptor. The dump of the parse tree tells them apart.
std::string why_not_callable(const std::string& dump, const std::string& function) {
  const std::size_t label = dump.find("binding_label: '" + function + "'");
  const std::size_t end_of_attributes = label == std::string::npos ? label : dump.find("\n  symtree", label);
  const std::string_view attributes = label == std::string::npos
                                          ? std::string_view(dump)
                                          : std::string_view(dump).substr(label, end_of_attributes - label);
  for (const std::string_view sign : {"ALWAYS-EXPLICIT", "AS_ASSUMED_SHAPE", "AS_DEFERRED"}) {
    if (attributes.find(sign) != std::string_view::npos) {
      return "it takes an array with a descriptor (dimension(:)), which C cannot pass: give the extents, or use (*)";
    }
  }
  return "";
}

std::string first_error(const std::string& text) {
  const std::size_t error = text.find("Error:");
  const std::size_t begin = error == std::string::npos ? 0 : error;
  return trimmed(std::string_view(text).substr(begin, text.find('\n', begin) - begin));
}

}  // namespace

SourceDeclarations read_with_gfortran(const std::string& compiler, const SourceFile& file,
                                      const std::string& function) {
  std::vector<std::string> command{compiler, "-fsyntax-only", "-fc-prototypes", "-fdump-fortran-original"};
  command.insert(command.end(), file.flags.begin(), file.flags.end());
  command.push_back(file.path);
  const Printed printed = run(command);

  SourceDeclarations result;
  if (!printed.started || printed.exit_code == 127) {
    result.unreadable = fmt::format("{} is not installed", compiler);
    return result;
  }
  if (printed.exit_code != 0) {
    result.unreadable = fmt::format("{}: {}", compiler, first_error(printed.errors));
    return result;
  }
  const std::size_t at = printed.output.find(" " + function + " (");
  if (at == std::string::npos) {
    result.near_miss = fmt::format("no procedure has bind(c, name=\"{}\")", function);
    return result;
  }
  const std::size_t line = printed.output.rfind('\n', at) + 1;
  const std::size_t open = printed.output.find('(', at) + 1;
  Declaration declaration;
  declaration.is_fortran = true;
  declaration.line = line_of(file.path, function);
  declaration.returns = trimmed(std::string_view(printed.output).substr(line, at - line));
  declaration.parameters =
      read_parameters(std::string_view(printed.output).substr(open, printed.output.find(')', open) - open));
  declaration.unknown = why_not_callable(printed.output, function);
  for (const DeclaredParameter& parameter : declaration.parameters) {
    if (parameter.type.base == "void") {
      declaration.unknown = fmt::format("'{}' is a type(c_ptr), which says nothing of its target", parameter.name);
    }
  }
  result.declarations.push_back(std::move(declaration));
  return result;
}

}  // namespace kparity::parity::signature
