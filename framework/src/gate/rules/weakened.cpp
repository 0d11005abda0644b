// KP107: what a change takes away from the checks themselves, so that nobody turns a red kernel green by looking less
// closely. Whether a change is wanted is for people; that it is there must be seen.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

using spec::InputSpec;
using spec::KernelSpec;
using spec::KindUse;
using spec::OutputSpec;

namespace {

/// One thing that is weaker now.
struct Weakening {
  std::string subject;  // "tolerance of output 'y'"
  std::string text;     // "ulp 2 became ulp 64"
  int line = 0;
};
using Weakenings = std::vector<Weakening>;

std::optional<double> number_of(const Expression& expression) {
  if (!expression.names().empty()) return std::nullopt;
  try {
    return static_cast<double>(expression.evaluate([](std::string_view) { return std::int64_t{0}; }));
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

std::optional<double> number_of(const spec::FieldValue& value) {
  if (const auto* expression = std::get_if<Expression>(&value)) return number_of(*expression);
  const auto* real = std::get_if<spec::Real>(&value);
  if (real == nullptr) return std::nullopt;
  if (const auto* number = std::get_if<double>(real)) return *number;
  return number_of(std::get<Expression>(*real));
}

std::string text_of(const spec::FieldValue& value) {
  if (const auto* expression = std::get_if<Expression>(&value)) return expression->text();
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  const auto& real = std::get<spec::Real>(value);
  if (const auto* number = std::get_if<double>(&real)) return fmt::format("{:g}", *number);
  return std::get<Expression>(real).text();
}

/// "relative rel=1e-12 abs=0".
std::string text_of(const KindUse& use) {
  std::string text = use.kind;
  for (const spec::Field& field : use.fields) text += fmt::format(" {}={}", field.name, text_of(field.value));
  return text;
}

// --- Outputs ---

/// 0: exact; 1: derived; 2: stated.
int looseness(const KindUse& form) {
  return form.kind == "exact" ? 0 : form.kind == spec::auto_form ? 1 : 2;
}

bool is_looser(const KindUse& now, const KindUse& before) {
  if (looseness(now) != looseness(before)) return looseness(now) > looseness(before);
  if (looseness(now) < 2) return false;
  if (now.kind != before.kind) return true;  // two forms cannot be compared; somebody should look
  return std::any_of(now.fields.begin(), now.fields.end(), [&](const spec::Field& field) {
    const spec::Field* old = before.find(field.name);
    if (old == nullptr) return true;
    const auto number = number_of(field.value), old_number = number_of(old->value);
    return number && old_number ? *number > *old_number : text_of(field.value) != text_of(old->value);
  });
}

void compare_tolerances(const OutputSpec& now, const OutputSpec& before, Weakenings& found) {
  const std::string subject = fmt::format("tolerance of output '{}'", now.name);
  if (is_looser(now.tolerance.form, before.tolerance.form))
    found.push_back({subject,
                     fmt::format("'{}' became '{}'", text_of(before.tolerance.form), text_of(now.tolerance.form)),
                     now.where.line});
  const auto compare_parts = [&](const char* key, const auto& part, const auto& old) {
    if (old && part && is_looser(*part, *old))
      found.push_back(
          {subject, fmt::format("'{0}: {1}' became '{0}: {2}'", key, text_of(*old), text_of(*part)), now.where.line});
  };
  compare_parts("and", now.tolerance.elementwise, before.tolerance.elementwise);
  compare_parts("within", now.tolerance.within, before.tolerance.within);
  if (now.tolerance.suspect_passes && !before.tolerance.suspect_passes)
    found.push_back({subject, "a suspect difference passes now (`on_suspect: warn`)", now.where.line});
  const std::string &last = now.tolerance.until, &last_before = before.tolerance.until;
  if (!last_before.empty() && (last.empty() || last > last_before))
    found.push_back({subject,
                     last.empty()
                         ? fmt::format("its tolerance was for until {}, and has no end now", last_before)
                         : fmt::format("its tolerance was for until {}, and is for until {} now", last_before, last),
                     now.where.line});
}

/// forbid, match, any: in this order they let more pass.
int leniency(spec::SpecialPolicy policy) {
  return policy == spec::SpecialPolicy::forbid ? 0 : policy == spec::SpecialPolicy::match ? 1 : 2;
}

/// preserve, detect, may_flush: in this order they let more pass.
int leniency(spec::SubnormalPolicy policy) {
  return policy == spec::SubnormalPolicy::preserve ? 0 : policy == spec::SubnormalPolicy::detect ? 1 : 2;
}

std::string text_of(const spec::Defined& defined) {
  std::string text = fmt::format("{} {}", static_cast<int>(defined.kind), defined.array);
  if (defined.count) text += defined.count->text();
  for (const spec::Defined::Range& range : defined.region)
    text += fmt::format("[{}, {}]", range.from.text(), range.to.text());
  return text;
}

/// What of an output is compared with what.
void compare_extents(const OutputSpec& now, const OutputSpec& before, Weakenings& found) {
  const auto add = [&](const std::string& text) {
    found.push_back({fmt::format("output '{}'", now.name), text, now.where.line});
  };
  if (before.comparison.kind == spec::elementwise && now.comparison.kind != spec::elementwise)
    add(fmt::format("it is compared as '{}' instead of element by element", now.comparison.kind));
  if (before.defined.kind == spec::Defined::Kind::all && now.defined.kind != spec::Defined::Kind::all)
    add("only some of its elements are compared (`defined:`)");
  if (before.defined.kind != spec::Defined::Kind::all && now.defined.kind != spec::Defined::Kind::all &&
      text_of(before.defined) != text_of(now.defined))
    add("other elements of it are compared (`defined:`)");  // which are more, nobody can tell from the text
  if (now.defined.kind != spec::Defined::Kind::all && before.defined.untouched_outside &&
      !now.defined.untouched_outside)
    add("elements that are not defined may be written now (`outside:`)");
}

void compare_outputs(const KernelSpec& now, const KernelSpec& before, Weakenings& found) {
  const auto add = [&](const OutputSpec& output, const std::string& text) {
    found.push_back({fmt::format("output '{}'", output.name), text, output.where.line});
  };
  for (const OutputSpec& old : before.outputs) {
    if (old.role == spec::Role::scratch) continue;
    const OutputSpec* output = find_output(now, old.name);
    if (output == nullptr) {
      found.push_back({fmt::format("output '{}'", old.name), "it is no output any more", now.signature_where.line});
      continue;
    }
    if (output->role == spec::Role::scratch) {
      add(*output, "it is scratch now and not compared");
      continue;
    }
    compare_tolerances(*output, old, found);
    compare_extents(*output, old, found);
    if (leniency(output->subnormal) > leniency(old.subnormal)) add(*output, "more zeros pass (`subnormal:`)");
    if (leniency(output->nan) > leniency(old.nan)) add(*output, "more NaNs pass (`nan:`)");
    if (leniency(output->inf) > leniency(old.inf)) add(*output, "more infinities pass (`inf:`)");
    if (old.signed_zero && !output->signed_zero) add(*output, "the sign of zero does not count any more");
    if (old.run_to_run && !output->run_to_run) add(*output, "it may differ from run to run now");
  }
}

// --- Inputs ---

void compare_generators(const InputSpec& now, const InputSpec& before, Weakenings& found) {
  const std::string subject = fmt::format("generator of input '{}'", now.name);
  const auto add = [&](const std::string& text) { found.push_back({subject, text, now.where.line}); };
  if (now.generate.kind != before.generate.kind)
    return add(fmt::format("'{}' became '{}'", text_of(before.generate), text_of(now.generate)));
  for (const spec::Field& field : now.generate.fields) {
    const spec::Field* old = before.generate.find(field.name);
    if (old == nullptr) continue;
    const auto number = number_of(field.value), old_number = number_of(old->value);
    const bool narrower =
        number && old_number &&
        ((field.name == "min" && *number > *old_number) || (field.name == "max" && *number < *old_number));
    const bool unclear = (!number || !old_number) && text_of(field.value) != text_of(old->value);
    if (narrower || unclear) add(fmt::format("{} {} became {}", field.name, text_of(old->value), text_of(field.value)));
  }
}

void compare_special(const InputSpec& now, const InputSpec& before, Weakenings& found) {
  const auto add = [&](const std::string& text) {
    found.push_back({fmt::format("special values of input '{}'", now.name), text, now.where.line});
  };
  if (now.nothing_special && !before.nothing_special) return add("they are not drawn any more");
  for (const std::string& value : before.special)
    if (std::ranges::find(now.special, value) == now.special.end())
      add(fmt::format("'{}' is not drawn any more", value));
}

void compare_inputs(const KernelSpec& now, const KernelSpec& before, Weakenings& found) {
  for (const InputSpec& old : before.inputs)
    if (const InputSpec* input = find_input(now, old.name)) {
      compare_generators(*input, old, found);
      compare_special(*input, old, found);
    }
  for (const spec::MandatoryClass& old : before.mandatory)
    if (std::ranges::find(now.mandatory, old.name, &spec::MandatoryClass::name) == now.mandatory.end())
      found.push_back(
          {fmt::format("cases '{}'", old.name), "a check need not have them any more", now.signature_where.line});
  for (const spec::UnusedInput& input : now.unused)
    if (find_input(before, input.name) != nullptr &&
        std::ranges::find(before.unused, input.name, &spec::UnusedInput::name) == before.unused.end())
      found.push_back({fmt::format("input '{}'", input.name), "it is declared `unused` now", input.where.line});
  for (const spec::Property& property : before.properties)
    if (std::ranges::find(now.properties, property.text, &spec::Property::text) == now.properties.end())
      found.push_back(
          {fmt::format("property '{}'", property.text), "it is not checked any more", now.signature_where.line});
  for (const Signature& old : before.instantiations) {
    const auto same = [&](const Signature& signature) { return signature.types == old.types; };
    if (!old.types.empty() && std::none_of(now.instantiations.begin(), now.instantiations.end(), same))
      found.push_back({fmt::format("types {}", old.types), "they are not checked any more", now.signature_where.line});
  }
}

// --- Declared exceptions ---

void compare_exceptions(const KernelSpec& now, const KernelSpec& before, Weakenings& found) {
  for (const spec::ExpectedFailure& failure : now.expected_failures) {
    const auto same = [&](const auto& old) { return old.implementation == failure.implementation; };
    const auto old = std::find_if(before.expected_failures.begin(), before.expected_failures.end(), same);
    const std::string subject = fmt::format("expected failure of '{}'", failure.implementation);
    if (old == before.expected_failures.end()) {
      found.push_back({subject, "it is new: " + failure.reason, failure.where.line});
    } else if (failure.until > old->until) {
      found.push_back(
          {subject, fmt::format("until {} became until {}", old->until, failure.until), failure.where.line});
    }
  }
  for (const spec::IgnoredFinding& ignored : now.ignored_findings) {
    const auto covers = [&](const spec::IgnoredFinding& old) {
      return old.finding == ignored.finding &&
             (old.arrays.empty() || (!ignored.arrays.empty() && old.arrays == ignored.arrays));
    };
    if (std::none_of(before.ignored_findings.begin(), before.ignored_findings.end(), covers))
      found.push_back({fmt::format("ignored finding '{}'", ignored.finding),
                       "the checker lets it pass now: " + ignored.reason, ignored.where.line});
  }
  if (now.missing_cuda == MissingCudaPolicy::fallback && before.missing_cuda == MissingCudaPolicy::raise)
    found.push_back({"missing_cuda", "raise became fallback", now.signature_where.line});
}

void compare_exemptions(const KernelSpec& now, const KernelSpec* before, Weakenings& found) {
  if (!now.exempt) return;
  const auto& old = before == nullptr ? std::nullopt : before->exempt;
  if (!old) {
    found.push_back({"exemption", fmt::format("it is new: {} (until {})", now.exempt->reason, now.exempt->until),
                     now.exempt->where.line});
  } else if (now.exempt->until > old->until) {
    found.push_back(
        {"exemption", fmt::format("until {} became until {}", old->until, now.exempt->until), now.exempt->where.line});
  }
}

void compare_kernels(const KernelFacts& now, const KernelFacts& before, Weakenings& found) {
  if (now.spec && before.spec) {
    compare_outputs(*now.spec, *before.spec, found);
    compare_inputs(*now.spec, *before.spec, found);
    compare_exceptions(*now.spec, *before.spec, found);
  }
  std::vector<std::string> old = before.opt_outs;
  for (const std::string& line : now.opt_outs) {
    const auto same = std::find(old.begin(), old.end(), line);
    if (same != old.end()) {
      old.erase(same);
    } else {
      found.push_back({"opt-out in the source", line, 0});
    }
  }
}

/// Fewer of the mutants are found than before: as shares, since a changed kernel has other mutants.
void compare_mutants(const MutantScore& now, const MutantScore& before, Weakenings& found) {
  const auto share = [](const MutantScore& score) {
    const auto all = static_cast<double>(score.killed + score.survived);
    return all == 0 ? 1 : static_cast<double>(score.killed) / all;
  };
  if (share(now) >= share(before)) return;
  found.push_back({"mutants",
                   fmt::format("{} of {} are found instead of {} of {}", now.killed, now.killed + now.survived,
                               before.killed, before.killed + before.survived),
                   0});
}

// --- The policy ---

void compare_policies(const spec::GatePolicy& now, const spec::GatePolicy& before, Weakenings& found) {
  const auto add = [&](const std::string& subject, const std::string& text) {
    found.push_back({"policy: " + subject, text, 0});
  };
  const auto compare = [&](const char* key, const std::string& strict, const std::string& old,
                           const std::string& word) {
    if (old == strict && word != strict) add(key, fmt::format("{} became {}", old, word.empty() ? "nothing" : word));
  };
  compare("mode", "ratchet", before.mode, now.mode);
  compare("fail_on", "warning", before.fail_on, now.fail_on);
  compare("old_findings", "count", before.old_findings, now.old_findings);
  compare("new_kernels", "must_be_ported", before.new_kernels, now.new_kernels);
  compare("evidence", "required", before.evidence, now.evidence);
  if (!before.workflow.empty() && now.workflow != before.workflow) add("workflow", "evidence may come from elsewhere");
  if (!before.signers.empty() && now.signers != before.signers) add("signers", "evidence may be signed by others");
  if (now.cases < before.cases) add("cases", fmt::format("{} became {}", before.cases, now.cases));
  for (const spec::RuleSeverity& rule : now.rules) {
    const auto same = [&](const auto& each) { return each.rule == rule.rule; };
    const auto old = std::find_if(before.rules.begin(), before.rules.end(), same);
    const auto known =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& each) { return each.info.id == rule.rule; });
    const auto severity = *result::severity_of(rule.severity);
    const auto old_severity = old != before.rules.end() ? *result::severity_of(old->severity) : known->info.if_raise;
    if (severity < old_severity)
      found.push_back({"policy: " + rule.rule,
                       fmt::format("{} became {}", result::name_of(old_severity), rule.severity), rule.where.line});
  }
  for (const spec::PortTarget& old : before.targets) {
    const auto same = [&](const spec::PortTarget& each) { return each.name == old.name; };
    const auto target = std::find_if(now.targets.begin(), now.targets.end(), same);
    if (target == now.targets.end()) {
      add(fmt::format("target '{}'", old.name), "it is gone");
    } else if (target->by > old.by) {
      add(fmt::format("target '{}'", old.name), fmt::format("by {} became by {}", old.by, target->by));
    }
  }
}

}  // namespace

