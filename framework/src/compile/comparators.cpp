// The text that lets a check call the functions of `<kernel>_compare.cpp`. The compiler checks their parameters at the
// line of the spec that names them.
#include "kparity/compile/comparators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cpp_text.hpp"
#include "kparity/dtype.hpp"

namespace kparity::compile {

namespace fs = std::filesystem;

std::string comparator_of(const spec::OutputSpec& output) {
  if (output.tolerance.form.kind != spec::custom_form) return "";
  const spec::Field* field = output.tolerance.form.find(spec::custom_form);
  return field == nullptr ? "" : std::get<std::string>(field->value);
}

bool has_comparators(const spec::KernelSpec& spec) {
  return std::ranges::any_of(spec.outputs,
                             [](const spec::OutputSpec& output) { return !comparator_of(output).empty(); });
}

std::string comparators_source(const spec::KernelSpec& spec, const std::string& file) {
  const std::string name = fs::path(file).filename().string();
  std::string text = fmt::format(
      "// Written by kparity: lets a check call the functions of {}.\n#include {}\n"
      "#pragma GCC visibility push(default)\n",
      name, cpp_path(fs::absolute(file).lexically_normal().string()));
  for (std::size_t i = 0; i < spec.instantiations.size(); ++i)
    for (std::size_t k = 0; k < spec.outputs.size(); ++k) {
      const std::string function = comparator_of(spec.outputs[k]);
      if (function.empty()) continue;
      const std::string_view type = c_name(at(spec.instantiations[i], spec.outputs[k].path).dtype);
      text += fmt::format(
          "extern \"C\" void kparity_compare_{}_{}(const void* expected, const void* actual, const long long* shape, "
          "double* used) {{\n#line {} {}\n"
          "  {}(static_cast<const {}*>(expected), static_cast<const {}*>(actual), shape, used);\n}}\n",
          i, k, std::max(1, spec.outputs[k].tolerance.form.where.line), cpp_literal(spec.file), function, type, type);
    }
  return text + "#pragma GCC visibility pop\n";
}

}  // namespace kparity::compile
