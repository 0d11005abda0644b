// Searches, shrinks and reports for one implementation. Verdicts about a whole check (nothing compared, nothing
// written) are made here, since one case alone cannot be vacuous.
#include "campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "coverage.hpp"
#include "device_state.hpp"
#include "device_threads.hpp"
#include "kparity/parity/place.hpp"
#include "likely_cause.hpp"
#include "property.hpp"
#include "run_case.hpp"
#include "simplify.hpp"
#include "small_inputs.hpp"
#include "what_happened.hpp"

namespace kparity::parity {

namespace {

using result::Outcome;
using result::Verdict;
using Clock = std::chrono::steady_clock;

constexpr int repetitions = 5;  // of the smallest failing case
/// Properties are checked in a sample of the small cases; so many cases have some of it.
constexpr std::uint64_t cases_for_properties = 100;
constexpr double share_for_values = .3;       // of the time for shrinking, for values once the sizes are small
constexpr std::uint64_t cases_for_exam = 24;  // of comparisons that a kernel's author wrote

struct Subjects {
  Subject reference, tested;
  Comparators comparators;
};

/// What is loaded how; the last one is null but for a debugger.
struct LoadOptions {
  DeviceLayout layout = DeviceLayout::arena;
  const Debugging* debugging = nullptr;
};

Subject load_as_asked(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                      const LoadOptions& how) {
  if (how.debugging != nullptr && tested.place == "emulated") return emulated_subject(spec, kernel, how.debugging);
  if (how.debugging != nullptr && tested.place == "checked") return checked_subject(spec, kernel, how.debugging);
  return load_subject(spec, kernel, tested.implementation, tested.place, how.layout);
}

std::optional<Subject> load_one(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                                const LoadOptions& how, Outcome& outcome) {
  if (tested.place == "device" && answered_without_device(outcome)) return std::nullopt;
  try {
    if (tested.not_compiled) std::rethrow_exception(tested.not_compiled);
    return load_as_asked(spec, kernel, tested, how);
  } catch (const std::exception& error) {
    outcome.verdict = verdict_of_load_failure(error);
    outcome.reason = first_line_of_load_failure(error, tested.implementation);
    outcome.details = lines_of_load_failure(error);
    return std::nullopt;
  }
}

/// What judges in place of rules, where a spec says so; empty with the reason in `outcome` if it cannot be had.
std::optional<Comparators> load_comparators(const spec::KernelSpec& spec, const Tested& tested, Outcome& outcome) {
  try {
    return Comparators(spec, tested.comparators != nullptr ? *tested.comparators : comparator_library(spec));
  } catch (const std::exception& error) {
    outcome.verdict = Verdict::broken;
    outcome.reason = error.what();
    return std::nullopt;
  }
}

/// Loads both implementations; a failure becomes the verdict of `outcome`.
std::optional<Subjects> load(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                             const CheckOptions& options, Outcome& outcome, const Debugging* debugging = nullptr) {
  const LoadOptions how{options.separate_allocations ? DeviceLayout::separate : DeviceLayout::arena, debugging};
  auto reference = load_one(spec, kernel, {reference_name, "host"}, how, outcome);
  if (!reference) {
    outcome.verdict = Verdict::broken;  // nothing can be judged without it, whatever the cause
    return std::nullopt;
  }
  auto subject = load_one(spec, kernel, tested, how, outcome);
  if (!subject) return std::nullopt;
  auto comparators = load_comparators(spec, tested, outcome);
  if (!comparators) return std::nullopt;
  return Subjects{std::move(*reference), std::move(*subject), std::move(*comparators)};
}

/// A diagnosis, patterns and, on a device, the threads behind the mismatches; `first` are the comparisons before
/// shrinking.
void explain(Outcome& outcome, const spec::KernelSpec& spec, const generate::Case& drawn,
             const std::vector<result::Comparison>& first) {
  if (outcome.place != "host") {
    name_threads(spec, drawn, outcome.comparisons);
    outcome.likely = cause_in_launch(first, threads_per_block(spec));
    if (outcome.likely.empty()) outcome.likely = cause_in_launch(outcome.comparisons, threads_per_block(spec));
  }
  if (outcome.likely.empty()) outcome.likely = likely_cause(outcome.comparisons, first);
  for (auto& comparison : outcome.comparisons)
    if (const auto* larger = larger_comparison(comparison, first); larger != nullptr && !larger->agrees())
      comparison.pattern_before = fmt::format("{} of {} elements{}{}", larger->mismatches, larger->elements,
                                              larger->pattern.empty() ? "" : ": ", larger->pattern);
  outcome.inputs = small_inputs(spec, drawn);
}

/// Everything that a red case adds to an outcome.
void describe_failure(Outcome& outcome, const CaseResult& result) {
  outcome.verdict = result.verdict;
  outcome.reason = result.reason;
  outcome.details = result.details;
  outcome.comparisons = result.comparisons;
  outcome.launch_place = is_emulated_place(outcome.place) ? result.launch_place : std::nullopt;
}

/// Simple values fit more patterns than the fault has: where the same elements differ, what was found before counts.
void keep_patterns(std::vector<result::Comparison>& simplified, const std::vector<result::Comparison>& before) {
  for (auto& comparison : simplified) {
    const auto same = std::ranges::find(before, comparison.output, &result::Comparison::output);
    if (same == before.end() || same->mismatches != comparison.mismatches || !same->first || !comparison.first)
      continue;
    if (same->first->index == comparison.first->index) comparison.pattern = same->pattern;
  }
}

/// Whether two failures look alike: simple values must not make another fault of it, as infinities on both sides, or a
/// result that happens to be what was there before.
bool look_alike(const CaseResult& one, const CaseResult& other) {
  const auto first_of = [](const CaseResult& result) -> const result::Mismatch* {
    return result.comparisons.empty() || !result.comparisons.front().first ? nullptr
                                                                           : &*result.comparisons.front().first;
  };
  const auto is_number = [](const std::string& text) {
    return text.find("nan") == std::string::npos && text.find("inf") == std::string::npos;
  };
  const result::Mismatch *a = first_of(one), *b = first_of(other);
  if (a == nullptr || b == nullptr) return a == b;
  return a->note == b->note && is_number(a->expected) == is_number(b->expected) &&
         is_number(a->got) == is_number(b->got);
}

/// The thread that was to make the first element that differs, where that is known.
void place_mismatch(const spec::KernelSpec& spec, const generate::Case& drawn, Outcome& outcome) {
  if (!outcome.launch_place || outcome.comparisons.empty() || !outcome.comparisons.front().first) return;
  const result::Comparison& comparison = outcome.comparisons.front();
  if (const auto place = place_of_element(spec, drawn, comparison.shape, comparison.first->index)) {
    outcome.launch_place->block = place->block;
    outcome.launch_place->thread = place->thread;
  }
}

/// Runs the case of `outcome` again and again; appends to its `written` and says whether the verdict and the values
/// that it shows came back.
void repeat(CaseRunner& runner, const generate::Case& drawn, const Watch& watch, Outcome& outcome) {
  int same_verdict = 0, other_values = 0;
  for (int i = 0; i < repetitions; ++i) {
    if (watch.case_started) watch.case_started(drawn);  // the time limit is that of one case
    same_verdict += runner.run(drawn).verdict == outcome.verdict ? 1 : 0;
    outcome.written.push_back(runner.fingerprint());
    other_values += outcome.written.back() != outcome.written.front() ? 1 : 0;
  }
  if (same_verdict != repetitions) {
    outcome.same_every_time = fmt::format("no: {} of {} runs", same_verdict, repetitions);
  } else if (!outcome.comparisons.empty() && other_values != 0) {
    outcome.same_every_time = fmt::format("no: other values in {} of {} runs", other_values, repetitions);
  } else {
    outcome.same_every_time = fmt::format("yes ({} runs)", repetitions);
  }
}

// --- the rules over all cases ----------------------------------------------------------------------------------------

/// "a table of six digits (J. Doe, until 2027-03-01)".
std::string account_of(const spec::Tolerance& tolerance) {
  std::vector<std::string> who;
  if (!tolerance.owner.empty()) who.push_back(tolerance.owner);
  if (!tolerance.until.empty()) who.push_back("until " + tolerance.until);
  return who.empty() ? tolerance.reason : fmt::format("{} ({})", tolerance.reason, fmt::join(who, ", "));
}

/// The rule of each output and what the cases said about it.
class Rules {
 public:
  explicit Rules(const spec::KernelSpec& spec)
      : spec_(spec),
        looked_at_(spec.outputs.size()),
        swallowed_(spec.outputs.size()),
        changed_(spec.outputs.size()),
        properties_(spec.properties.size()) {
    for (const auto& output : spec.outputs) {
      result::Rule rule;
      rule.output = output.name;
      rule.reason = account_of(output.tolerance);
      rule.is_override = output.tolerance.form.kind != spec::auto_form && has_floating_type(output);
      rule.text = compare::rule_text(output, has_floating_type(output));
      rules_.push_back(std::move(rule));
    }
  }