void check_not_weakened(const Situation& situation, const Findings& findings) {
  const auto tell = [&](const std::string& kernel, const std::string& file, const Weakenings& found) {
    for (const Weakening& each : found)
      findings.add({.kernel = kernel,
                    .subject = each.subject,
                    .file = file,
                    .line = each.line,
                    .message = fmt::format("{}{}: {}", kernel.empty() ? "" : fmt::format("kernel '{}': ", kernel),
                                           each.subject, each.text),
                    .advice = "say in the change why the kernel may be checked less closely"});
  };
  for (const auto& [name, facts] : situation.here.tree->kernels) {
    Weakenings found;
    const KernelFacts* before = situation.before(name);
    if (before != nullptr) compare_kernels(facts, *before, found);
    if (facts.spec) compare_exemptions(*facts.spec, before && before->spec ? &*before->spec : nullptr, found);
    const auto evidence = situation.here.tree->evidence.find(name);
    const Evidence* old = situation.evidence_before(name);
    if (evidence != situation.here.tree->evidence.end() && old != nullptr && is_fresh(facts, evidence->second) &&
        cases_of(evidence->second) < cases_of(*old))
      found.push_back(
          {"cases", fmt::format("its evidence ran {} instead of {}", cases_of(evidence->second), cases_of(*old))});
    const auto mutants = situation.mutants.find(name);
    const auto old_name = situation.old_names.find(name);
    const auto old_mutants =
        situation.base_mutants.find(old_name == situation.old_names.end() ? name : old_name->second);
    if (mutants != situation.mutants.end() && old_mutants != situation.base_mutants.end())
      compare_mutants(mutants->second, old_mutants->second, found);
    tell(name, facts.file, found);
  }
  if (!situation.base->tree->policy) return;
  Weakenings found;
  compare_policies(situation.policy, *situation.base->tree->policy, found);
  tell("", situation.policy.file.empty() ? situation.base->tree->policy->file : situation.policy.file, found);
}

}  // namespace kparity::gate
