// From the tree of a spec file to its model: block by block, then the checks that need the whole. Problems are
// collected, so a part that cannot be read leaves its place in the model empty and the reading goes on.
#include "kparity/spec/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "names.hpp"
#include "reading.hpp"

namespace kparity::spec {

namespace {

constexpr std::size_t most_bytes = 1u << 20;

void read_expected_failures(Reading& reading, const Fields& file) {
  for (const Entry* entry : entries_or_none(reading, file, "expected_failure")) {
    const std::string what = fmt::format("expected failure '{}'", entry->key);
    if (const std::string why = why_no_name(entry->key); !why.empty()) {
      report(reading.problems, entry->where, "'expected_failure': " + why);
    } else if (entry->key == reference_name) {
      report(reading.problems, entry->where,
             "'expected_failure': reference judges the others and cannot be expected to fail");
    }
    const Fields fields(entry->value, expected_failure_keys(), what, reading.problems);
    ExpectedFailure failure{entry->key, "", "", entry->where};
    if (const Node* node = fields.find("reason")) {
      failure.reason = read_text(*node, named("reason", what), reading.problems).value_or("");
    }
    if (const Node* node = fields.find("until")) {
      failure.until = read_date(*node, named("until", what), reading.problems).value_or("");
    }
    reading.spec.expected_failures.push_back(std::move(failure));
  }
}

void read_exemption(Reading& reading, const Fields& file) {
  const Node* node = file.find("exempt");
  if (!node) return;
  const Fields fields(*node, exemption_keys(), "exempt", reading.problems);
  Exemption exempt{"", "", "", node->where};
  const auto text = [&](const char* key) {
    const Node* value = fields.find(key);
    return value ? read_text(*value, named(key, "exempt"), reading.problems).value_or("") : "";
  };
  exempt.reason = text("reason");
  exempt.owner = text("owner");
  if (const Node* until = fields.find("until"))
    exempt.until = read_date(*until, named("until", "exempt"), reading.problems).value_or("");
  reading.spec.exempt = std::move(exempt);
}

void read_old_name(Reading& reading, const Fields& file) {
  const Node* node = file.find("renamed_from");
  if (!node) return;
  reading.spec.renamed_from = read_text(*node, "'renamed_from'", reading.problems).value_or("");
  if (const std::string why = why_no_name(reading.spec.renamed_from); !why.empty())
    report(reading.problems, node->where, "'renamed_from': " + why);
  if (reading.spec.renamed_from == reading.spec.kernel)
    report(reading.problems, node->where, "'renamed_from' is the name that the kernel has");
}

void read_checker(Reading& reading, const Fields& file) {
  const Node* node = file.find("checker");
  if (!node) return;
  const Fields checker(*node, checker_keys(), "checker", reading.problems);
  for (const Entry* entry : entries_or_none(reading, checker, "ignore")) {
    const std::vector<std::string>& known = ignorable_findings();
    if (std::find(known.begin(), known.end(), entry->key) == known.end())
      report(reading.problems, entry->where,
             fmt::format("'ignore' of checker: '{}' is no finding that can be ignored{}", entry->key,
                         suggestion(entry->key, known, "there are")));
    const std::string what = fmt::format("ignored finding '{}'", entry->key);
    const Fields fields(entry->value, ignored_finding_keys(), what, reading.problems);
    IgnoredFinding ignored{entry->key, texts_or_none(reading, fields, "arrays"), "", entry->where};
    if (const Node* reason = fields.find("reason"))
      ignored.reason = read_text(*reason, named("reason", what), reading.problems).value_or("");
    reading.spec.ignored_findings.push_back(std::move(ignored));
  }
}

void read_unused(Reading& reading, const Fields& file) {
  std::vector<std::string> inputs;
  for (const InputSpec& input : reading.spec.inputs) inputs.push_back(input.name);
  const Node* node = file.find("unused");
  if (node && node->kind == Node::Kind::list) {
    report(reading.problems, node->where, "'unused' must be a map from inputs to reasons: {x: \"kept for callers\"}");
    return;
  }
  for (const Entry* entry : entries_or_none(reading, file, "unused")) {
    if (std::find(inputs.begin(), inputs.end(), entry->key) == inputs.end())
      report(reading.problems, entry->where,
             fmt::format("'unused': '{}' is not an input{}", entry->key, suggestion(entry->key, inputs, "there are")));
    const auto reason = read_text(entry->value, fmt::format("'unused' of '{}'", entry->key), reading.problems);
    reading.spec.unused.push_back({entry->key, reason.value_or(""), entry->where});
  }
}

void read_cases(Reading& reading, const Fields& file) {
  const Node* node = file.find("cases");
  if (!node) return;
  const Fields cases(*node, cases_keys(), "cases", reading.problems);
  const auto texts = [&](std::string_view key) {
    const Node* list = cases.find(key);
    if (!list) return std::vector<Node>();
    read_texts(*list, named(key, "cases"), reading.problems);
    return list->items;
  };
  for (const Node& item : texts("mandatory"))
    if (item.kind == Node::Kind::scalar) reading.spec.mandatory.push_back({item.text, item.where});
  for (const Node& item : texts("captured"))
    if (item.kind == Node::Kind::scalar) add_captured(reading, item.text, item.where);
}

void read_renamed(Reading& reading, const Fields& file) {
  if (!file.find("renamed") || !reading.has_signature()) return;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : reading.spec.instantiations.front().parameters)
    parameters.push_back(parameter.name);
  const auto is_parameter = [&](const std::string& name) {
    return std::find(parameters.begin(), parameters.end(), name) != parameters.end();
  };
  for (const Entry* entry : entries_or_none(reading, file, "renamed")) {
    const std::string what = fmt::format("renamed parameter '{}'", entry->key);
    if (!is_parameter(entry->key))
      report(reading.problems, entry->where,
             fmt::format("'renamed': '{}' is not a parameter{}", entry->key,
                         suggestion(entry->key, parameters, "there are")));
    const Fields fields(entry->value, renamed_keys(), what, reading.problems);
    Renamed renamed{entry->key, texts_or_none(reading, fields, "as"), "", entry->where};
    for (const std::string& name : renamed.as)
      if (is_parameter(name))
        report(reading.problems, entry->where,
               fmt::format("'as' of {}: '{}' is the name of a parameter, too, so nobody could tell them apart", what,
                           name));
    if (const Node* reason = fields.find("reason"))
      renamed.reason = read_text(*reason, named("reason", what), reading.problems).value_or("");
    reading.spec.renamed.push_back(std::move(renamed));
  }
}

void sort_by_signature(KernelSpec& spec) {
  const auto before = [](const auto& a, const auto& b) {
    return std::tie(a.path.parameter, a.path.field) < std::tie(b.path.parameter, b.path.field);
  };
  std::stable_sort(spec.inputs.begin(), spec.inputs.end(), before);
  std::stable_sort(spec.outputs.begin(), spec.outputs.end(), before);
}

[[noreturn]] void throw_sorted(Problems problems) {
  const auto key = [](const Problem& p) { return std::tie(p.where.file, p.where.line, p.where.column, p.message); };
  std::sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
  const auto same = [&](const Problem& a, const Problem& b) { return key(a) == key(b); };
  problems.erase(std::unique(problems.begin(), problems.end(), same), problems.end());
  throw SpecError(std::move(problems));
}

void read_file(Reading& reading, const Node& tree) {
  const Node root = expand_device_function(reading, tree);
  const Fields file(root, file_keys(), "", reading.problems);
  if (root.kind != Node::Kind::map) return;
  read_name(reading, file);
  read_types(reading, file);
  read_all_structs(reading, file);
  read_signature(reading, file);
  check_uses(reading, file);
  read_inputs(reading, file);
  read_outputs(reading, file);
  read_launch(reading, file);
  read_cuda(reading, file);
  read_host(reading, file);
  read_expected_failures(reading, file);
  read_exemption(reading, file);
  read_old_name(reading, file);
  read_checker(reading, file);
  read_unused(reading, file);
  read_properties(reading, file);
  read_cases(reading, file);
  read_renamed(reading, file);
  if (const Node* bench = file.find("bench")) reading.spec.bench = read_bench(reading, *bench);
  check_coverage(reading);
  check_cycles(reading);
  check_extents(reading);
  check_comparisons(reading);
}

std::string spec_path(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return path;
  const fs::path folder(path);
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  const bool is_named = !name.empty() && name != "." && name != "..";
  const fs::path kernel = is_named ? name : fs::weakly_canonical(folder, ignored).filename();
  return (folder / kernel).string() + ".yaml";
}

void check_size(std::uintmax_t bytes, const std::string& file) {
  if (bytes <= most_bytes) return;
  throw SpecError({{{file, 1, 1}, fmt::format("the file has {} bytes; a spec has {} at most", bytes, most_bytes)}});
}

}  // namespace