  void add(const CaseResult& result) {
    bool undecided = false;
    for (std::size_t i = 0; i < result.rules.size(); ++i) {
      const RuleUse& use = result.rules[i];
      // One case that had to be estimated names the rule for all.
      if (!use.text.empty() && !rules_[i].text.starts_with("auto, estimated")) rules_[i].text = use.text;
      rules_[i].used = std::max(rules_[i].used, use.used);
      rules_[i].judged += use.asked ? 1 : 0;
      looked_at_[i] += use.looked_at ? 1 : 0;
      swallowed_[i] += use.swallowed ? 1 : 0;
      undecided |= use.undecided;
      changed_[i] = changed_[i] || use.changed;
    }
    for (std::size_t i = 0; i < result.properties.size(); ++i) properties_[i] += result.properties[i] ? 1 : 0;
    cases_ += result.compared > 0 ? 1 : 0;
    undecided_ += undecided ? 1 : 0;
  }

  /// Of the outputs that are compared.
  std::vector<result::Rule> rules() const {
    std::vector<result::Rule> compared;
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (spec_.outputs[i].role != spec::Role::scratch) compared.push_back(rules_[i]);
    return compared;
  }

  std::vector<result::Property> properties() const {
    std::vector<result::Property> all;
    for (std::size_t i = 0; i < properties_.size(); ++i) all.push_back({spec_.properties[i].text, properties_[i]});
    return all;
  }

