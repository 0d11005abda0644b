// Scans the tree and, for a ratchet, its base; derives the states; runs the rules.
#include "kparity/gate/gate.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <tuple>

#include "inputs.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/utc.hpp"
#include "situation.hpp"
#include "states.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

using result::Finding;
using result::PortReport;
using result::Severity;

namespace {

constexpr const char* policy_name = "kparity.yaml";  // at the top of a repository, where nothing else is said

/// As git names folders: with symbolic links resolved. One that does not exist stays, for whoever reads it to say so.
GateOptions with_real_folder(GateOptions options) {
  std::error_code error;
  const fs::path real = fs::canonical(options.folder, error);
  if (!error) options.folder = real.string();
  return options;
}

/// Where the work is, and what is to be done.
struct Workplace {
  RepositoryOrReason repository;
  ScanOptions scan;
  spec::GatePolicy policy;
  std::string today;
  std::vector<compile::KernelSource> sources;
};

Workplace open(const GateOptions& options, PortReport& report) {
  Workplace work;
  report.version = options.version;
  report.date = utc_now();
  work.today = options.today.empty() ? report.date.substr(0, 10) : options.today;
  work.sources = options.read(options.folder);
  work.repository = open_repository(options.folder);
  const std::string outside = fs::absolute(options.folder).lexically_normal().string();
  work.scan = {work.repository.repository ? work.repository.repository->top : outside, options.version};
  work.policy = find_policy(options, work.scan.top);
  if (!options.mode.empty()) work.policy.mode = options.mode;
  if (!options.fail_on.empty()) work.policy.fail_on = options.fail_on;
  report.fail_on = *result::severity_of(work.policy.fail_on);
  report.rules = rule_table();
  if (!options.history.empty()) report.history = read_history(options.history);
  return work;
}

Tree scan_here(const GateOptions& options, const Workplace& work) {
  Tree tree;
  for (const compile::KernelSource& source : work.sources) {
    KernelFacts facts = scan(source, work.scan);
    tree.kernels.emplace(facts.kernel, std::move(facts));
  }
  read_evidence(options, work.scan, work.policy, tree);
  return tree;
}

/// Reads the parameters of the kernels that `is_wanted`, and those of the others where the cache has them.
void read_parameters(const Workplace& work, const std::function<bool(const KernelFacts&)>& is_wanted, Tree& tree) {
  for (const compile::KernelSource& source : work.sources) {
    KernelFacts& facts = tree.kernels.at(source.folder.name);
    scan_parameters(source, work.scan, !is_wanted(facts), facts);
  }
}

std::map<std::string, std::string> compile_all(const GateOptions& options, const Workplace& work) {
  std::map<std::string, std::string> broken;
  if (!options.compile) return broken;
  for (const compile::KernelSource& source : work.sources) {
    if (!source.spec || !source.problems.empty() || !source.folder.cuda_file) continue;
    std::string complaint = options.compile(source, work.policy.architectures);
    if (!complaint.empty()) broken.emplace(source.folder.name, std::move(complaint));
  }
  return broken;
}

bool is_ratchet(const GateOptions& options, const spec::GatePolicy& policy) {
  if (!policy.mode.empty()) return policy.mode == "ratchet";
  return !options.base.empty() || is_pull_request(options.environment);
}

/// What a kernel was called in the base, for those that say so and are not there under their own name.
std::map<std::string, std::string> old_names(const Tree& here, const Tree& base) {
  std::map<std::string, std::string> names;
  for (const auto& [kernel, facts] : here.kernels)
    if (facts.spec && !facts.spec->renamed_from.empty() && !base.kernels.contains(kernel) &&
        base.kernels.contains(facts.spec->renamed_from) && !here.kernels.contains(facts.spec->renamed_from))
      names.emplace(kernel, facts.spec->renamed_from);
  return names;
}

void take_names(const StatedTree& base, Situation& situation) {
  for (auto& [name, row] : situation.here.rows) {
    const KernelFacts* before = situation.before(name);
    row.changed = before == nullptr || before->hash != situation.here.tree->kernels.at(name).hash;
    if (before != nullptr) row.before = base.rows.at(before->kernel).state;
  }
}

std::vector<Finding> find_all(const Situation& situation) {
  std::vector<Finding> found;
  for (const Rule& rule : rules())
    if (!rule.needs_base || situation.base) rule.check(situation, Findings(rule.info, situation, found));
  return found;
}

using Fingerprint = std::tuple<std::string, std::string, std::string>;

Fingerprint fingerprint(const Finding& finding) {
  return {finding.rule, finding.kernel, finding.subject};
}

/// What the base breaches by itself is not new here.
void mark_old(const Situation& situation, std::vector<Finding>& findings) {
  Situation alone;
  alone.policy = situation.policy;
  alone.folder = situation.folder;
  alone.today = situation.today;
  alone.here = *situation.base;
  std::set<Fingerprint> old;
  for (const Finding& finding : find_all(alone)) old.insert(fingerprint(finding));
  for (Finding& finding : findings) {
    Finding named = finding;
    if (const auto before = situation.old_names.find(finding.kernel); before != situation.old_names.end())
      named.kernel = before->second;
    const bool is_of_run = finding.rule == "KP106" || finding.rule == "KP110";  // speaks of this change only
    finding.is_new = is_of_run || !old.contains(fingerprint(named));
  }
}

void sort(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::make_tuple(!a.is_new, -static_cast<int>(a.severity), std::cref(a.rule), std::cref(a.kernel)) <
           std::make_tuple(!b.is_new, -static_cast<int>(b.severity), std::cref(b.rule), std::cref(b.kernel));
  });
}

