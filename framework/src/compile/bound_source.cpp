// The text that instantiates a reference with numbers that carry bounds. The header of those numbers stands in it as
// text, in front of the reference, so that its functions are found with and without std::.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "build_facts.hpp"
#include "cpp_text.hpp"
#include "kparity/compile/bound_file.hpp"
#include "kparity/dtype.hpp"
#include "kparity/spec/device_function.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;

constexpr const char* number = "kparity_number";

/// Functions that a template may call with std:: in front.
constexpr std::string_view one_argument[] = {"abs",  "acos",  "acosh",     "asin",  "asinh", "atan", "atanh", "cbrt",
                                             "ceil", "cos",   "cosh",      "erf",   "erfc",  "exp",  "exp2",  "expm1",
                                             "fabs", "floor", "log",       "log10", "log1p", "log2", "rint",  "round",
                                             "sin",  "sinh",  "nearbyint", "sqrt",  "tan",   "tanh", "trunc"};
constexpr std::string_view two_arguments[] = {"atan2", "copysign", "fdim", "fmax", "fmin",
                                              "fmod",  "hypot",    "max",  "min",  "pow"};
constexpr std::string_view questions[] = {"isfinite", "isinf", "isnan", "signbit"};

/// Templates, so that the functions of the numbers are preferred where both are found.
std::string overloads_in_std() {
  constexpr std::string_view head = "template <class T, kparity::MathBuild b>\ninline ";
  constexpr std::string_view type = "kparity::Bound<T, b>";
  std::string text = "namespace std {\n";
  const auto add = [&](std::string_view result, std::string_view name, std::string_view parameters,
                       std::string_view arguments) {
    text += fmt::format("{}{} {}({}) {{\n  return {}({});\n}}\n", head, result, name, parameters, name, arguments);
  };
  const std::string one = fmt::format("const {}& x", type), two = fmt::format("const {0}& x, const {0}& y", type);
  for (const auto name : one_argument) add(type, name, one, "x");
  for (const auto name : questions) add("bool", name, one, "x");
  for (const auto name : two_arguments) add(type, name, two, "x, y");
  add(type, "fma", fmt::format("const {0}& x, const {0}& y, const {0}& z", type), "x, y, z");
  add(type, "ldexp", one + ", int power", "x, power");
  add(type, "pow", one + ", int power", "x, power");
  return text + "}\n";
}

/// The headers of the numbers without the lines by which they find each other.
std::string headers() {
  std::string text;
  std::string_view rest = bound_text();
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (!line.starts_with("#pragma once") && !line.starts_with("#include \"kparity/")) text += std::string(line) + '\n';
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return text;
}

bool has_fast_math(const spec::KernelSpec& spec) {
  return std::ranges::any_of(spec.cuda_options,
                             [](const std::string& option) { return option.ends_with("-use_fast_math"); });
}

/// The arrays of numbers, made of plain ones and turned back into them. Their memory is kept from case to case, since
/// fresh pages cost more than the numbers.
constexpr std::string_view arrays = R"(
struct kparity_memory {
  void* of_at_least(unsigned long long bytes) {
    if (bytes <= size) return memory;
    ::operator delete(memory);
    memory = nullptr;
    size = 0;
    memory = ::operator new(bytes + bytes / 2);
    size = bytes + bytes / 2;
    return memory;
  }
  void* memory = nullptr;
  unsigned long long size = 0;
};

template <class T>
struct kparity_array {
  using Number = kparity_number<T>;
  kparity_array(const T* from, long long elements, kparity_memory& memory)
      : plain(const_cast<T*>(from)), count(elements),
        numbers(static_cast<Number*>(memory.of_at_least(sizeof(Number) * static_cast<unsigned long long>(elements)))) {
    for (long long i = 0; i < count; ++i) new (numbers + i) Number(plain[i]);
  }
  kparity_array(const kparity_array&) = delete;
  void store(kparity::Allowance* allowances) {
    for (long long i = 0; i < count; ++i) plain[i] = numbers[i].value();
    if (allowances == nullptr) return;
    for (long long i = 0; i < count; ++i) allowances[i] = numbers[i].allowance();
  }
  T* plain;
  long long count;
  Number* numbers;
};
)";

class EntryWriter {
 public:
  EntryWriter(const spec::KernelSpec& spec, std::size_t instantiation) : spec_(spec), index_(instantiation) {}

