// The text of a wrapper. Type errors are reported at the signature in the spec, because a #line directive puts the
// checks there; thunk.hpp is copied into the text under another namespace, so nothing has to be found and nothing
// clashes.
#include "kparity/compile/wrapper.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "build_facts.hpp"
#include "cpp_text.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/error.hpp"
#include "kparity/spec/device_function.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;

std::string base_symbol(const std::string& prefix, const std::string& kernel, const std::string& implementation) {
  return "kparity_" + (prefix.empty() ? "" : prefix + "_") + kernel + "_" + implementation;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// thunk.hpp and a comparison of types in a namespace of this wrapper alone: a host file may include the real header,
/// and two wrappers compiled with different flags must not share a function.
std::string private_thunk(const std::string& name_space) {
  std::string text(thunk_text());
  text.erase(0, text.find("namespace kparity"));
  text +=
      "\nnamespace kparity {\ntemplate <class A, class B>\nconstexpr bool same = false;\n"
      "template <class A>\nconstexpr bool same<A, A> = true;\n}\n";
  replace_all(text, "namespace kparity", "namespace " + name_space);
  return text + "namespace kparity_wrapper = " + name_space + ";\n";
}

std::string line_directive(int line, const std::string& file) {
  return fmt::format("#line {} {}\n", line < 1 ? 1 : line, cpp_literal(file));
}

std::string back_to_wrapper(const spec::HostFile& file) {
  return line_directive(1, "kparity wrapper of " + fs::path(file.path).filename().string());
}

/// The host file itself; for Fortran its C symbol. A build renames that symbol (kparity_add_wrapper in
/// KparityKernels.cmake), so that two catalogues with the same kernel fit into one program.
std::string include_line(const spec::KernelSpec& spec, const spec::HostFile& file, const std::string& prefix,
                         bool fortran) {
  if (!fortran) return fmt::format("#include {}\n", cpp_path(fs::absolute(file.path).lexically_normal().string()));
  std::string text;
  for (const spec::StructSpec& structure : spec.structs) {
    text += fmt::format("#include {}\n",
                        cpp_path((fs::absolute(spec.folder) / structure.header).lexically_normal().string()));
  }
  const std::string types = type_list(spec.instantiations.at(0));
  const std::string renamed = base_symbol(prefix, spec.kernel, file.implementation) + "_subroutine";
  return text + fmt::format("extern \"C\" void {}_{}({}){};\n", spec.kernel, file.implementation, types,
                            prefix.empty() ? "" : " __asm__(\"" + renamed + "\")");
}

/// The kernel of a spec that tests a function of one element: a loop over it, for each instantiation. The pointer in it
/// accepts the function with its very types only, which a call would not.
std::string element_loops(const spec::KernelSpec& spec, const spec::HostFile& file) {
  if (!spec.device_function) return "";
  std::string text;
  const auto functions = spec::element_functions(spec);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    std::string parameters;
    for (const Parameter& parameter : spec.instantiations[i].parameters)
      parameters += fmt::format("{}{} {}", parameters.empty() ? "" : ", ", c_type(parameter), parameter.name);
    text += line_directive(spec.device_function->where.line, spec.file);
    text +=
        fmt::format("constexpr {} = &{};\n", spec::element_pointer(functions[i], fmt::format("kparity_element_{}", i)),
                    spec.device_function->name);
    text += back_to_wrapper(file);
    text += fmt::format("static void {}({}) {{\n", spec.kernel, parameters);
    text += fmt::format("  for (long long kparity_i = 0; kparity_i < {}; ++kparity_i) {}\n}}\n", spec::count_parameter,
                        spec::element_statement(spec, "kparity_i"));
  }
  return text;
}

/// One constexpr pointer of the declared type per instantiation: it takes a plain, an overloaded or a template
/// function, in an unnamed namespace or not, and nothing of another type.
std::string type_checks(const spec::KernelSpec& spec, const std::string& function) {
  std::string text;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    text += line_directive(spec.signature_where.line, spec.file);
    text += fmt::format("constexpr void (*kparity_function_{})({}) = &{};\n", i, type_list(spec.instantiations[i]),
                        function);
  }
  return text;
}

