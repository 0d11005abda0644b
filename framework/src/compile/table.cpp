// The text of a catalogue's table: one function per kernel that returns its definition, and the catalogue made from
// them.
#include <fmt/format.h>

#include <filesystem>

#include "cpp_text.hpp"
#include "describe.hpp"
#include "kparity/compile/wrapper.hpp"
#include "kparity/error.hpp"

namespace kparity::compile {

namespace {

/// What is the same in every table.
constexpr std::string_view loading = R"(
/// One host implementation, or why this build has none of its kind.
struct Host {
  const char* name;
  const char* unavailable = nullptr;
  const char* (*available)() = nullptr;
  void* (*function)() = nullptr;
  std::vector<kparity::Entry> entries = {}, witnessed = {};
  const unsigned long long* witness = nullptr;
};

/// A template with external linkage has one name in all files: the linker keeps one copy, and an implementation would be
/// called under another one's name.
void refuse_merged(const char* kernel, const Host& host, const std::vector<Host>& hosts) {
  for (const Host& other : hosts) {
    if (&other == &host || other.function == nullptr || other.function() != host.function()) continue;
    throw kparity::InvalidArgument(std::string("implementations '") + host.name + "' and '" + other.name + "' of kernel '" +
                                   kernel + "' were merged by the linker: declare the template '" + kernel +
                                   "' static, or put it into an unnamed namespace");
  }
}

kparity::LoadedHost load(const char* kernel, const Host& host, const std::vector<Host>& hosts) {
  if (host.unavailable != nullptr) throw kparity::ImplementationUnavailable(host.unavailable);
  if (const char* reason = host.available(); reason != nullptr) throw kparity::ImplementationUnavailable(reason);
  refuse_merged(kernel, host, hosts);
  return {host.entries, host.witnessed, host.witness};
}

std::vector<kparity::HostImplementation> implementations(const char* kernel, const std::vector<Host>& hosts) {
  std::vector<kparity::HostImplementation> out;
  for (const Host& host : hosts) {
    out.push_back({host.name, [kernel, &host, &hosts] { return load(kernel, host, hosts); }});
  }
  return out;
}
)";

std::string_view kind_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::scalar: return "scalar";
    case ParameterKind::pointer: return "pointer";
    case ParameterKind::structure: return "structure";
  }
  return "";
}

std::string parameter_text(const Parameter& parameter, const std::string& indent) {
  std::string fields;
  for (const Parameter& field : parameter.fields) {
    fields += (fields.empty() ? "\n" : ",\n") + parameter_text(field, indent + "    ");
  }
  return fmt::format("{}{{{}, Kind::{}, DType::{}, {}, {}, {{{}}}}}", indent, cpp_literal(parameter.name),
                     kind_name(parameter.kind), name_of(parameter.dtype), parameter.is_const,
                     cpp_literal(parameter.struct_name), fields);
}

std::string signature_text(const Signature& signature) {
  std::string text =
      fmt::format("      // {}\n      {{{},\n       {{", to_string(signature), cpp_literal(signature.kernel));
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + parameter_text(signature.parameters[i], "           ");
  }
  return text + fmt::format("}},\n       {}}},\n", cpp_literal(signature.types));
}

std::string string_list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + cpp_literal(word);
  return "{" + text + "}";
}

std::string expression_text(const Expression& expression) {
  return fmt::format("kparity::Expression({})", cpp_literal(expression.text()));
}

std::string shape_text(const ArrayShape& shape) {
  std::string extents;
  for (const Expression& extent : shape.extents) extents += (extents.empty() ? "" : ", ") + expression_text(extent);
  return fmt::format("  definition.shapes.push_back({{{}, {{{}}}}});\n", cpp_literal(shape.array), extents);
}

std::string launch_text(const LaunchRule& launch) {
  std::string text;
  for (const Expression& threads : launch.threads) {
    text += fmt::format("  definition.launch.threads.push_back({});\n", expression_text(threads));
  }
  std::string block;
  for (const unsigned extent : launch.block) block += fmt::format("{}{}", block.empty() ? "" : ", ", extent);
  text += fmt::format("  definition.launch.block = {{{}}};\n", block);
  if (launch.shared_memory) {
    text += fmt::format("  definition.launch.shared_memory = {};\n", expression_text(*launch.shared_memory));
  }
  return text;
}

