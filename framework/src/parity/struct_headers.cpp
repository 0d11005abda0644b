// Asks the reader of declarations for a function that takes the struct by value, which then tells its fields; and
// writes them down with assertions of the layout.
#include "kparity/parity/struct_headers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "kparity/error.hpp"
#include "signature/declaration.hpp"

namespace kparity::parity {

namespace fs = std::filesystem;
using namespace signature;

namespace {

constexpr const char* probe = "kparity_probe";

/// The struct with its type parameter replaced, for every instantiation: "Particles<float>".
std::vector<const Parameter*> uses_of(const spec::KernelSpec& spec, const std::string& name) {
  std::vector<const Parameter*> uses;
  for (const Signature& signature : spec.instantiations) {
    for (const Parameter& parameter : signature.parameters) {
      const std::string& type = parameter.struct_name;
      if (parameter.kind != ParameterKind::structure || type.substr(0, type.find('<')) != name) continue;
      const auto same = [&](const Parameter* other) { return other->struct_name == type; };
      if (std::none_of(uses.begin(), uses.end(), same)) uses.push_back(&parameter);
    }
  }
  return uses;
}

std::string find_header(const spec::KernelSpec& spec, const spec::KernelFolder& folder, const std::string& header) {
  std::vector<fs::path> places{fs::absolute(folder.path)};
  for (const std::string& dir : spec.host_include_dirs) places.push_back(places.front() / dir);
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (fs::is_regular_file(place / header, ignored)) return (place / header).lexically_normal().string();
  }
  throw InvalidArgument(
      fmt::format("{}: the header '{}' of `structs` is neither in the folder of the kernel nor in "
                  "'include_dirs' of host",
                  spec.file, header));
}

SourceFile question(const spec::KernelSpec& spec, const spec::KernelFolder& folder, const spec::StructSpec& structure,
                    const std::vector<const Parameter*>& uses) {
  SourceFile file;
  file.path = find_header(spec, folder, structure.header);
  file.flags.push_back("-I" + folder.path);
  for (const std::string& dir : spec.host_include_dirs)
    file.flags.push_back("-I" + (fs::path(folder.path) / dir).lexically_normal().string());
  for (const Parameter* use : uses) {
    StructureQuestion layout{use->struct_name, {}};
    for (const Parameter& field : use->fields) layout.fields.push_back(field.name);
    file.structures.push_back(std::move(layout));
  }
  file.appended = fmt::format("void {}({} value);\n", probe, uses.front()->struct_name);
  return file;
}

std::string type_text(const DeclaredType& type) {
  return fmt::format("{}{}{}", type.is_const ? "const " : "", type.base, type.pointer ? "*" : "");
}

std::string struct_text(const spec::StructSpec& structure, const DeclaredParameter& read,
                        const std::vector<StructureLayout>& layouts) {
  std::string text = "\n";
  if (!read.structure_parameters.empty()) {
    text += fmt::format("template <class {}>\n", fmt::join(read.structure_parameters, ", class "));
  }
  text += fmt::format("struct {} {{\n", structure.name);
  for (const DeclaredParameter& field : read.fields)
    text += fmt::format("  {} {};\n", type_text(field.type), field.name);
  text += "};\n";
  for (const StructureLayout& layout : layouts) {
    text += fmt::format("static_assert(sizeof({0}) == {1}, \"{0} has another size on the host\");\n", layout.type,
                        layout.size);
  }
  return text;
}

std::string read_and_write(const spec::KernelSpec& spec, const spec::KernelFolder& folder,
                           const spec::StructSpec& structure) {
  const LibclangOrReason& clang = libclang();
  if (clang.library == nullptr) throw RuntimeFailure("device headers are written with libclang: " + clang.why_not);
  const auto uses = uses_of(spec, structure.name);
  const SourceDeclarations source = read_with_clang(*clang.library, question(spec, folder, structure, uses), probe);
  const auto refuse = [&](const std::string& why) {
    return InvalidArgument(fmt::format("{}: {}: {}", spec.file, structure.header, why));
  };
  if (!source.unreadable.empty()) throw refuse(source.unreadable);
  if (source.declarations.empty()) throw refuse(fmt::format("there is no struct '{}'", structure.name));
  const Declaration& declaration = source.declarations.front();
  if (!declaration.unknown.empty())
    throw refuse(fmt::format("the struct '{}' cannot be read: {}", structure.name, declaration.unknown));
  if (declaration.parameters.empty() || declaration.parameters.front().fields.empty())
    throw refuse(fmt::format("there is no struct '{}' with fields", structure.name));
  return struct_text(structure, declaration.parameters.front(), source.layouts);
}

}  // namespace

std::vector<StructHeader> struct_headers(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  std::vector<StructHeader> headers;
  for (const spec::StructSpec& structure : spec.structs) {
    if (structure.device_header.empty()) continue;
    const std::string path = (fs::path(folder.path) / structure.device_header).lexically_normal().string();
    auto header = std::find_if(headers.begin(), headers.end(), [&](const StructHeader& h) { return h.path == path; });
    if (header == headers.end()) {
      headers.push_back({path, fmt::format("// Written by `kparity headers` from {}: change that file, then write this "
                                           "one again.\n#pragma once\n",
                                           structure.header)});
      header = headers.end() - 1;
    }
    header->text += read_and_write(spec, folder, structure);
  }
  return headers;
}

}  // namespace kparity::parity