/// A second declaration as static: an error for a function with external linkage, which would clash with the other
/// implementations in one program. The name of the line is the message. (For templates the table compares addresses.)
/// The two overloads find out whether the function is noexcept, since both declarations have to agree in that.
std::string linkage_checks(const spec::KernelSpec& spec, const spec::HostFile& file) {
  std::string text;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    const std::string types = type_list(spec.instantiations[i]);
    text += line_directive(1, file.path + ": " + linkage_advice(spec));
    text += fmt::format(
        "static constexpr bool kparity_noexcept_{0}(void (*)({1}) noexcept) {{ return true; }}\n"
        "static constexpr bool kparity_noexcept_{0}(void (*)({1})) {{ return false; }}\n"
        "constexpr bool kparity_is_noexcept_{0} = kparity_noexcept_{0}(&{2});\n"
        "static void {2}({1}) noexcept(kparity_is_noexcept_{0});\n",
        i, types, spec.kernel);
  }
  return text;
}

int line_of_struct(const spec::KernelSpec& spec, const std::string& name) {
  const std::string plain = name.substr(0, name.find('<'));
  for (const spec::StructSpec& structure : spec.structs) {
    if (structure.name == plain) return structure.where.line;
  }
  return spec.signature_where.line;
}

/// The layout that the spec declares, field by field.
std::string layout_checks(const spec::KernelSpec& spec) {
  std::string text;
  unsigned count = 0;
  for (const Signature& signature : spec.instantiations) {
    for (const Parameter& parameter : signature.parameters) {
      if (parameter.kind != ParameterKind::structure) continue;
      const std::string type = fmt::format("kparity_struct_{}", count++);
      const auto assertion = [&](const std::string& condition, const std::string& message) {
        text += line_directive(line_of_struct(spec, parameter.struct_name), spec.file);
        text += fmt::format("static_assert({}, {});\n", condition, cpp_literal(parameter.struct_name + message));
      };
      text += fmt::format("using {} = {};\n", type, parameter.struct_name);
      assertion(fmt::format("__is_trivially_copyable({})", type),
                " cannot be passed by value to a device: not trivially copyable");
      for (std::size_t i = 0; i < parameter.fields.size(); ++i) {
        const Parameter& field = parameter.fields[i];
        assertion(fmt::format("kparity_wrapper::same<decltype({}::{}), {}>", type, field.name, c_type(field)),
                  fmt::format("::{} is no {} as the spec says", field.name, c_type(field)));
        assertion(fmt::format("__builtin_offsetof({}, {}) == {}", type, field.name, field_offset(parameter, i)),
                  fmt::format("::{} is not at the place that the fields of the spec give", field.name));
      }
      assertion(fmt::format("sizeof({}) == {}", type, size_of(parameter)),
                " has another size than the fields of the spec give");
    }
  }
  return text;
}

std::string exports(const WrapperSymbols& names, const std::string& available) {
  std::string text = "extern \"C\" {\n";
  text += fmt::format("unsigned long long {} = 0;\n", names.witness);
  for (std::size_t i = 0; i < names.entries.size(); ++i) {
    const std::string call = fmt::format("kparity_wrapper::entry<kparity_function_{}>(arguments);", i);
    text += fmt::format("void {}(void** arguments) {{\n  {}\n}}\n", names.entries[i], call);
    text += fmt::format("void {}(void** arguments) {{\n  ++{};\n  {}\n}}\n", names.witnessed[i], names.witness, call);
  }
  text += fmt::format("const char* {}() {{\n  return {};\n}}\n", names.available, available);
  text += fmt::format("void* {}() {{\n  return reinterpret_cast<void*>(kparity_function_0);\n}}\n", names.function);
  return text + "}\n";
}

void check_fortran(const spec::KernelSpec& spec, const spec::HostFile& file) {
  if (spec.device_function) {
    throw InvalidArgument(
        fmt::format("'{}': a spec with `device_function:` takes C++ implementations only", file.path));
  }
  if (spec.instantiations.size() == 1) return;
  throw InvalidArgument(
      fmt::format("'{}' has one C symbol, but '{}' has {} instantiations (types:); a Fortran implementation needs a "
                  "kernel with one",
                  file.path, spec.kernel, spec.instantiations.size()));
}

bool is_fortran(const spec::HostFile& file) {
  const HostKind* kind = find_host_kind(file.implementation);
  return kind != nullptr && kind->ending == ".f90";
}

}  // namespace

std::string linkage_advice(const spec::KernelSpec& spec) {
  return spec.kernel + " must be static or in an unnamed namespace";
}

std::string entry_symbol(const std::string& prefix, const std::string& kernel, const std::string& implementation,
                         std::size_t instantiation) {
  return base_symbol(prefix, kernel, implementation) + "_" + std::to_string(instantiation);
}