std::string cuda_text(const CudaSource& cuda) {
  std::string text = "  kparity::CudaSource cuda;\n";
  text += fmt::format("  cuda.path = {};\n", cpp_literal(cuda.path));
  for (const CudaSource::File& file : cuda.files) {
    text += fmt::format("  cuda.files.push_back({{{},\n{}}});\n", cpp_literal(file.name),
                        "                        " + cpp_long_string(file.text, "                        "));
  }
  text += fmt::format("  cuda.options = {};\n  cuda.include_dirs = {};\n", string_list(cuda.options),
                      string_list(cuda.include_dirs));
  text += fmt::format("  cuda.template_args = {};\n", string_list(cuda.template_args));
  return text + "  definition.cuda = std::move(cuda);\n";
}

std::string list_of(const std::vector<std::string>& symbols) {
  std::string text;
  for (const std::string& symbol : symbols) text += (text.empty() ? "" : ", ") + symbol;
  return "{" + text + "}";
}

class TableWriter {
 public:
  TableWriter(const std::string& name, const std::string& prefix, const std::map<std::string, std::string>& unavailable)
      : name_(name), prefix_(prefix), unavailable_(unavailable) {}

  void add(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
    if (spec.kernel == "catalog") {
      throw InvalidArgument(spec.file +
                            ": a kernel in a built catalogue cannot be called 'catalog', the name of the "
                            "function that returns them all");
    }
    const KernelDefinition definition = describe(spec, folder);
    kernels_.push_back(spec.kernel);
    for (const Signature& signature : spec.instantiations) accessors_ += fmt::format("/// {}\n", to_string(signature));
    accessors_ += fmt::format("kparity::Kernel& {}();\n", spec.kernel);
    definitions_ += fmt::format("\nkparity::KernelDefinition {}_definition() {{\n", spec.kernel);
    add_hosts(spec, folder);
    definitions_ += definition_text(definition) + launch_rule_text(spec) + "  return definition;\n}\n";
  }

  std::string header() const {
    return fmt::format(
        "// Written by kparity: a catalogue of kernels and one function per kernel that returns the same object as\n"
        "// `catalog()[\"<kernel>\"]`.\n#pragma once\n\n#include <kparity/catalog.hpp>\n\nnamespace {} {{\n\n"
        "kparity::KernelCatalog& catalog();\n\n{}\n}}  // namespace {}\n",
        name_, accessors_, name_);
  }

  std::string source() const {
    std::string registrations, accessors;
    for (const std::string& kernel : kernels_) {
      registrations += fmt::format("  catalog.register_kernel(kparity::Kernel({}_definition()));\n", kernel);
      accessors += fmt::format(
          "kparity::Kernel& {0}() {{\n  static kparity::Kernel& kernel = catalog()[\"{0}\"];\n  return kernel;\n}}\n",
          kernel);
    }
    return fmt::format(
        "// Written by kparity: what the catalogue `{0}` knows of its kernels, as plain data.\n#include \"{0}.hpp\"\n\n"
        "#include <kparity/definition.hpp>\n#include <kparity/error.hpp>\n\n#include <string>\n#include <utility>\n"
        "#include <vector>\n\nextern \"C\" {{\n{1}}}\n\nnamespace {{\n\nusing kparity::DType;\n"
        "using Kind = kparity::ParameterKind;\n{2}{3}\nkparity::KernelCatalog make_catalog() {{\n"
        "  kparity::KernelCatalog catalog;\n{4}  return catalog;\n}}\n\n}}  // namespace\n\nnamespace {0} {{\n\n"
        "kparity::KernelCatalog& catalog() {{\n  static kparity::KernelCatalog catalog = make_catalog();\n"
        "  return catalog;\n}}\n\n{5}\n}}  // namespace {0}\n",
        name_, declarations_, loading, definitions_, registrations, accessors);
  }