  /// An output that the reference left as it was in all cases; empty if there is none.
  std::string unchanged() const {
    for (std::size_t i = 0; i < changed_.size(); ++i)
      if (!changed_[i] && spec_.outputs[i].role != spec::Role::scratch) return spec_.outputs[i].name;
    return "";
  }

  /// Why a check that passed says little; empty if it says something.
  std::string inconclusive() const {
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (looked_at_[i] > 0 && swallowed_[i] == looked_at_[i])
        return fmt::format("the bounds of '{}' exceed a tenth of its typical size in all {} cases that were looked at",
                           rules_[i].output, looked_at_[i]);
    if (cases_ > 0 && undecided_ == cases_)
      return fmt::format("in all {} cases outputs differ where a decision of the reference is closer than its bounds",
                         cases_);
    for (std::size_t i = 0; i < properties_.size(); ++i)
      if (cases_ >= cases_for_properties && properties_[i] == 0)
        return fmt::format("none of {} cases was fit for the property '{}'", cases_, spec_.properties[i].text);
    return "";
  }

 private:
  bool has_floating_type(const spec::OutputSpec& output) const {
    return std::ranges::any_of(spec_.instantiations, [&](const Signature& signature) {
      return is_floating(at(signature, output.path).dtype);
    });
  }

  const spec::KernelSpec& spec_;
  std::vector<result::Rule> rules_;
  std::vector<std::uint64_t> looked_at_, swallowed_;
  std::vector<bool> changed_;              // per output
  std::vector<std::uint64_t> properties_;  // cases of each
  std::uint64_t cases_ = 0, undecided_ = 0;
};

Derivation derivation_of(const spec::KernelSpec& spec, const Tested& tested) {
  return tested.bounds != nullptr ? Derivation(spec, *tested.bounds) : Derivation(spec, bound_library(spec));
}

void become(Outcome& outcome, Verdict verdict, std::string reason) {
  if (outcome.verdict != Verdict::pass || reason.empty()) return;
  outcome.verdict = verdict;
  outcome.reason = std::move(reason);
}

/// What a pass is worth: whether anything was compared, could differ, and depended on the inputs.
void judge_whole_check(Outcome& outcome, const Rules& rules, const CaseRunner& runner) {
  if (outcome.verdict != Verdict::pass) return;
  if (outcome.compared == 0)
    become(outcome, Verdict::vacuous,
           fmt::format("no element was compared in {} cases: every output is empty or not compared", outcome.cases));
  if (const std::string output = rules.unchanged(); !output.empty())
    become(outcome, Verdict::vacuous,
           fmt::format("'{}' never differed from its initial contents in {} cases, so '{}' need not write it", output,
                       outcome.cases, outcome.implementation));
  become(outcome, Verdict::inconclusive, rules.inconclusive());
  if (const std::string input = runner.influence().without_influence(); !input.empty())
    become(outcome, Verdict::vacuous,
           fmt::format("the reference gave the same when '{0}' alone was changed, in every case in which that was "
                       "tried; if that is meant, say `unused: {{{0}: why}}`",
                       input));
  if (const std::string input = runner.influence().used_nevertheless(); !input.empty())
    become(outcome, Verdict::broken, fmt::format("'{}' is declared `unused`, but changes outputs", input));
  become(outcome, Verdict::inconclusive, runner.discrimination().accepted());
}

/// Before anything is judged: whether the comparisons of the kernel's author tell right from wrong. If not, that is the
/// verdict.
bool passes_exam(const spec::KernelSpec& spec, CaseRunner& runner, const std::vector<generate::Case>& cases,
                 const Watch& watch, Outcome& outcome) {
  if (!runner.has_comparators()) return true;
  ComparatorExam exam(spec);
  for (const generate::Case& drawn : cases) {
    if (watch.case_started) watch.case_started(drawn);
    const CaseResult result = runner.examine_comparators(drawn, exam);
    if (result.verdict == Verdict::pass) continue;
    describe_failure(outcome, result);
    outcome.token = outcome.first_token = generate::token(spec, drawn);
    return false;
  }
  if (cases.size() < cases_for_exam) return true;  // too few to say that it takes zeros for a result
  become(outcome, Verdict::broken, exam.fault());
  return outcome.verdict == Verdict::pass;
}

/// The cases for it: the first of a campaign.
std::vector<generate::Case> exam_cases(const generate::Schedule& schedule) {
  std::vector<generate::Case> cases;
  for (std::uint64_t i = 0; schedule.draws() && i < cases_for_exam; ++i) cases.push_back(schedule.draw(i));
  return cases;
}

/// Tells who watches where to look while the subject runs.
void introduce(const Subject& subject, const Watch& watch) {
  if (watch.runs_at) watch.runs_at(subject.running);
  if (watch.explains_crashes && subject.crash_words) watch.explains_crashes(subject.crash_words);
}

/// Beside a pass they stand in its line.
void tell_of_opt_outs(Outcome& outcome, const std::function<std::vector<std::string>()>& opt_outs) {
  if (!opt_outs) return;
  const std::vector<std::string> lines = opt_outs();
  if (outcome.verdict == Verdict::pass) {
    outcome.reason = fmt::format("{}", fmt::join(lines, "; "));
  } else {
    outcome.details.insert(outcome.details.end(), lines.begin(), lines.end());
  }
}

}  // namespace

std::string replay_line(const CheckOptions& options, const std::string& token, const Tested& tested) {
  std::string line = fmt::format("{} '{}' --implementation {}", options.replay_command, token, tested.implementation);
  if (tested.place != usual_place(tested.implementation)) line += fmt::format(" --place {}", tested.place);
  return line;
}

Outcome blank_outcome(const spec::KernelSpec& spec, const Tested& tested) {
  Outcome outcome;
  outcome.kernel = spec.kernel;
  outcome.check = tested.place == usual_place(tested.implementation) ? "parity" : tested.place;
  outcome.implementation = tested.implementation;
  outcome.place = tested.place;
  outcome.file = spec.file;
  return outcome;
}

Outcome load_only(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested) {
  Outcome outcome = blank_outcome(spec, tested);
  load_one(spec, kernel, tested, {}, outcome);
  return outcome;
}

Outcome run_campaign(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                     const CheckOptions& options, const Watch& watch) {
  const auto start = Clock::now();
  Outcome outcome = blank_outcome(spec, tested);
  auto subjects = load(spec, kernel, tested, options, outcome);
  if (!subjects) return outcome;
  introduce(subjects->tested, watch);
  const auto opt_outs = subjects->tested.opt_outs;
  CaseRunner runner(spec, std::move(subjects->reference), std::move(subjects->tested), watch.about_to_call,
                    derivation_of(spec, tested), std::move(subjects->comparators));
  Rules rules(spec);
  const generate::Schedule schedule(spec, options.seed, options.families);
  Coverage coverage(schedule);
  if (!passes_exam(spec, runner, exam_cases(schedule), watch, outcome)) return outcome;

  std::string harmless, suspects;
  std::uint64_t suspicious = 0;       // cases
  std::optional<CaseResult> failure;  // the latest accepted one
  std::vector<result::Comparison> first_comparisons;
  Clock::time_point shrink_until;
  const auto holds = [&](const generate::Case& drawn) {
    if (failure && Clock::now() > shrink_until) return true;
    if (watch.case_started) watch.case_started(drawn);
    CaseResult result = runner.run(drawn);
    if (!failure) {
      ++outcome.cases;
      outcome.compared += result.compared;
      outcome.used = std::max(outcome.used, result.used);
      if (harmless.empty()) harmless = result.harmless;
      if (suspects.empty()) suspects = result.suspects;
      suspicious += result.suspects.empty() ? 0 : 1;
      rules.add(result);
      coverage.add(drawn, result.outside);
    }
    if (result.verdict == Verdict::pass) return true;
    if (failure && failure->verdict != result.verdict)
      return true;  // a smaller case of another fault is not this fault
    if (!failure) {
      shrink_until = Clock::now() +
                     std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.shrink_seconds));
      describe_failure(outcome, result);
      first_comparisons = result.comparisons;
      outcome.first_token = outcome.token = generate::token(spec, drawn);
      outcome.replay = replay_line(options, outcome.token, tested);
      if (watch.first_failure) watch.first_failure(outcome);
    }
    failure = std::move(result);
    outcome.written = {runner.fingerprint()};
    return false;
  };
  const auto fails_alike = [&](const generate::Case& drawn) {
    const CaseResult before = *failure;
    const std::vector<std::uint64_t> written = outcome.written;
    if (holds(drawn)) return false;
    if (look_alike(before, *failure)) return true;
    failure = before;
    outcome.written = written;
    return false;
  };
  const auto pinned = static_cast<std::uint64_t>(tested.pinned.size());
  const auto searched = check_property(
      pinned + (schedule.draws() ? options.cases : 0),
      [&](std::uint64_t number) { return number < pinned ? tested.pinned[number] : schedule.draw(number - pinned); },
      [&](const generate::Case& drawn) { return schedule.generator().shrinks(drawn); }, holds);

  if (failure) {
    shrink_until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.shrink_seconds * share_for_values));
    const auto patterns = failure->comparisons;
    const Simplified simplified = simplify_values(schedule.generator(), *searched.smallest, fails_alike);
    const generate::Case& smallest = simplified.drawn;
    keep_patterns(failure->comparisons, patterns);
    describe_failure(outcome, *failure);
    outcome.details.insert(outcome.details.end(), simplified.facts.begin(), simplified.facts.end());
    outcome.token = generate::token(spec, smallest);
    outcome.shrink_steps = searched.shrink_steps + simplified.steps;
    repeat(runner, smallest, watch, outcome);
    explain(outcome, spec, smallest, first_comparisons);
    if (!failure->likely.empty()) outcome.likely = failure->likely;
    outcome.replay = replay_line(options, outcome.token, tested);
  } else if (!searched.gave_up.empty()) {
    outcome.verdict = Verdict::broken;
    outcome.reason = fmt::format("drawing cases failed: {}", searched.gave_up);
  }
  outcome.rules = rules.rules();
  outcome.properties = rules.properties();
  outcome.pinned = std::min(pinned, outcome.cases);
  outcome.families = coverage.families();
  judge_emptiness(outcome);
  judge_whole_check(outcome, rules, runner);
  if (options.families.empty()) judge_coverage(spec, outcome);
  tell_of_opt_outs(outcome, opt_outs);
  if (outcome.verdict == Verdict::pass && !harmless.empty())
    outcome.reason += fmt::format("{}no output depends on this: {}", outcome.reason.empty() ? "" : "; ", harmless);
  if (outcome.verdict == Verdict::pass && suspicious > 0)
    outcome.reason += fmt::format("{}suspect in {} of {} cases, which `on_suspect: warn` lets pass: {}",
                                  outcome.reason.empty() ? "" : "; ", suspicious, outcome.cases, suspects);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