WrapperSymbols wrapper_symbols(const std::string& prefix, const spec::KernelSpec& spec,
                               const std::string& implementation) {
  WrapperSymbols names;
  const std::string base = base_symbol(prefix, spec.kernel, implementation);
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    names.entries.push_back(entry_symbol(prefix, spec.kernel, implementation, i));
    names.witnessed.push_back(base + "_witnessed_" + std::to_string(i));
  }
  names.witness = base + "_witness";
  names.available = base + "_available";
  names.function = base + "_function";
  return names;
}

std::vector<std::string> launch_rule_symbols(const std::string& prefix, const spec::KernelSpec& spec) {
  std::vector<std::string> symbols;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) {
    symbols.push_back(entry_symbol(prefix, spec.kernel, "threads", i));
  }
  return symbols;
}

std::string launch_rule_source(const spec::KernelSpec& spec, const std::string& file, const std::string& prefix) {
  std::string text = fmt::format(
      "// Written by kparity: lets a launch ask {0} for its size.\n#include {1}\n"
      "#pragma GCC diagnostic ignored \"-Wunused-function\"\n#pragma GCC diagnostic ignored "
      "\"-Wmissing-declarations\"\n"
      "{2}template <class Size>\nstatic long long kparity_size(Size size) {{\n"
      "  static_assert(static_cast<Size>(0.5) == 0, \"{3}_threads must return integers\");\n"
      "  return static_cast<long long>(size);\n}}\n"
      "template <class Sizes>\nstatic int kparity_sizes(const Sizes& given, long long* sizes) {{\n"
      "  if constexpr (requires {{ given.size(); }}) {{\n    int rank = 0;\n    for (const auto& size : given) {{\n"
      "      if (rank == 3) return 4;\n      sizes[rank++] = kparity_size(size);\n    }}\n    return rank;\n"
      "  }} else {{\n    sizes[0] = kparity_size(given);\n    return 1;\n  }}\n}}\n"
      "#pragma GCC visibility push(default)\n",
      fs::path(file).filename().string(), cpp_path(fs::absolute(file).lexically_normal().string()),
      back_to_wrapper({"", file}), spec.kernel);
  const std::vector<std::string> symbols = launch_rule_symbols(prefix, spec);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const std::vector<Parameter>& parameters = spec.instantiations[i].parameters;
    std::string arguments;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      arguments += fmt::format("{}*static_cast<{}*>(arguments[{}])", p == 0 ? "" : ", ", c_type(parameters[p]), p);
    }
    const char* const unused = parameters.empty() ? "" : " arguments";
    text += fmt::format("extern \"C\" int {}(void**{}, long long* sizes) {{\n", symbols[i], unused);
    text += line_directive(spec.threads_function ? spec.threads_function->line : 1, spec.file);
    text += fmt::format("  return kparity_sizes({}_threads({}), sizes);\n}}\n", spec.kernel, arguments);
  }
  return text + "#pragma GCC visibility pop\n";
}

std::string wrapper_source(const spec::KernelSpec& spec, const spec::HostFile& file, const std::string& prefix) {
  const bool fortran = is_fortran(file);
  if (fortran) check_fortran(spec, file);
  const std::string function = fortran ? spec.kernel + "_" + file.implementation : spec.kernel;

  std::string text =
      "// Written by kparity: lets the catalogue call " + fs::path(file.path).filename().string() + ".\n";
  text += include_line(spec, file, prefix, fortran);
  text +=
      "\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n#pragma GCC diagnostic ignored \"-Wredundant-decls\"\n"
      "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n#pragma GCC diagnostic ignored "
      "\"-Wmissing-declarations\"\n";
  text += back_to_wrapper(file) + private_thunk("kparity_of_" + base_symbol(prefix, spec.kernel, file.implementation));
  if (!fortran)
    text +=
        fmt::format("template <int = 0>\nstatic const char* {}_available() {{\n  return nullptr;\n}}\n", spec.kernel);
  text += "\n" + layout_checks(spec) + element_loops(spec, file) + type_checks(spec, function);
  if (!fortran) text += linkage_checks(spec, file);
  text += "\n" + back_to_wrapper(file) + "#pragma GCC visibility push(default)\n";
  text +=
      exports(wrapper_symbols(prefix, spec, file.implementation), fortran ? "nullptr" : spec.kernel + "_available()");
  return text + "#pragma GCC visibility pop\n";
}

}  // namespace kparity::compile
