// One case: the reference and the implementation under test on guarded and poisoned copies of the same inputs, then the
// judgement. The only place that calls kernels.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "derivation.hpp"
#include "discrimination.hpp"
#include "influence.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/parity/comparators.hpp"
#include "kparity/parity/workspace.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"
#include "relation.hpp"
#include "subject.hpp"

namespace kparity::parity {

/// What a case says about the rule of one output.
struct RuleUse {
  std::string text;        // of the rule; empty if it did not have to be asked
  double used = 0;         // largest share of the bound
  bool asked = false;      // elements were held against bounds
  bool looked_at = false;  // whether the bounds say anything was looked at
  bool swallowed = false;  // they do not
  bool undecided = false;  // differences that a close decision of the reference may explain
  bool changed = false;    // the reference made something else of the output than it was before
};

struct CaseResult {
  result::Verdict verdict = result::Verdict::pass;
  std::string reason;                           // set unless pass
  std::vector<std::string> details;             // further lines
  std::string likely;                           // a diagnosis that was tried out; empty if there is none
  std::vector<result::Comparison> comparisons;  // of the outputs that differ
  std::uint64_t compared = 0;                   // elements
  double used = 0;                              // largest share of a bound
  bool outside = false;                         // of the domain of the kernel: nothing was judged
  std::string harmless;                         // a read of unwritten memory that changes no output; empty if none
  std::string suspects;                         // differences that `on_suspect: warn` lets pass; empty if none
  std::vector<RuleUse> rules;                   // per output of the spec
  std::vector<bool> properties;                 // of the spec those that were looked at
  /// Of a failure that showed in an emulated launch.
  std::optional<result::LaunchPlace> launch_place{};
};

/// A result that is not a pass.
CaseResult red(result::Verdict verdict, std::string reason);
/// That of a call which threw: a device that refuses its arguments has a `limit`, all else has crashed.
CaseResult red_by_exception(const Subject& subject, const std::exception_ptr& exception);

class CaseRunner {
 public:
  /// `about_to_call` is told before every call whether the reference or the subject runs; for attribution of crashes.
  /// `derivation` serves outputs with `tolerance: auto`, `comparators` those with `{custom: ...}`.
  CaseRunner(const spec::KernelSpec& spec, Subject reference, Subject subject,
             std::function<void(const char* who)> about_to_call = {}, Derivation derivation = {},
             Comparators comparators = {});

  /// Cases may take so many bytes from now on.
  void allow_bytes(std::uint64_t limit) { limit_bytes_ = limit; }

  /// Tries the comparisons of the kernel's author on what the reference makes of a case; nothing is judged. What is
  /// wrong with one of them, or with the case; pass if nothing is.
  CaseResult examine_comparators(const generate::Case& drawn, ComparatorExam& exam);
  bool has_comparators() const { return !comparators_.empty(); }

  /// Runs the reference once and the subject twice, with different poisons and alignments; a case of several calls
  /// once, call by call. Never throws for what a kernel does; a case that is too large is `broken`.
  CaseResult run(const generate::Case& drawn);

  /// Runs the reference and the subject once, the latter in the usual order of threads or in the reverse one, and looks
  /// for no causes.
  CaseResult run_once(const generate::Case& drawn, bool reversed);

  /// What all cases so far say about the spec: inputs that do not matter, rules that cannot fail.
  const Influence& influence() const { return influence_; }
  const Discrimination& discrimination() const { return discrimination_; }

  /// Tells apart what the subject wrote into its outputs in the latest run(), bit by bit, by a hash.
  std::uint64_t fingerprint() const;

