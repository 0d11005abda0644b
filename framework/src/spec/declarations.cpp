// What a kernel is called and takes: its name, type parameters, structs and signature.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "names.hpp"
#include "reading.hpp"
#include "scalar_types.hpp"

namespace kparity::spec {

namespace {

// A kernel is called like its folder and its file, so a wrong `kernel:` is not held against the signature.
std::string expected_name(const KernelSpec& spec) {
  return std::filesystem::path(spec.file).stem().string();
}

TypeParameter read_type_parameter(Reading& reading, const Entry& entry) {
  TypeParameter type{entry.key, {}};
  const std::string what = fmt::format("type parameter '{}'", entry.key);
  if (const std::string why = why_no_name(entry.key); !why.empty())
    report(reading.problems, entry.where, "'types': " + why);
  if (scalar_named(entry.key))
    report(reading.problems, entry.where, fmt::format("'{}' is the name of a type", entry.key));
  if (entry.value.kind != Node::Kind::list || entry.value.items.empty()) {
    report(reading.problems, entry.value.where, fmt::format("{} needs a list of types, as [float, double]", what));
    return type;
  }
  for (const Node& item : entry.value.items) {
    const auto name = read_text(item, "a type of " + what, reading.problems);
    if (!name) continue;
    const auto dtype = scalar_named(*name);
    if (!dtype) {
      report(reading.problems, item.where,
             fmt::format("unknown type '{}'{}", *name, suggestion(*name, scalar_names(), "there are")));
    } else if (std::find(type.choices.begin(), type.choices.end(), *dtype) != type.choices.end()) {
      report(reading.problems, item.where, fmt::format("{} has {} twice", what, c_name(*dtype)));
    } else {
      type.choices.push_back(*dtype);
    }
  }
  return type;
}

std::vector<std::string> read_struct_fields(Reading& reading, const Node& node, const std::string& what) {
  const std::size_t before = reading.problems.size();
  std::vector<std::string> fields = read_texts(node, what, reading.problems);
  if (node.kind == Node::Kind::list && node.items.empty()) report(reading.problems, node.where, what + " is empty");
  std::vector<std::string> names;
  for (const Node& item : node.items) {
    if (item.kind != Node::Kind::scalar) continue;
    std::string name = check_field(item.text, reading.spec.types, item.text_where, item.verbatim, reading.problems);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      report(reading.problems, item.where, fmt::format("two fields are called '{}'", name));
    }
    if (!name.empty()) names.push_back(std::move(name));
  }
  if (reading.problems.size() > before) fields.clear();  // the signature can say nothing more about this struct
  return fields;
}

void read_structs(Reading& reading, const std::vector<const Entry*>& entries) {
  for (const Entry* entry : entries) {
    const std::string what = fmt::format("struct '{}'", entry->key);
    const auto same = [&](const StructSpec& other) { return other.name == entry->key; };
    const auto& structs = reading.spec.structs;
    if (const std::string why = why_no_name(entry->key); !why.empty())
      report(reading.problems, entry->where, "'structs': " + why);
    if (std::any_of(structs.begin(), structs.end(), same)) {
      report(reading.problems, entry->where, what + " is given in 'structs' of the file and in 'cuda'");
      continue;
    }
    const Fields fields(entry->value, struct_keys(), what, reading.problems);
    StructSpec structure{entry->key, "", {}, entry->where, ""};
    if (const Node* node = fields.find("device_header")) {
      structure.device_header = read_text(*node, named("device_header", what), reading.problems).value_or("");
    }
    if (const Node* node = fields.find("header")) {
      structure.header = read_text(*node, named("header", what), reading.problems).value_or("");
    }
    if (const Node* node = fields.find("fields")) {
      structure.fields = read_struct_fields(reading, *node, named("fields", what));
    }
    reading.spec.structs.push_back(std::move(structure));
  }
}

}  // namespace

void read_name(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  if (const Node* node = file.find("summary")) {
    spec.summary = read_text(*node, "'summary'", reading.problems).value_or("");
  }
  const Node* node = file.find("kernel");
  if (!node) return;
  spec.kernel = read_text(*node, "'kernel'", reading.problems).value_or("");
  if (spec.kernel.empty()) return;
  if (const std::string why = why_no_name(spec.kernel); !why.empty()) {
    report(reading.problems, node->where, fmt::format("'kernel': {}", why));
  } else if (spec.kernel != expected_name(spec)) {
    report(reading.problems, node->where,
           fmt::format("kernel '{}' must be called like its folder and file, '{}'", spec.kernel, expected_name(spec)));
  }
}

void read_types(Reading& reading, const Fields& file) {
  for (const Entry* entry : entries_or_none(reading, file, "types")) {
    reading.spec.types.push_back(read_type_parameter(reading, *entry));
  }
}

void read_all_structs(Reading& reading, const Fields& file) {
  read_structs(reading, entries_or_none(reading, file, "structs"));
  const Node* cuda = file.find("cuda");
  if (!cuda || cuda->kind != Node::Kind::map) return;
  for (const Entry& entry : cuda->entries) {
    if (entry.key == "structs") read_structs(reading, read_entries(entry.value, "'structs' of cuda", reading.problems));
  }
}

void read_signature(Reading& reading, const Fields& file) {
  KernelSpec& spec = reading.spec;
  const Node* node = file.find("signature");
  if (!node || reading.device_function_failed) return;
  const auto text = read_text(*node, "'signature'", reading.problems);
  if (!text) return;
  spec.signature_text = *text;
  spec.signature_where = node->text_where;
  reading.signature_is_verbatim = node->verbatim;
  reading.declaration =
      parse_declaration(*text, spec.types, spec.structs, node->text_where, node->verbatim, reading.problems);
  spec.instantiations = reading.declaration.instantiations;
  if (spec.instantiations.empty()) return;
  if (reading.declaration.kernel != expected_name(spec)) {
    Location where = node->text_where;
    if (node->verbatim) where.column += static_cast<int>(reading.declaration.kernel_offset);
    report(reading.problems, where,
           fmt::format("the signature declares '{}', but the kernel is '{}'", reading.declaration.kernel,
                       expected_name(spec)));
  }
  const std::vector<std::string> parameters = parameter_names(spec);
  for (const TypeParameter& type : spec.types) {
    if (std::find(parameters.begin(), parameters.end(), type.name) == parameters.end()) continue;
    report(reading.problems, node->where, fmt::format("'{}' names a type parameter and a parameter", type.name));
  }
}

void check_uses(Reading& reading, const Fields& file) {
  if (!reading.has_signature()) return;
  const auto is_used = [](const std::vector<std::string>& used, const std::string& name) {
    return std::find(used.begin(), used.end(), name) != used.end();
  };
  for (const Entry* entry : entries_or_none(reading, file, "types")) {
    if (is_used(reading.declaration.used_types, entry->key)) continue;
    report(reading.problems, entry->where, fmt::format("type parameter '{}' is not used in the signature", entry->key));
  }
  for (const StructSpec& structure : reading.spec.structs) {
    if (is_used(reading.declaration.used_structs, structure.name)) continue;
    report(reading.problems, structure.where, fmt::format("struct '{}' is not used in the signature", structure.name));
  }
}

}  // namespace kparity::spec
