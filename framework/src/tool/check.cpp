// `kparity check`: signatures and parity of every available implementation.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "evidence_files.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/error.hpp"
#include "kparity/gate/evidence.hpp"
#include "kparity/generate/captured.hpp"
#include "kparity/generate/corpus.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/parity/sanitizer.hpp"
#include "kparity/sha256.hpp"
#include "progress.hpp"
#include "session.hpp"
#include "shard.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct CheckArguments {
  SelectionOptions selection;
  OutputOptions output;
  Wanted wanted;
  std::vector<std::string> families;
  std::string seed = "1";
  std::optional<std::uint64_t> cases;
  double timeout = 20;
  unsigned jobs = 1;
  bool strict = false;
  bool separate_allocations = false;
  std::string evidence, save;
  std::string shard;
  bool pin = false;
};

constexpr std::uint64_t default_cases = 200, default_cases_under_sanitizer = 20;  // a tool slows a kernel down a lot

std::uint64_t cases_of(const CheckArguments& arguments) {
  return arguments.cases.value_or(arguments.wanted.sanitizers.empty() ? default_cases : default_cases_under_sanitizer);
}

/// This program again, for one kernel on the device, as compute-sanitizer starts it.
std::vector<std::string> device_check(const CheckArguments& arguments, const BuiltIn* built_in,
                                      const std::string& kernel) {
  std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string(), "check"};
  if (built_in == nullptr) words.push_back(arguments.selection.root.empty() ? "." : arguments.selection.root);
  words.insert(words.end(), {kernel, "--implementation", std::string(cuda_name), "--place", "device"});
  words.insert(words.end(), {"--cases", std::to_string(cases_of(arguments)), "--seed", arguments.seed});
  for (const std::string& family : arguments.families) words.insert(words.end(), {"--family", family});
  words.insert(words.end(), {"--timeout", fmt::format("{:g}", 15 * arguments.timeout), "--jobs", "1"});
  words.emplace_back("--separate-allocations");
  return words;
}

parity::CheckOptions options_of(const CheckArguments& arguments, const Workplace& workplace, const BuiltIn* built_in) {
  for (const auto& family : generate::families())
    if (family.by_name && arguments.families.size() > 1 &&
        std::ranges::find(arguments.families, family.name) != arguments.families.end())
      throw InvalidArgument(
          fmt::format("--family {0} draws few and slow cases: leave the other families out, and check "
                      "them without it",
                      family.name));
  parity::CheckOptions options;
  options.cases = cases_of(arguments);
  options.separate_allocations = arguments.separate_allocations;
  options.seed = parse_seed(arguments.seed);
  options.families = arguments.families;
  options.timeout_seconds = arguments.timeout;
  options.save_folder = arguments.save;
  options.replay_command = replay_command(workplace, built_in);
  return options;
}

void refuse_broken_comparators() {
  if (const auto fault = compare::self_test(); !fault.empty())
    throw RuntimeFailure("the self-test of the comparators failed, so no verdict can be trusted: " + fault);
}

/// What is to be known about captured and pinned cases before anything runs.
std::vector<std::string> warnings_of(const std::vector<const compile::KernelSource*>& sources) {
  std::vector<std::string> warnings;
  for (const auto* source : sources) {
    if (!is_usable(*source)) continue;
    for (const auto& note : generate::read_captured_cases(*source->spec).notes) warnings.push_back(to_string(note));
    for (const auto& stale : generate::read_corpus(*source->spec, source->folder.cases_path).stale)
      warnings.push_back(to_string(stale));
  }
  return warnings;
}

/// Adds the smallest failing cases to the lists of their kernels; says what it did.
void pin_failures(const std::vector<const compile::KernelSource*>& sources, const result::Report& report) {
  for (const auto& outcome : report.outcomes) {
    if (outcome.token.empty() || outcome.verdict == result::Verdict::pass) continue;
    for (const auto* source : sources) {
      if (source->folder.name != outcome.kernel) continue;
      const std::string& file = source->folder.cases_path;
      const std::string why = fmt::format("{} {}", result::id_of(outcome), result::name_of(outcome.verdict));
      const bool is_new = generate::add_to_corpus(file, outcome.token, why);
      std::cerr << fmt::format("kparity: {} {} {}\n", outcome.token, is_new ? "is pinned in" : "was in", file);
    }
  }
}

bool has_spec_problem(const result::Report& report) {
  for (const auto& outcome : report.outcomes)
    if (outcome.check == "spec" && outcome.verdict == result::Verdict::broken) return true;
  return false;
}

/// What one part of a run says about the whole, so that `kparity merge` can tell whether it has all of it.
struct Part {
  Shard shard;
  std::string plan;                  // a hash over all checks and sources
  std::vector<std::string> planned;  // the checks of all parts
};

std::string process_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Leaves the sources and checks of the part that is asked for; nothing if the run is whole.
std::optional<Part> take_part(const CheckArguments& arguments, std::vector<const compile::KernelSource*>& sources,
                              std::vector<Check>& checks) {
  const auto shard = find_shard(arguments.shard, process_environment);
  if (!shard) return std::nullopt;
  touch_status_file(process_environment);
  Part part{*shard, "", {}};
  std::string plan = fmt::format("{} {} {}\n", version, shard->count, arguments.seed);
  for (const Check& check : checks) part.planned.push_back(id_of(check));
  for (const auto* source : sources)
    plan += fmt::format("{} {}\n", source->folder.name, gate::source_hash(*source, std::string(version)));
  plan += fmt::format("{}", fmt::join(part.planned, "\n"));
  part.plan = sha256(plan);
  std::vector<const compile::KernelSource*> kept;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (is_in(*shard, i)) kept.push_back(sources[i]);
  std::erase_if(checks,
                [&](const Check& check) { return std::find(kept.begin(), kept.end(), check.source) == kept.end(); });
  sources = std::move(kept);
  std::cerr << fmt::format("kparity: part {} of {}: {} of {} checks\n", shard->index + 1, shard->count, checks.size(),
                           part.planned.size());
  return part;
}