 private:
  void add_hosts(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
    definitions_ += "  static const std::vector<Host> hosts{\n";
    for (const spec::HostFile& file : ranked_hosts(folder)) {
      const auto absent = unavailable_.find(file.implementation);
      if (absent != unavailable_.end()) {
        definitions_ +=
            fmt::format("      {{{}, {}}},\n", cpp_literal(file.implementation), cpp_literal(absent->second));
        continue;
      }
      const WrapperSymbols names = wrapper_symbols(prefix_, spec, file.implementation);
      declare(names);
      definitions_ += fmt::format("      {{{}, nullptr, {}, {},\n       {},\n       {},\n       &{}}},\n",
                                  cpp_literal(file.implementation), names.available, names.function,
                                  list_of(names.entries), list_of(names.witnessed), names.witness);
    }
    definitions_ += "  };\n";
  }

  void declare(const WrapperSymbols& names) {
    for (const auto* entries : {&names.entries, &names.witnessed}) {
      for (const std::string& entry : *entries) declarations_ += fmt::format("void {}(void** arguments);\n", entry);
    }
    declarations_ += fmt::format("extern unsigned long long {};\nconst char* {}();\nvoid* {}();\n", names.witness,
                                 names.available, names.function);
  }

  std::string launch_rule_text(const spec::KernelSpec& spec) {
    if (!spec.threads_function) return "";
    std::string entries;
    const std::vector<std::string> symbols = launch_rule_symbols(prefix_, spec);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      declarations_ += fmt::format("int {}(void** arguments, long long* sizes);\n", symbols[i]);
      entries += fmt::format("{}{{{}, {}}}", i == 0 ? "" : ", ", cpp_literal(spec.instantiations[i].types), symbols[i]);
    }
    return fmt::format("  definition.launch.threads_from = kparity::threads_entries({{{}}});\n", entries);
  }

  static std::string definition_text(const KernelDefinition& definition) {
    std::string text = "  kparity::KernelDefinition definition;\n";
    text += fmt::format("  definition.name = {};\n", cpp_literal(definition.name));
    text += fmt::format("  definition.summary = {};\n", cpp_literal(definition.summary));
    text += "  definition.instantiations = {\n";
    for (const Signature& signature : definition.instantiations) text += signature_text(signature);
    text += "  };\n";
    text += fmt::format("  definition.outputs = {};\n", string_list(definition.outputs));
    text += fmt::format("  definition.scratch = {};\n", string_list(definition.scratch));
    for (const ArrayShape& shape : definition.shapes) text += shape_text(shape);
    text += fmt::format("  definition.missing_cuda = kparity::MissingCudaPolicy::{};\n",
                        definition.missing_cuda == MissingCudaPolicy::raise ? "raise" : "fallback");
    text += fmt::format("  definition.dispatch = kparity::Dispatch::{};\n",
                        definition.dispatch == Dispatch::backend ? "backend" : "arrays");
    text += launch_text(definition.launch);
    text += fmt::format("  definition.hosts = implementations({}, hosts);\n", cpp_literal(definition.name));
    if (definition.cuda) text += cuda_text(*definition.cuda);
    return text + fmt::format("  definition.expected_cuda_path = {};\n", cpp_literal(definition.expected_cuda_path));
  }

  const std::string& name_;
  const std::string& prefix_;
  const std::map<std::string, std::string>& unavailable_;
  std::vector<std::string> kernels_;
  std::string accessors_, declarations_, definitions_;
};

}  // namespace

TableSource table_source(const std::string& name, const std::string& prefix, const std::vector<spec::KernelSpec>& specs,
                         const std::vector<spec::KernelFolder>& folders,
                         const std::map<std::string, std::string>& unavailable) {
  TableWriter writer(name, prefix, unavailable);
  for (std::size_t i = 0; i < specs.size(); ++i) writer.add(specs[i], folders.at(i));
  return {writer.header(), writer.source()};
}

}  // namespace kparity::compile