void finish(const StatedTree& here, PortReport& report) {
  for (const auto& [name, row] : here.rows) report.kernels.push_back(row);
}

void note_unread(const Tree& tree, PortReport& report) {
  const auto unread = std::count_if(tree.kernels.begin(), tree.kernels.end(), [](const auto& each) {
    return each.second.has_entry && each.second.spec && each.second.problems.empty() &&
           each.second.parameters == Parameters::unread;
  });
  if (unread > 0)
    report.notes.push_back(
        fmt::format("the parameters of {} kernel{} were not read again: their files are those of "
                    "the base",
                    unread, unread == 1 ? "" : "s"));
}

PortReport cannot_judge(PortReport report, std::string why, std::string what_next) {
  report.why_nothing = std::move(why);
  report.what_next = std::move(what_next);
  return report;
}

std::optional<spec::GatePolicy> policy_of_base(const Workplace& work, const FileDifferences& differences,
                                               const Repository& repository) {
  const auto policy = differences.base_blobs.find(work.policy.file.empty() ? policy_name : work.policy.file);
  if (policy == differences.base_blobs.end()) return std::nullopt;
  std::vector<std::string> ids;
  for (const Rule& rule : rules()) ids.emplace_back(rule.info.id);
  try {
    return spec::read_policy(read_blobs(repository, {policy->second}).front(), policy->first, ids);
  } catch (const spec::SpecError&) {  // a policy that nobody could read held nobody to anything
    return std::nullopt;
  }
}

