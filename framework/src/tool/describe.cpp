// `kparity describe`: the reference pages, printed from the same tables that the program works with.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <sstream>

#include "kparity/compile/host_kind.hpp"
#include "kparity/emulate/supported.hpp"
#include "kparity/gate/gate.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/mutate/mutant.hpp"
#include "kparity/report/port.hpp"
#include "kparity/report/report.hpp"
#include "kparity/settings.hpp"
#include "kparity/spec/policy.hpp"
#include "kparity/spec/reader.hpp"
#include "options.hpp"
#include "verbs.hpp"
#include "workplace.hpp"

namespace kparity::tool {

namespace {

std::string type_words(const spec::FieldRule& field) {
  switch (field.type) {
    case spec::FieldType::real: return "number or expression";
    case spec::FieldType::integer: return "integer expression";
    case spec::FieldType::boolean: return "true or false";
    case spec::FieldType::word: return field.words.empty() ? "name" : fmt::format("{}", fmt::join(field.words, ", "));
    case spec::FieldType::product: return "names with `*` between them";
    case spec::FieldType::function: return "function";
  }
  return "";
}

void describe_kinds(const std::vector<spec::KindRule>& kinds, std::ostream& out) {
  for (const auto& kind : kinds) {
    out << fmt::format("### {}\n\n{}\n\n", kind.name, kind.doc);
    if (kind.fields.empty()) continue;
    out << "| field | value | default | meaning |\n| --- | --- | --- | --- |\n";
    for (const auto& field : kind.fields)
      out << fmt::format("| `{}` | {} | {} | {} |\n", field.name, type_words(field),
                         field.required           ? "required"
                         : field.fallback.empty() ? "-"
                                                  : "`" + field.fallback + "`",
                         field.doc);
    for (const auto& key : kind.inner)
      out << fmt::format("| `{}` | a form for elements | required | {} |\n", key,
                         key == "and" ? "What each element is held to." : "What exceptions from that are held to.");
    out << '\n';
  }
}

void describe_generators(std::ostream& out) {
  out << "## Generators\n\nOf `inputs:`. A number may be an integer expression over the scalar inputs.\n\n";
  describe_kinds(vocabulary().generators, out);
}

void describe_tolerances(std::ostream& out) {
  out << "## Tolerances\n\nOf `outputs:`. For floating outputs every form needs a `reason:` beside it.\n\n";
  describe_kinds(vocabulary().tolerances, out);
}

void describe_comparisons(std::ostream& out) {
  out << "## Comparisons\n\nOf `outputs:`, beside `elementwise`: `compare: multiset`, `compare: {keyed: cell}`.\n\n";
  describe_kinds(vocabulary().comparisons, out);
}

void describe_families(std::ostream& out) {
  out << "## Families of cases\n\n| family | draws |\n| --- | --- |\n";
  for (const auto& family : generate::families()) out << fmt::format("| `{}` | {} |\n", family.name, family.doc);
  out << "\nReports count these classes of cases; `mandatory:` of `cases:` may ask for any of them.\n\n"
         "| class | is drawn when |\n| --- | --- |\n";
  for (const auto& family : generate::families())
    for (const auto& each : family.classes) out << fmt::format("| `{}.{}` | {} |\n", family.name, each.name, each.doc);
  out << '\n';
}

void describe_verdicts(std::ostream& out) {
  out << report::verdicts_markdown() << '\n';
}

void describe_formats(std::ostream& out) {
  out << "## Report formats\n\n| format | is |\n| --- | --- |\n";
  for (const auto& format : report::formats()) out << fmt::format("| `{}` | {} |\n", format.name, format.doc);
  out << '\n';
}

void describe_port_formats(std::ostream& out) {
  out << "## Formats of status and gate\n\n| format | is |\n| --- | --- |\n";
  for (const auto& format : report::port_formats()) out << fmt::format("| `{}` | {} |\n", format.name, format.doc);
  out << '\n';
}

void describe_states(std::ostream& out) {
  out << report::states_markdown() << '\n';
}

void describe_rules(std::ostream& out) {
  out << report::rules_markdown(gate::rule_table()) << '\n';
}

std::string policy_schema() {
  std::vector<std::string> rules;
  for (const auto& rule : gate::rule_table()) rules.emplace_back(rule.id);
  return spec::policy_schema(rules);
}

void describe_hosts(std::ostream& out) {
  out << "## Host implementations\n\nIn order of preference.\n\n| kind | file | flags | is |\n| --- | --- | --- | --- "
         "|\n";
  for (const auto& kind : compile::host_kinds())
    out << fmt::format("| `{0}` | `<kernel>_{0}{1}` | `{2}` | {3} |\n", kind.name, kind.ending,
                       fmt::join(kind.flags, " "), kind.doc);
  out << '\n';
}

void describe_settings_table(std::ostream& out) {
  out << "## Environment variables\n\nRead once. An unknown `KPARITY_*` name warns; a bad value stops the program.\n\n"
         "| variable | value | meaning |\n| --- | --- | --- |\n";
  for (const auto& setting : describe_settings())
    out << fmt::format("| `{}` | {} | {} |\n", setting.name, setting.allowed, setting.doc);
  out << '\n';
}

void describe_emulation(std::ostream& out) {
  out << "## Emulation\n\nWhat a `.cu` may use when it runs on the CPU. A call of each is checked against known "
         "values, and "
         "compiled by NVRTC\nwhere that is installed.\n\n";
  for (const auto& group : emulate::supported_groups())
    out << fmt::format("**{}**: `{}`\n\n", group.title, group.names);
  out << "What is refused, with file and line:\n\n| feature | recognised by |\n| --- | --- |\n";
  for (const auto& refused : emulate::refused_list())
    out << fmt::format("| {} | `{}` |\n", refused.feature, fmt::join(refused.names, "`, `"));
  out << "| a `__shared__` variable outside a function | |\n\n";
}

void describe_mutants(std::ostream& out) {
  out << "## Mutants\n\nThe faults that `kparity mutate` makes.\n\n| kind | fault | found by |\n| --- | --- | --- |\n";
  for (const auto& kind : mutate::kind_table())
    out << fmt::format("| `{}` | {} | {} |\n", kind.name, kind.fault, kind.advice);
  out << '\n';
}

struct Topic {
  const char* name;
  void (*describe)(std::ostream&);
};

constexpr Topic topics[] = {
    {"generators", describe_generators},
    {"tolerances", describe_tolerances},
    {"comparisons", describe_comparisons},
    {"families", describe_families},
    {"verdicts", describe_verdicts},
    {"formats", describe_formats},
    {"hosts", describe_hosts},
    {"settings", describe_settings_table},
    {"emulation", describe_emulation},
    {"mutants", describe_mutants},
    {"states", describe_states},
    {"rules", describe_rules},
    {"port-formats", describe_port_formats},
};

int run(const std::string& wanted, const OutputOptions& options) {
  Output output(options);
  auto& out = output.stream();
  if (wanted == "schema") {
    out << spec::json_schema(vocabulary()) << '\n';
  } else if (wanted == "policy-schema") {
    out << policy_schema();
  } else {
    if (wanted.empty()) out << "# Reference\n\nPrinted by `kparity describe`.\n\n";
    for (const auto& topic : topics)
      if (wanted.empty() || wanted == topic.name) topic.describe(out);
  }
  output.close();
  return 0;
}

}  // namespace

void add_describe(CLI::App& app, const VerbContext& context) {
  struct Arguments {
    std::string topic;
    OutputOptions output;
  };
  auto arguments = std::make_shared<Arguments>();
  std::vector<std::string> names{"schema", "policy-schema"};
  for (const auto& topic : topics) names.emplace_back(topic.name);
  auto* verb =
      app.add_subcommand("describe", "the reference of generators, tolerances, verdicts and settings; the JSON schema");
  verb->add_option(
          "topic", arguments->topic,
          "one part of it; `schema` of specs or `policy-schema` of kparity.yaml; all but the schemas by default")
      ->check(CLI::IsMember(names));
  verb->add_option("--output", arguments->output.file, "write to this file instead of standard output");
  verb->callback(
      [arguments, context] { *context.action = [arguments] { return run(arguments->topic, arguments->output); }; });
}

}  // namespace kparity::tool
