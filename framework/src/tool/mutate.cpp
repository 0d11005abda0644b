// `kparity mutate`: breaks kernels on purpose and shows which faults their specs would miss.
#include "kparity/mutate/mutate.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "kparity/compare/compare.hpp"
#include "kparity/error.hpp"
#include "kparity/report/mutation.hpp"
#include "progress.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct MutateArguments {
  SelectionOptions selection;
  OutputOptions output;
  std::vector<std::string> implementations;
  std::string seed = "1";
  std::uint64_t cases = 200;
  double timeout = 2, at_least = 100;
  unsigned jobs = 1;
  bool all = false;
};

double processor_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }
  return seconds;
}

/// The implementations asked for, `cuda` if none was. Throws if no selected kernel has any.
std::vector<mutate::Subject> subjects_of(const MutateArguments& arguments, const Workplace& workplace,
                                         const std::vector<const compile::KernelSource*>& sources) {
  std::vector<std::string> wanted = arguments.implementations;
  if (wanted.empty()) wanted.emplace_back(cuda_name);
  std::vector<mutate::Subject> subjects;
  for (const auto* source : sources) {
    if (!is_usable(*source))
      throw RuntimeFailure(fmt::format("the folder of kernel '{}' has problems; see kparity check {}",
                                       source->folder.name, source->folder.path));
    for (const std::string& name : implementations_of(*source))
      if (name != reference_name && std::find(wanted.begin(), wanted.end(), name) != wanted.end())
        subjects.push_back({source, &workplace.catalog->at(source->folder.name), name});
  }
  if (subjects.empty())
    throw ImplementationUnavailable(
        fmt::format("no selected kernel has an implementation {}", fmt::join(wanted, " or ")));
  return subjects;
}

int run(const MutateArguments& arguments, const BuiltIn* built_in) {
  const auto start = std::chrono::steady_clock::now();
  const double processor_start = processor_seconds();
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  const auto sources = select(workplace, arguments.selection.kernels);
  const auto subjects = subjects_of(arguments, workplace, sources);
  Output output(arguments.output);
  const auto style = output.style(false);
  parity::CheckOptions options;
  options.cases = arguments.cases;
  options.seed = parse_seed(arguments.seed);
  options.timeout_seconds = arguments.timeout;
  compile_hosts(workplace, sources, arguments.jobs);

  Progress progress(subjects.size());
  result::MutationReport report;
  report.version = version;
  report.seed = options.seed;
  report.cases = options.cases;
  for (const mutate::Subject& subject : subjects) {
    progress.show("breaking " + subject.source->folder.name);
    const auto places = mutate::places_of(subject, options);
    auto result = mutate::run(subject, places, options, arguments.jobs);
    for (auto& row : result.rows) report.rows.push_back(std::move(row));
    for (auto& warning : result.warnings) report.warnings.push_back(std::move(warning));
    progress.step();
  }
  progress.clear();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report.processor_seconds = processor_seconds() - processor_start;
  if (arguments.output.format == "json") {
    report::write_mutation_json(report, output.stream());
  } else {
    if (arguments.all)
      for (const auto& row : report.rows)
        if (row.fate != result::Fate::survived) output.stream() << report::text_of(row, style);
    report::write_mutation_text(report, style, output.stream());
  }
  output.close();
  return result::exit_code(report, arguments.at_least);
}

}  // namespace

void add_mutate(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<MutateArguments>();
  auto* verb = app.add_subcommand("mutate", "break kernels on purpose and show which faults their specs would miss");
  add_selection(*verb, arguments->selection, context.built_in);
  verb->add_option("--implementation", arguments->implementations, "which ones to break (repeatable; default: cuda)")
      ->allow_extra_args(false);
  verb->add_option("--cases", arguments->cases, "cases per mutant and place")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  verb->add_option("--seed", arguments->seed, "of the campaigns: a whole number, 0x..., or random")
      ->envname("KPARITY_SEED")
      ->capture_default_str();
  verb->add_option("--timeout", arguments->timeout, "seconds that one case may take: some faults run for ever")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  verb->add_option("--at-least", arguments->at_least, "percent that have to be killed for exit code 0")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
  verb->add_flag("--all", arguments->all, "list every mutant, not only those that survive");
  add_jobs(*verb, arguments->jobs);
  add_output_options(*verb, arguments->output, {"text", "json"});
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
