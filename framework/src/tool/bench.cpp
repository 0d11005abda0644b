// `kparity bench`: verifies every implementation, then times those that are right beside each other.
#include "kparity/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <memory>
#include <optional>

#include "evidence_files.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"
#include "kparity/report/bench.hpp"
#include "progress.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct BenchArguments {
  SelectionOptions selection;
  OutputOptions output;
  std::vector<std::string> implementations;
  std::string profile = "full", seed = "1";
  std::string evidence;
  std::optional<double> budget;
  double timeout = 20;
  unsigned jobs = 1;
};

bool is_wanted(const BenchArguments& arguments, const std::string& implementation) {
  return arguments.implementations.empty() ||
         std::find(arguments.implementations.begin(), arguments.implementations.end(), implementation) !=
             arguments.implementations.end();
}

/// One task per usable kernel that has one of the wanted implementations.
std::vector<bench::Task> bench_tasks(const Workplace& workplace,
                                     const std::vector<const compile::KernelSource*>& sources,
                                     const BenchArguments& arguments) {
  std::vector<bench::Task> tasks;
  for (const auto* source : sources) {
    if (!is_usable(*source)) continue;
    bench::Task task{&*source->spec, &workplace.catalog->at(source->folder.name), {}, ""};
    for (const auto& name : implementations_of(*source))
      if (is_wanted(arguments, name)) task.implementations.push_back(name);
    if (!source->folder.cuda_file && is_wanted(arguments, std::string(cuda_name)))
      task.expected_cuda_path = source->folder.expected_cuda_path;
    if (!task.implementations.empty() || !task.expected_cuda_path.empty()) tasks.push_back(std::move(task));
  }
  return tasks;
}

/// A spec with problems is an error; a folder without a spec is named, and the others are measured.
void refuse_unusable(const std::vector<const compile::KernelSource*>& sources) {
  for (const auto* source : sources) {
    if (is_usable(*source)) continue;
    if (source->problems.empty()) {
      std::cerr << fmt::format("kparity: '{}' is not measured: {}\n", source->folder.name,
                               outcome_of_unusable(*source).reason);
      continue;
    }
    const auto outcome = outcome_of_unusable(*source);
    std::string message = fmt::format("'{}' cannot be measured: {}", outcome.kernel, outcome.reason);
    for (const auto& line : outcome.details) message += "\n  " + line;
    throw InvalidArgument(message);
  }
}

std::string now_text() {
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &utc);
  return text;
}

std::string compiler_text(const Workplace& workplace) {
  if (workplace.built_in) return "that of the build";
  try {
    return fmt::format("{}", fmt::join(compile::host_compiler(), " "));
  } catch (const Error& none) {
    return none.what();
  }
}

bench::Options options_of(const BenchArguments& arguments) {
  bench::Options options = bench::profile(arguments.profile);
  options.seed = parse_seed(arguments.seed);
  options.timeout_seconds = arguments.timeout;
  options.last_level_cache = bench::last_level_cache();
  if (arguments.budget) options.budget_seconds = *arguments.budget;
  return options;
}

int run(const BenchArguments& arguments, const BuiltIn* built_in) {
  const auto start = std::chrono::steady_clock::now();
  if (const auto fault = compare::self_test(); !fault.empty())
    throw RuntimeFailure("the self-test of the comparators failed, so no verdict can be trusted: " + fault);
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  const auto sources = select(workplace, arguments.selection.kernels);
  checks_of(sources, {.implementations = arguments.implementations, .places = {}, .sanitizers = {}});  // names exist
  refuse_unusable(sources);
  const auto options = options_of(arguments);
  Output output(arguments.output);
  auto environment = bench::environment();  // before anything loads the machine
  environment.emplace_back("compiler", compiler_text(workplace));
#ifdef NDEBUG
  const std::string build_type = "release";
#else
  const std::string build_type = "debug";
#endif
  environment.emplace_back("library_build_type", build_type);

  Progress progress(0);
  progress.show("compiling host files");
  compile_hosts(workplace, sources, arguments.jobs);
  auto report = bench::run(bench_tasks(workplace, sources, arguments), options,
                           [&](const std::string& doing) { progress.show(doing); });
  progress.clear();
  report.version = version;
  report.replay_command = replay_command(workplace, built_in);
  report.profile = arguments.profile;
  report.date = now_text();
  report.environment = std::move(environment);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (arguments.output.format == "json") {
    report::write_bench_json(report, output.stream());
  } else {
    report::write_bench_text(report, output.style(false), output.stream());
  }
  output.close();
  if (!arguments.evidence.empty()) add_times(arguments.evidence, sources, report);
  return result::exit_code(report);
}

}  // namespace

void add_bench(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<BenchArguments>();
  auto* verb = app.add_subcommand("bench", "verify all implementations, then time those that are right");
  add_selection(*verb, arguments->selection, context.built_in);
  verb->add_option("--implementation", arguments->implementations, "only these implementations (repeatable)")
      ->allow_extra_args(false);
  verb->add_option("--profile", arguments->profile,
                   "full: until medians are known to 1 %, 4 s per kernel and size; ci: 3 %, 0.5 s")
      ->check(CLI::IsMember({"full", "ci"}))
      ->capture_default_str();
  verb->add_option("--budget", arguments->budget, "seconds of timing per kernel and size, instead of the profile's")
      ->check(CLI::Range(0.01, 86400.0));
  verb->add_option("--seed", arguments->seed, "of inputs and of the order of blocks: a whole number, 0x..., or random")
      ->envname("KPARITY_SEED")
      ->capture_default_str();
  verb->add_option("--timeout", arguments->timeout, "seconds that one verification may take")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  verb->add_option("--evidence", arguments->evidence,
                   "a folder, or `beside`: add the times to the evidence that kparity check wrote there");
  add_jobs(*verb, arguments->jobs);
  add_output_options(*verb, arguments->output, {"text", "json"});
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