void add_captured(Reading& reading, const std::string& name, const Location& where) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  if (name.empty() || name.front() == '.' || name.find_first_not_of(allowed) != std::string::npos) {
    report(
        reading.problems, where,
        fmt::format("captured inputs '{}': NAME stands for the file NAME.npz beside the spec and has letters, digits, "
                    "'_', '-' and '.' only",
                    name));
    return;
  }
  const auto same = [&](const CapturedInputs& other) { return other.name == name; };
  if (std::none_of(reading.spec.captured.begin(), reading.spec.captured.end(), same))
    reading.spec.captured.push_back({name, where});
}

KernelSpec read(const std::string& path, const Vocabulary& vocabulary) {
  const std::string file = spec_path(path);
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw FileNotFound(fmt::format("spec file '{}' does not exist", file));
  if (!std::filesystem::is_regular_file(status)) throw FileNotFound(fmt::format("'{}' is not a file", file));
  check_size(std::filesystem::file_size(file, error), file);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw FileNotFound(fmt::format("spec file '{}' cannot be read", file));
  return read_text(std::string(std::istreambuf_iterator<char>(stream), {}), file, vocabulary);
}

KernelSpec read_text(const std::string& text, const std::string& path, const Vocabulary& vocabulary) {
  check_size(text.size(), path);
  Reading reading{vocabulary, {}, {}, {}, false};
  reading.spec.file = path;
  reading.spec.folder = std::filesystem::path(path).parent_path().string();
  if (reading.spec.folder.empty()) reading.spec.folder = ".";
  read_file(reading, read_yaml(text, path));
  if (!reading.problems.empty()) throw_sorted(std::move(reading.problems));
  sort_by_signature(reading.spec);
  reading.spec.hash = hash_of(reading.spec);
  return std::move(reading.spec);
}

}  // namespace kparity::spec