  std::string text() {
    std::string arguments;
    const Signature& signature = spec_.instantiations[index_];
    for (std::size_t i = 0; i < signature.parameters.size(); ++i)
      arguments += (i == 0 ? "" : ", ") + argument(signature.parameters[i], i);
    const std::string types = parameter_types();
    std::string text = spec_.device_function ? element_loop() : "";
    text += fmt::format("constexpr void (*kparity_function_{})({}) = &{};\n", index_, types, spec_.kernel);
    text += fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) unsigned long long kparity_bound_{}(void** arguments, "
        "const long long* elements, kparity::Allowance* const* allowances, bool flushes_subnormals, "
        "unsigned long long other_ways) {{\n"
        "  kparity::bound_context = {{0, flushes_subnormals, other_ways}};\n{}  kparity_function_{}({});\n{}"
        "  return kparity::bound_context.close_decisions;\n}}\n",
        index_, before_, index_, arguments, after_);
    return text;
  }

 private:
  /// Whether numbers of this parameter carry bounds. Where the spec has types, those whose type is the same in all
  /// instantiations are written out in the template.
  bool carries_bounds(const Parameter& one, std::size_t parameter, std::optional<std::size_t> field) const {
    if (!is_floating(one.dtype)) return false;
    if (spec_.types.empty()) return true;
    const auto other_type = [&](const Signature& signature) {
      const Parameter& same = signature.parameters[parameter];
      return (field ? same.fields[*field] : same).dtype != one.dtype;
    };
    if (std::ranges::any_of(spec_.instantiations, other_type)) return true;
    return std::ranges::any_of(spec_.types, [&](const spec::TypeParameter& type) {
      return type.choices.size() == 1 && type.choices.front() == one.dtype;
    });
  }

  static std::string type_of(const Parameter& one, bool bounds) {
    if (!bounds) return c_type(one);
    const std::string type = fmt::format("{}<{}>", number, c_name(one.dtype));
    if (one.kind == ParameterKind::scalar) return type;
    return (one.is_const ? "const " : "") + type + "*";
  }

  /// "Particles<kparity_number<double>>".
  std::string struct_type(const Parameter& structure, std::size_t parameter) const {
    const auto open = structure.struct_name.find('<');
    if (open == std::string::npos) return structure.struct_name;
    const std::string inner = structure.struct_name.substr(open + 1, structure.struct_name.size() - open - 2);
    for (std::size_t f = 0; f < structure.fields.size(); ++f)
      if (c_name(structure.fields[f].dtype) == inner && carries_bounds(structure.fields[f], parameter, f))
        return fmt::format("{}<{}<{}>>", structure.struct_name.substr(0, open), number, inner);
    return structure.struct_name;
  }

  std::string parameter_types() const {
    std::string types;
    const auto& parameters = spec_.instantiations[index_].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool structure = parameters[i].kind == ParameterKind::structure;
      types += (i == 0 ? "" : ", ") + (structure ? struct_type(parameters[i], i)
                                                 : type_of(parameters[i], carries_bounds(parameters[i], i, {})));
    }
    return types;
  }

  /// The kernel of a spec that tests a function of one element.
  std::string element_loop() const {
    std::string parameters;
    const auto& all = spec_.instantiations[index_].parameters;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool structure = all[i].kind == ParameterKind::structure;
      parameters +=
          fmt::format("{}{} {}", i == 0 ? "" : ", ",
                      structure ? struct_type(all[i], i) : type_of(all[i], carries_bounds(all[i], i, {})), all[i].name);
    }
    return fmt::format("static void {}({}) {{\n  for (long long kparity_i = 0; kparity_i < {}; ++kparity_i) {}\n}}\n",
                       spec_.kernel, parameters, spec::count_parameter, spec::element_statement(spec_, "kparity_i"));
  }

  /// What the call gets for a scalar or pointer that lies at `value`.
  std::string piece(const Parameter& one, bool bounds, const std::string& value) {
    if (one.kind == ParameterKind::scalar)
      return bounds ? fmt::format("{}<{}>({})", number, c_name(one.dtype), value) : value;
    const std::size_t pointer = pointers_++;
    if (!bounds) return value;
    before_ += fmt::format(
        "  static kparity_memory kparity_memory_{1};\n"
        "  kparity_array<{0}> kparity_array_{1}({2}, elements[{1}], kparity_memory_{1});\n",
        c_name(one.dtype), pointer, value);
    if (!one.is_const) after_ += fmt::format("  kparity_array_{0}.store(allowances[{0}]);\n", pointer);
    return fmt::format("kparity_array_{}.numbers", pointer);
  }

  std::string argument(const Parameter& parameter, std::size_t index) {
    const std::string value = fmt::format("*static_cast<{}*>(arguments[{}])", c_type(parameter), index);
    if (parameter.kind != ParameterKind::structure)
      return piece(parameter, carries_bounds(parameter, index, {}), value);
    std::string fields;
    for (std::size_t f = 0; f < parameter.fields.size(); ++f) {
      const Parameter& field = parameter.fields[f];
      const std::string given =
          piece(field, carries_bounds(field, index, f), fmt::format("({}).{}", value, field.name));
      fields += fmt::format("  kparity_struct_{}.{} = {};\n", index, field.name, given);
    }
    before_ += fmt::format("  {} kparity_struct_{}{{}};\n", struct_type(parameter, index), index) + fields;
    return fmt::format("kparity_struct_{}", index);
  }

  const spec::KernelSpec& spec_;
  std::size_t index_;
  std::size_t pointers_ = 0;
  std::string before_, after_;
};

}  // namespace

bool has_derived_tolerance(const spec::KernelSpec& spec) {
  const auto is_auto = [](const spec::OutputSpec& output) {
    return output.role != spec::Role::scratch && output.tolerance.form.kind == spec::auto_form;
  };
  const auto has_numbers = [](const Parameter& parameter) {
    const auto numbers = [](const Parameter& field) { return is_floating(field.dtype); };
    return parameter.kind == ParameterKind::structure ? std::ranges::any_of(parameter.fields, numbers)
                                                      : is_floating(parameter.dtype);
  };
  return std::ranges::any_of(spec.outputs, is_auto) &&
         std::ranges::any_of(spec.instantiations, [&](const Signature& signature) {
           return std::ranges::any_of(signature.parameters, has_numbers);
         });
}

std::string bound_source(const spec::KernelSpec& spec, const std::string& reference_file) {
  std::string text = "// Written by kparity: runs " + fs::path(reference_file).filename().string() +
                     " with numbers that carry bounds.\n#include <new>\n";
  text += headers();
  text += fmt::format("template <class T>\nusing {} = kparity::Bound<T, kparity::MathBuild::{}>;\n", number,
                      has_fast_math(spec) ? "fast" : "ordinary");
  text += overloads_in_std();
  text += fmt::format("#include {}\n", cpp_path(fs::absolute(reference_file).lexically_normal().string()));
  text += arrays;
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i) text += EntryWriter(spec, i).text();
  return text;
}

}  // namespace kparity::compile