 private:
  std::optional<CaseResult> prepare(const generate::Case& drawn);
  CaseResult judge();
  CaseResult judge_calls(const std::vector<generate::Case>& calls);
  CaseResult judge_call();
  /// Whether the reads of unwritten memory in both runs matter, which were right: they do if a third one with zeros
  /// there is wrong or gives other bits.
  CaseResult judge_unwritten(CaseResult judged);
  struct CallOptions {
    bool reversed = false;
    bool kept = false;  // the memory is that of the call before
  };
  /// With the inputs of the case, or of another one of the same plan.
  CaseResult call(const Subject& subject, const CaseData& data, Workspace& workspace, Poison poison, CallOptions how);
  CaseResult call(const Subject& subject, const CaseData& data, Workspace& workspace, Poison poison) {
    return call(subject, data, workspace, poison, {});
  }
  CaseResult call(const Subject& subject, Workspace& workspace, Poison poison, CallOptions how) {
    return call(subject, data_, workspace, poison, how);
  }
  CaseResult call(const Subject& subject, Workspace& workspace, Poison poison) {
    return call(subject, data_, workspace, poison, {});
  }
  /// Whether the reference gave NaN or an infinity where the spec forbids it: for special values, which its author need
  /// not have thought of.
  bool is_outside_domain() const;
  CaseResult inspect(const std::string& who, const CaseData& data, const Workspace& workspace) const;
  CaseResult compare_outputs(const Workspace& actual, Poison poison);
  void compare_output(std::size_t array, const Workspace& actual, Poison poison, CaseResult& judged);
  /// Bounds of the case for one array, derived when first asked.
  const compare::Derived& derived(std::size_t array);
  /// Whether an output is what the reference makes with its close decisions taken some way; empty if that is not known.
  std::optional<bool> agrees_on_a_branch(std::size_t array, const Workspace& actual, const compare::Context& context);
  /// Says who is to blame if the process ends in a comparison of the kernel's author.
  void about_to_compare(const compare::Context& context);
  /// Of an array of the plan, in the spec.
  std::size_t output_number(std::size_t array) const;
  bool is_small() const;
  bool is_in_sample() const;
  /// Whether bounds are needed to tell if two outputs agree that are not equal.
  bool needs_bounds(std::size_t array, const Workspace& actual) const;
  CaseResult compare_runs();
  /// The properties of the spec, without the results of the reference.
  CaseResult check_properties(CaseResult& judged);
  CaseResult check_property(const spec::Property& property, bool& looked_at);
  std::string broken_property(const Trial& trial, const Subject& subject, CaseResult& failure, bool& looked_at);
  std::optional<Evaluation> evaluate(const Subject& subject, const CaseData& data, CaseResult& failure);
  bool flushes_subnormals_of_subject() const;
  compare::Values values_of(const CaseData& data) const;
  /// What an output is judged with; everything in it refers to this object and to `actual`.
  compare::Context context_for(std::size_t array, const Workspace& actual, Poison poison) const;
  /// The elements of an output that have a meaning; empty for all.
  std::optional<std::vector<std::uint64_t>> defined(std::size_t array) const;
  /// Says so if the reference leaves elements of a pure output unwritten, where nothing can be compared.
  std::optional<CaseResult> unwritten_reference();
  const char* cause_of_other_bits();
  /// Runs once more in the other order of threads; what it means if the result is right then.
  std::string likely_order(std::size_t misalignment, Poison poison, bool reversed);
  bool same_outputs(const Workspace& one, const Workspace& other) const;

  const spec::KernelSpec& spec_;
  generate::Generator generator_;
  Subject reference_subject_, subject_;
  std::function<void(const char*)> about_to_call_;
  Derivation derivation_;
  Comparators comparators_;
  Influence influence_;
  Discrimination discrimination_;
  bool is_derived_ = false;  // for the case of data_
  double reference_seconds_ = 0;
  CaseData data_;
  std::uint64_t limit_bytes_ = generate::default_case_limit;
  Workspace reference_{0}, first_{0}, second_{16};
  Workspace changed_{0};                        // with inputs changed for a property
  std::vector<std::vector<std::byte>> before_;  // what outputs held before the latest of several calls
  std::optional<CaseResult> unwritten_;         // what the latest runs read that nobody wrote
  std::vector<const Workspace*> returned_;      // of the two calls of the subject those that came back
};

}  // namespace kparity::parity