Outcome run_single(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                   const generate::Case& drawn, const CheckOptions& options, const Watch& watch, bool repeat_passing) {
  const auto start = Clock::now();
  Outcome outcome = blank_outcome(spec, tested);
  outcome.token = outcome.first_token = generate::token(spec, drawn);
  outcome.replay = replay_line(options, outcome.token, tested);
  auto subjects = load(spec, kernel, tested, options, outcome);
  if (!subjects) return outcome;
  introduce(subjects->tested, watch);
  const auto opt_outs = subjects->tested.opt_outs;
  CaseRunner runner(spec, std::move(subjects->reference), std::move(subjects->tested), watch.about_to_call,
                    derivation_of(spec, tested), std::move(subjects->comparators));
  runner.allow_bytes(options.case_limit);
  if (!passes_exam(spec, runner, {drawn}, watch, outcome)) return outcome;
  Rules rules(spec);
  if (watch.case_started) watch.case_started(drawn);
  const CaseResult result = runner.run(drawn);
  outcome.cases = 1;
  outcome.compared = result.compared;
  outcome.used = result.used;
  outcome.written = {runner.fingerprint()};
  rules.add(result);
  outcome.rules = rules.rules();
  describe_failure(outcome, result);
  if (result.verdict != Verdict::pass || repeat_passing) repeat(runner, drawn, watch, outcome);
  if (result.verdict != Verdict::pass) {
    explain(outcome, spec, drawn, {});
    place_mismatch(spec, drawn, outcome);
    if (!result.likely.empty()) outcome.likely = result.likely;
  }
  tell_of_opt_outs(outcome, opt_outs);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

Outcome run_for_debugger(const spec::KernelSpec& spec, const Kernel& kernel, const Tested& tested,
                         const generate::Case& drawn, const CheckOptions& options, const Debugging& debugging) {
  Outcome outcome = blank_outcome(spec, tested);
  outcome.token = outcome.first_token = generate::token(spec, drawn);
  outcome.replay = replay_line(options, outcome.token, tested);
  auto subjects = load(spec, kernel, tested, options, outcome, &debugging);
  if (!subjects) return outcome;
  CaseRunner runner(spec, std::move(subjects->reference), std::move(subjects->tested), {}, derivation_of(spec, tested),
                    std::move(subjects->comparators));
  CaseResult result = runner.run_once(drawn, debugging.descending.value_or(false));
  if (!debugging.descending && result.verdict == Verdict::pass) result = runner.run_once(drawn, true);
  outcome.cases = 1;
  outcome.compared = result.compared;
  outcome.used = result.used;
  describe_failure(outcome, result);
  if (result.verdict != Verdict::pass) explain(outcome, spec, drawn, {});
  return outcome;
}

}  // namespace kparity::parity