std::vector<std::string> names_to_compare(const Workplace& work, const GateOptions& options, const Tree& here) {
  std::set<std::string> names;
  for (std::string& name : files_below(options.folder, work.scan.top)) names.insert(std::move(name));
  for (const auto& [kernel, facts] : here.kernels)
    for (const std::string& file : facts.files)
      if (!fs::path(file).is_absolute()) names.insert(file);
  // Also one that is gone: its loss is one of a check.
  names.insert(work.policy.file.empty() || fs::path(work.policy.file).is_absolute() ? policy_name : work.policy.file);
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<result::RuleInfo> rule_table() {
  std::vector<result::RuleInfo> table;
  for (const Rule& rule : rules()) table.push_back(rule.info);
  return table;
}

PortReport port_status(const GateOptions& given) {
  const GateOptions options = with_real_folder(given);
  PortReport report;
  report.command = "status";
  report.folder = given.folder;
  const Workplace work = open(options, report);
  Tree tree = scan_here(options, work);
  read_parameters(
      work, [](const KernelFacts&) { return true; }, tree);
  const auto broken = compile_all(options, work);
  StatedTree here = state_tree(tree, {work.policy, work.today, broken, static_cast<bool>(options.compile)});
  if (!options.kernels.empty())
    std::erase_if(here.rows, [&](const auto& row) {
      return std::find(options.kernels.begin(), options.kernels.end(), row.first) == options.kernels.end();
    });
  finish(here, report);
  return report;
}

PortReport run_gate(const GateOptions& given) {
  const auto start = std::chrono::steady_clock::now();
  const GateOptions options = with_real_folder(given);
  PortReport report;
  report.command = "gate";
  report.folder = given.folder;
  const Workplace work = open(options, report);
  const bool ratchet = is_ratchet(options, work.policy);
  report.mode = ratchet ? "ratchet" : "absolute";
  report.counts_old = !ratchet || work.policy.old_findings == "count";

  Situation situation;
  situation.policy = work.policy;
  situation.folder = given.folder;
  situation.today = work.today;
  if (!options.fallbacks.empty()) situation.fallbacks = read_fallbacks(options.fallbacks, work.scan.top);
  if (!options.base_fallbacks.empty()) situation.base_fallbacks = read_fallbacks(options.base_fallbacks, work.scan.top);

  if (!options.mutants.empty()) situation.mutants = read_mutants(options.mutants);
  if (!options.base_mutants.empty()) situation.base_mutants = read_mutants(options.base_mutants);

  Tree here = scan_here(options, work), base;
  here.orphans = find_orphans(here.kernels, files_below(options.folder, work.scan.top), work.scan.top);
  if (ratchet) {
    if (!work.repository.repository)
      return cannot_judge(std::move(report), "no base to compare with: " + work.repository.why_not,
                          work.repository.why_not.find("dubious ownership") != std::string::npos
                              ? "git config --global --add safe.directory \"$PWD\""
                              : "run it in a git repository, or with --mode absolute");
    const Repository& repository = *work.repository.repository;
    const BaseOrReason found = find_base(repository, options.base, options.environment);
    if (!found.base) return cannot_judge(std::move(report), found.why_not, found.what_next);
    report.base = found.base->words;
    try {
      const auto differences = compare_files(repository, *found.base, names_to_compare(work, options, here));
      if (found.base->is_head && differences.changed.empty())
        report.notes.emplace_back("the tree is that of the base: there was nothing to compare");
      if (repository.is_shallow)
        report.notes.emplace_back("this clone is shallow: the base may be older than in a full one");
      const auto folders = differing_folders(repository, differences, here);
      read_parameters(
          work, [&](const KernelFacts& facts) { return folders.contains(folder_of(repository, facts)); }, here);
      base = base_tree(repository, differences, here, folders, options.read, work.scan);
      base.policy = policy_of_base(work, differences, repository);
    } catch (const RuntimeFailure& error) {
      return cannot_judge(std::move(report), fmt::format("the base {} cannot be read: {}", report.base, error.what()),
                          repository.is_shallow ? "git fetch --unshallow" : "git fetch --refetch origin");
    }
    if (base.kernels.empty() && !here.kernels.empty())
      report.notes.push_back(fmt::format("the base has no kernel in '{}': all are new", given.folder));
    note_unread(here, report);
  } else {
    read_parameters(
        work, [](const KernelFacts&) { return true; }, here);
  }

  situation.broken_code = compile_all(options, work);
  situation.has_compiled = static_cast<bool>(options.compile);
  situation.here = state_tree(here, {work.policy, work.today, situation.broken_code, situation.has_compiled});
  if (ratchet) {
    situation.base = state_tree(base, {work.policy, work.today, {}, false});
    situation.old_names = old_names(here, base);
    take_names(*situation.base, situation);
    for (const auto& [name, row] : situation.base->rows)
      if (!situation.here.rows.contains(name)) report.removed.push_back(name);
  }
  report.findings = find_all(situation);
  if (ratchet) mark_old(situation, report.findings);
  sort(report.findings);
  finish(situation.here, report);
  if (report.kernels.empty()) report.why_nothing = fmt::format("there is no kernel in '{}'", given.folder);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace kparity::gate
