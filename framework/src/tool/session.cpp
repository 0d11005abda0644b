// Turns folders into checks and checks into outcomes. Signatures are read here before any child process is started:
// libclang runs a thread of its own while it parses, and nothing should fork beside it.
#include "session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "kparity/error.hpp"
#include "kparity/generate/captured.hpp"
#include "kparity/generate/corpus.hpp"
#include "kparity/parity/cuda_compile.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/parity/sanitizer.hpp"
#include "kparity/parity/signatures.hpp"

namespace kparity::tool {

using result::Outcome;
using result::Verdict;

namespace {

bool wants(const std::vector<std::string>& wanted, std::string_view name) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
}

void refuse_unknown_implementations(const std::vector<const compile::KernelSource*>& sources, const Wanted& wanted) {
  std::set<std::string> known;
  for (const auto* source : sources)
    for (const auto& name : implementations_of(*source)) known.insert(name);
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& name : wanted.implementations)
    if (!known.contains(name))
      throw ImplementationUnavailable(fmt::format("no selected kernel has an implementation '{}'{}; there are: {}",
                                                  name, spec::did_you_mean(name, names), fmt::join(names, ", ")));
}

std::string place_of(const Check& check) {
  if (parity::is_emulated_place(check.kind)) return check.kind;
  if (check.kind == "compile") return "host";
  return std::string(parity::usual_place(check.implementation));
}

Outcome blank(const Check& check) {
  Outcome outcome;
  outcome.kernel = check.source->folder.name;
  outcome.check = check.kind;
  outcome.implementation = check.implementation;
  outcome.place = place_of(check);
  return outcome;
}

Outcome nothing_to_compare_with(const Check& check) {
  Outcome outcome = blank(check);
  outcome.verdict = Verdict::skipped;
  outcome.reason = "there is no implementation besides the reference";
  return outcome;
}

/// What a check runs before it draws: captured inputs, then pinned cases.
std::vector<generate::Case> first_cases(const compile::KernelSource& source) {
  auto cases = generate::read_captured_cases(*source.spec).cases;
  for (auto& pinned : generate::read_corpus(*source.spec, source.folder.cases_path).cases)
    cases.push_back(std::move(pinned));
  return cases;
}

}  // namespace

bool is_usable(const compile::KernelSource& source) {
  return source.spec && source.problems.empty();
}

Outcome outcome_of_unusable(const compile::KernelSource& source) {
  Outcome outcome;
  outcome.kernel = source.folder.name;
  outcome.place = "host";
  outcome.check = "spec";
  if (source.problems.empty()) {
    outcome.verdict = Verdict::skipped;
    outcome.reason = fmt::format("no spec: write {}/{}.yaml", source.folder.path, source.folder.name);
    return outcome;
  }
  outcome.verdict = Verdict::broken;
  outcome.reason =
      fmt::format("{} problem{} in the folder", source.problems.size(), source.problems.size() == 1 ? "" : "s");
  for (const auto& problem : source.problems) outcome.details.push_back(to_string(problem));
  return outcome;
}

std::vector<Check> checks_of(const std::vector<const compile::KernelSource*>& sources, const Wanted& wanted) {
  refuse_unknown_implementations(sources, wanted);
  std::vector<Check> checks;
  for (const auto* source : sources) {
    if (!is_usable(*source)) {
      checks.push_back({source, "spec", ""});
      continue;
    }
    if (!wanted.sanitizers.empty()) {
      for (const auto& tool : source->folder.cuda_file ? wanted.sanitizers : std::vector<std::string>())
        checks.push_back({source, tool, std::string(cuda_name)});
      continue;
    }
    if (wanted.implementations.empty() && wants(wanted.places, "host")) checks.push_back({source, "signature", ""});
    if (source->folder.cuda_file && wants(wanted.implementations, cuda_name) && wants(wanted.places, "host"))
      checks.push_back({source, "compile", std::string(cuda_name)});
    for (const std::string_view place : parity::emulated_places)
      if (source->folder.cuda_file && wants(wanted.implementations, cuda_name) && wants(wanted.places, place) &&
          (parity::is_usual_place(place) || !wanted.places.empty()))
        checks.push_back({source, std::string(place), std::string(cuda_name)});
    const auto before = checks.size();
    for (const auto& name : implementations_of(*source))
      if (name != reference_name && wants(wanted.implementations, name) &&
          wants(wanted.places, parity::usual_place(name)))
        checks.push_back({source, "parity", name});
    if (checks.size() == before && wanted.implementations.empty() && wanted.places.empty())
      checks.push_back({source, "parity", ""});
  }
  return checks;
}

std::string id_of(const Check& check) {
  return result::id_of(blank(check));
}

std::vector<Outcome> run_checks(const Workplace& workplace, const std::vector<Check>& checks,
                                const parity::CheckOptions& options, unsigned jobs,
                                const std::function<void(const Outcome&)>& finished,
                                const DeviceCheckCommand& device_check) {
  std::vector<Outcome> outcomes(checks.size());
  std::vector<parity::Task> tasks;
  std::vector<std::size_t> task_check;
  const auto done = [&](std::size_t check, Outcome outcome) {
    outcomes[check] = std::move(outcome);
    if (finished) finished(outcomes[check]);
  };
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const Check& check = checks[i];
    if (check.kind == "spec") {
      done(i, outcome_of_unusable(*check.source));
    } else if (check.kind == "signature") {
      done(i, parity::check_signature(*check.source->spec, check.source->folder));
    } else if (check.implementation.empty()) {
      done(i, nothing_to_compare_with(check));
    } else if (check.kind == "compile") {
      done(i, parity::check_cuda_compile(*check.source->spec, workplace.catalog->at(check.source->folder.name)));
    } else if (check.kind == "parity" || parity::is_emulated_place(check.kind)) {
      tasks.push_back({&*check.source->spec, &workplace.catalog->at(check.source->folder.name), check.implementation,
                       blank(check).place, first_cases(*check.source)});
      task_check.push_back(i);
    } else {  // a tool of compute-sanitizer
      const std::string& kernel = check.source->folder.name;
      done(i, parity::check_with_sanitizer({&*check.source->spec, &workplace.catalog->at(kernel), check.implementation},
                                           check.kind, device_check(kernel)));
    }
  }
  const auto parity_outcomes = parity::check_all(tasks, options, jobs, finished);
  for (std::size_t i = 0; i < tasks.size(); ++i) outcomes[task_check[i]] = parity_outcomes[i];
  return outcomes;
}

}  // namespace kparity::tool
