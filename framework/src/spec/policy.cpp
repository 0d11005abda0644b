// The reader of `kparity.yaml`, with the tables of its keys.
#include "kparity/spec/policy.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fields.hpp"
#include "names.hpp"
#include "policy_keys.hpp"

namespace kparity::spec {

namespace {

struct PolicyReading {
  const std::vector<std::string>& rules;
  Problems problems;
};

std::string text_of(PolicyReading& reading, const Fields& fields, std::string_view key, const std::string& fallback) {
  const Node* node = fields.find(key);
  const std::string what = fmt::format("'{}' of {}", key, fields.what());
  return node ? read_text(*node, what, reading.problems).value_or(fallback) : fallback;
}

std::string word_of(PolicyReading& reading, const Fields& fields, const Block& block, std::string_view key,
                    const std::string& fallback) {
  const Node* node = fields.find(key);
  if (!node) return fallback;
  const std::string what = fmt::format("'{}' of {}", key, fields.what());
  return read_word(*node, what, find_key(block, key)->words, reading.problems).value_or(fallback);
}

std::vector<std::string> list_of(PolicyReading& reading, const Fields& fields, std::string_view key) {
  const Node* node = fields.find(key);
  const std::string what = fmt::format("'{}' of {}", key, fields.what());
  return node ? read_texts(*node, what, reading.problems) : std::vector<std::string>();
}

void read_rules(PolicyReading& reading, const Node& node, GatePolicy& policy) {
  for (const Entry* entry : read_entries(node, "'rules' of gate", reading.problems)) {
    if (std::find(reading.rules.begin(), reading.rules.end(), entry->key) == reading.rules.end())
      report(reading.problems, entry->where,
             fmt::format("'rules' of gate: there is no rule '{}'{}", entry->key,
                         suggestion(entry->key, reading.rules, "there are")));
    const auto severity = read_word(entry->value, fmt::format("rule '{}'", entry->key),
                                    find_key(policy_keys(), "rules")->words, reading.problems);
    policy.rules.push_back({entry->key, severity.value_or("error"), entry->where});
  }
}

void read_targets(PolicyReading& reading, const Node& node, GatePolicy& policy) {
  for (const Entry* entry : read_entries(node, "'targets' of gate", reading.problems)) {
    const std::string what = fmt::format("target '{}'", entry->key);
    const Fields fields(entry->value, target_keys(), what, reading.problems);
    PortTarget target{entry->key, list_of(reading, fields, "kernels"), "verified", "", entry->where};
    target.state = word_of(reading, fields, target_keys(), "state", "verified");
    if (const Node* by = fields.find("by"))
      target.by = read_date(*by, fmt::format("'by' of {}", what), reading.problems).value_or("");
    policy.targets.push_back(std::move(target));
  }
}

void read_gate_block(PolicyReading& reading, const Node& node, GatePolicy& policy) {
  const Fields fields(node, policy_keys(), "gate", reading.problems);
  if (node.kind != Node::Kind::map) return;
  const auto word = [&](std::string_view key, const std::string& fallback) {
    return word_of(reading, fields, policy_keys(), key, fallback);
  };
  policy.mode = word("mode", policy.mode);
  policy.fail_on = word("fail_on", policy.fail_on);
  policy.old_findings = word("old_findings", policy.old_findings);
  policy.new_kernels = word("new_kernels", policy.new_kernels);
  policy.evidence = word("evidence", policy.evidence);
  policy.workflow = text_of(reading, fields, "workflow", "");
  policy.signers = text_of(reading, fields, "signers", "");
  policy.architectures = list_of(reading, fields, "architectures");
  if (const Node* cases = fields.find("cases"))
    policy.cases = static_cast<std::uint64_t>(read_integer(*cases, "'cases' of gate", 1, reading.problems).value_or(0));
  if (const Node* rules = fields.find("rules")) read_rules(reading, *rules, policy);
  if (const Node* targets = fields.find("targets")) read_targets(reading, *targets, policy);
}

}  // namespace

GatePolicy read_policy(const std::string& text, const std::string& path, const std::vector<std::string>& rules) {
  PolicyReading reading{rules, {}};
  GatePolicy policy;
  policy.file = path;
  const Node root = read_yaml(text, path);
  const Fields file(root, policy_file_keys(), "kparity.yaml", reading.problems);
  if (const Node* gate = root.kind == Node::Kind::map ? file.find("gate") : nullptr)
    read_gate_block(reading, *gate, policy);
  if (!reading.problems.empty()) throw SpecError(std::move(reading.problems));
  return policy;
}

}  // namespace kparity::spec