void write_part(const result::Report& report, const report::Style& style, const Part& part, std::ostream& out) {
  std::ostringstream text;
  report::find_format("json").write(report, style, text);
  auto json = nlohmann::ordered_json::parse(text.str());
  json["shard"] = {
      {"index", part.shard.index + 1}, {"count", part.shard.count}, {"plan", part.plan}, {"planned", part.planned}};
  out << json.dump(2) << '\n';
}

/// A part without a kernel is no run that found nothing: there are more parts than kernels.
int exit_code_of(const result::Report& report, bool strict, const std::optional<Part>& part) {
  return part && report.outcomes.empty() ? 0 : result::exit_code(report, strict);
}

int run(const CheckArguments& arguments, const BuiltIn* built_in) {
  const auto start = std::chrono::steady_clock::now();
  const auto& places = arguments.wanted.places;
  if (std::find(places.begin(), places.end(), parity::asan_place) != places.end())
    parity::start_with_address_sanitizer();
  refuse_broken_comparators();
  if (!arguments.wanted.sanitizers.empty() &&
      (!arguments.wanted.implementations.empty() || !arguments.wanted.places.empty()))
    throw InvalidArgument(
        "--sanitizer checks the CUDA kernels on the device; --implementation and --place have no "
        "effect beside it");
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  auto sources = select(workplace, arguments.selection.kernels);
  auto checks = checks_of(sources, arguments.wanted);
  const auto part = take_part(arguments, sources, checks);
  const auto options = options_of(arguments, workplace, built_in);
  Output output(arguments.output);
  const auto style = output.style(arguments.strict);

  Progress progress(checks.size());
  progress.show("compiling host files");
  compile_hosts(workplace, sources, arguments.jobs);

  result::Report report;
  report.command = "check";
  report.version = version;
  report.seed = options.seed;
  report.cases = options.cases;
  report.warnings = warnings_of(sources);
  const bool text = arguments.output.format == "text";
  if (text)
    for (const std::string& warning : report.warnings) output.stream() << "warning: " << warning << "\n";
  report.outcomes = run_checks(
      workplace, checks, options, arguments.jobs,
      [&](const result::Outcome& outcome) {
        progress.step();
        progress.clear();
        if (text) output.stream() << report::text_of(outcome, style) << std::flush;
        progress.show("checking");
      },
      [&](const std::string& kernel) { return device_check(arguments, built_in, kernel); });
  progress.clear();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (text) {
    output.stream() << report::summary_text(report, style);
  } else if (part && arguments.output.format == "json") {
    write_part(report, style, *part, output.stream());
  } else {
    report::find_format(arguments.output.format).write(report, style, output.stream());
  }
  output.close();
  if (arguments.pin) pin_failures(sources, report);
  if (!arguments.evidence.empty()) write_evidence(arguments.evidence, workplace, sources, report);
  return has_spec_problem(report) ? 2 : exit_code_of(report, arguments.strict, part);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& format : report::formats()) names.emplace_back(format.name);
  return names;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const auto& family : generate::families()) names.push_back(family.name);
  return names;
}

std::vector<std::string> sanitizer_names() {
  std::vector<std::string> names;
  for (const auto& tool : parity::sanitizer_tools()) names.emplace_back(tool.name);
  return names;
}

}  // namespace

void add_check(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<CheckArguments>();
  auto* verb = app.add_subcommand("check", "check signatures and parity of all available implementations");
  add_selection(*verb, arguments->selection, context.built_in);
  verb->add_option("--implementation", arguments->wanted.implementations, "only these implementations (repeatable)")
      ->allow_extra_args(false);
  verb->add_option("--place", arguments->wanted.places, "only these places (repeatable)")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"host", "device", "emulated", "checked", "asan", "msan"}));
  verb->add_option("--family", arguments->families, "only these families of cases (repeatable)")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(family_names()));
  verb->add_option("--cases", arguments->cases,
                   fmt::format("cases per implementation (default: {}, {} with --sanitizer)", default_cases,
                               default_cases_under_sanitizer))
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  verb->add_option("--sanitizer", arguments->wanted.sanitizers,
                   "check the CUDA kernels under this tool of compute-sanitizer instead (repeatable)")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(sanitizer_names()));
  verb->add_flag("--separate-allocations", arguments->separate_allocations,
                 "each array of a CUDA kernel in device memory of its own, without guard zones: for tools that watch "
                 "allocations");
  verb->add_option("--evidence", arguments->evidence,
                   "a folder, or `beside` for beside the specs: write what the device said about each kernel, for the "
                   "gate");
  verb->add_option("--seed", arguments->seed, "of the campaign: a whole number, 0x..., or random")
      ->envname("KPARITY_SEED")
      ->capture_default_str();
  verb->add_flag("--pin", arguments->pin,
                 "add the smallest failing case of every check to <kernel>.cases, which later checks run first");
  verb->add_option("--timeout", arguments->timeout, "seconds that one case may take")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  verb->add_option(
      "--shard", arguments->shard,
      "the part I/N of the kernels, I from 1 to N, or gtest, bazel, slurm, slurm-tasks, gitlab, k8s for what "
      "their variables say");
  verb->add_option(
      "--save", arguments->save,
      "a folder for the smallest failing case of each red check: an .npz and a program that needs no kparity");
  add_jobs(*verb, arguments->jobs);
  verb->add_flag("--strict", arguments->strict, "what is skipped or unchecked is red");
  add_output_options(*verb, arguments->output, format_names());
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
