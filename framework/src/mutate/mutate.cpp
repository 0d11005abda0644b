// Runs mutants: all of them in the first place, those that survive in the next, and what survives everywhere once more
// with more cases, to say what would have found it.
#include "kparity/mutate/mutate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "kparity/error.hpp"
#include "kparity/mutate/mutant.hpp"
#include "subject.hpp"

namespace kparity::mutate {

namespace {

using result::Fate;
using result::MutantRow;
using result::Outcome;
using result::Verdict;

constexpr std::uint64_t more_cases = 5;  // times as many for those that survive

/// A mutant with the kernel that has it.
struct Candidate {
  MutantRow row;
  Kernel kernel;
};

std::string_view line_of(std::string_view text, std::uint32_t number) {
  for (std::uint32_t line = 1; line < number; ++line) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  text = text.substr(0, text.find('\n'));
  const auto begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

std::string advice_of(std::string_view kind) {
  for (const KindInfo& each : kind_table())
    if (each.name == kind) return std::string(each.advice);
  return "";
}

std::vector<Candidate> candidates_of(const Subject& subject) {
  std::vector<Candidate> all;
  for (const File& file : files_of(subject)) {
    const std::vector<Equivalent> equivalents = equivalents_in(file.name, file.text);
    for (const Mutant& mutant : mutants_of(file.text, subject.source->folder.name)) {
      MutantRow row;
      row.kernel = subject.source->folder.name;
      row.implementation = subject.implementation;
      row.file = file.name;
      row.line = mutant.line;
      row.column = mutant.column;
      row.kind = mutant.kind;
      row.before = mutant.before;
      row.after = mutant.after;
      row.source_line = line_of(file.text, mutant.line);
      const auto declared = std::find_if(equivalents.begin(), equivalents.end(), [&](const Equivalent& each) {
        return each.line == mutant.line && each.kind == mutant.kind;
      });
      row.declared = declared != equivalents.end();
      if (row.declared) row.reason = declared->reason;
      all.push_back({std::move(row), with_text(subject, file, text_with(file.text, mutant))});
    }
  }
  return all;
}

/// Whether the check killed the mutant, or showed that it is none.
bool settles(const Outcome& outcome, MutantRow& row) {
  if (outcome.verdict == Verdict::pass) return false;
  const bool ran = outcome.verdict != Verdict::broken && result::is_red(outcome.verdict, false);
  row.fate = ran ? Fate::killed : Fate::no_mutant;
  row.place = outcome.place;
  row.verdict = outcome.verdict;
  row.reason = outcome.reason;
  return true;
}

/// A declaration stands for all mutants of its kind in its line; one that none of them needs is worth telling.
std::vector<std::string> idle_declarations(const std::vector<MutantRow>& rows) {
  std::map<std::string, bool> idle;
  for (const MutantRow& row : rows) {
    if (!row.declared) continue;
    const auto [at, added] = idle.try_emplace(
        fmt::format("{}:{}: the declaration of '{}' as equivalent", row.file, row.line, row.kind), true);
    at->second = at->second && row.fate != Fate::equivalent;
  }
  std::vector<std::string> warnings;
  for (const auto& [declaration, is_idle] : idle)
    if (is_idle) warnings.push_back(declaration + " hides nothing: remove it");
  return warnings;
}

/// One campaign per mutant that is still open.
std::vector<Outcome> outcomes_of(const Subject& subject, const std::vector<Candidate*>& open, const std::string& place,
                                 const parity::CheckOptions& options, unsigned jobs) {
  std::vector<parity::Task> tasks;
  for (const Candidate* candidate : open)
    tasks.push_back({&*subject.source->spec, &candidate->kernel, subject.implementation, place});
  return parity::check_all(tasks, options, jobs);
}

parity::CheckOptions quick(parity::CheckOptions options) {
  options.shrink_seconds = 0;  // that something is wrong is all that matters
  return options;
}

/// Where survivors would have been found: with more cases, or else where the spec lacks something.
void advise(const Subject& subject, std::vector<Candidate*> open, const std::vector<std::string>& places,
            parity::CheckOptions options, unsigned jobs) {
  options.cases *= more_cases;
  options.seed += 1;
  for (const std::string& place : places) {
    const std::vector<Outcome> outcomes = outcomes_of(subject, open, place, options, jobs);
    std::vector<Candidate*> still;
    for (std::size_t i = 0; i < open.size(); ++i) {
      MutantRow& row = open[i]->row;
      row.advice = advice_of(row.kind);
      if (outcomes[i].verdict == Verdict::pass) {
        still.push_back(open[i]);
      } else {
        row.advice = fmt::format("found with --cases {} --seed {} in the place {}, in the case {}", options.cases,
                                 options.seed, place, outcomes[i].first_token);
      }
    }
    open = std::move(still);
  }
}

}  // namespace

std::vector<std::string> places_of(const Subject& subject, const parity::CheckOptions& options) {
  const bool cuda = subject.implementation == cuda_name;
  const std::vector<std::string> wanted =
      cuda ? std::vector<std::string>{"emulated", "checked", "device"} : std::vector<std::string>{"host"};
  std::vector<std::string> places, reasons;
  for (const std::string& place : wanted) {
    if (place == "device" && !places.empty()) break;
    const Outcome outcome =
        parity::check_all({{&*subject.source->spec, subject.kernel, subject.implementation, place}}, options, 1)
            .front();
    if (result::is_red(outcome.verdict, false))
      throw RuntimeFailure(fmt::format(
          "{} is not green as it is, so its mutants would say nothing: {}: {}; see kparity check {}",
          result::id_of(outcome), result::name_of(outcome.verdict), outcome.reason, subject.source->folder.name));
    if (result::has_run(outcome.verdict)) {
      places.push_back(place);
    } else {
      reasons.push_back(place + ": " + outcome.reason);
    }
  }
  if (places.empty())
    throw RuntimeFailure(fmt::format("there is no place to run mutants of '{}' in: {}", subject.source->folder.name,
                                     fmt::join(reasons, "; ")));
  return places;
}

Result run(const Subject& subject, const std::vector<std::string>& places, const parity::CheckOptions& given,
           unsigned jobs) {
  const parity::CheckOptions options = quick(given);
  std::vector<Candidate> all = candidates_of(subject);
  std::vector<Candidate*> open;
  for (Candidate& candidate : all) open.push_back(&candidate);
  for (const std::string& place : places) {
    const std::vector<Outcome> outcomes = outcomes_of(subject, open, place, options, jobs);
    std::vector<Candidate*> still;
    for (std::size_t i = 0; i < open.size(); ++i)
      if (!settles(outcomes[i], open[i]->row)) still.push_back(open[i]);
    open = std::move(still);
  }
  for (Candidate* candidate : open) candidate->row.fate = candidate->row.declared ? Fate::equivalent : Fate::survived;
  std::erase_if(open, [](const Candidate* candidate) { return candidate->row.declared; });
  advise(subject, open, places, options, jobs);
  Result result;
  for (Candidate& candidate : all) result.rows.push_back(std::move(candidate.row));
  result.warnings = idle_declarations(result.rows);
  return result;
}

}  // namespace kparity::mutate
