// `kparity bench`: verifies every implementation, then times those that are right beside each other.
#include "kparity/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "against.hpp"
#include "evidence_files.hpp"
#include "interruption.hpp"
#include "kparity/bench/stored_reference.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/report/bench.hpp"
#include "kparity/report/change.hpp"
#include "kparity/utc.hpp"
#include "machine_lock.hpp"
#include "probes.hpp"
#include "progress.hpp"
#include "reference_files.hpp"
#include "session.hpp"
#include "statics.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct BenchArguments {
  SelectionOptions selection;
  OutputOptions output;
  std::vector<std::string> implementations, places;
  std::string profile = "full", seed = "1";
  std::string evidence;
  std::optional<double> budget;
  std::vector<std::string> sizes;
  std::string files;                      // folder; empty: none
  std::string reference, save_reference;  // folders of stored runs; empty: none
  std::string against;                    // revision; empty: none
  std::size_t rounds = 6;
  bool require_verdict = false;
  bool in_process = false, no_roof = false, controls = false, statics = false, explain = false;
  double timeout = 20;
  double wait = 600;  // for other benchmarks
  std::optional<double> setup, total;
  unsigned jobs = 1;
};

struct BenchFormat {
  const char* name;
  const char* file;  // of `--files`
  void (*write)(const result::BenchReport&, std::ostream&);
};

/// Beside the table, whose style depends on the terminal.
constexpr BenchFormat bench_formats[] = {
    {"json", "bench.json", &report::write_bench_json},       {"gha", "bench.gha.json", &report::write_bench_gha},
    {"markdown", "bench.md", &report::write_bench_markdown}, {"csv", "bench.csv", &report::write_bench_csv},
    {"jsonl", "bench.jsonl", &report::write_bench_lines},    {"html", "bench.html", &report::write_bench_html}};

bool is_wanted(const BenchArguments& arguments, const std::string& implementation) {
  const auto place = parity::usual_place(implementation);
  if (!arguments.places.empty() &&
      std::find(arguments.places.begin(), arguments.places.end(), place) == arguments.places.end())
    return false;
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

std::string compiler_text(const Workplace& workplace) {
  if (workplace.built_in) return "that of the build";
  try {
    return fmt::format("{}", fmt::join(compile::host_compiler(), " "));
  } catch (const Error& none) {
    return none.what();
  }
}

/// "n=1000"; underscores as in specs.
std::pair<std::string, std::int64_t> size_of_text(const std::string& text) {
  const auto equals = text.find('=');
  std::string digits = equals == std::string::npos ? "" : text.substr(equals + 1);
  std::erase(digits, '_');
  std::int64_t value = 0;
  const auto* const end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, value);
  if (digits.empty() || parsed.ec != std::errc() || parsed.ptr != end || value < 0)
    throw InvalidArgument(fmt::format("--size takes NAME=VALUE, such as n=1000000, not '{}'", text));
  return {text.substr(0, equals), value};
}

bench::Options options_of(const BenchArguments& arguments) {
  bench::Options options = bench::profile(arguments.profile);
  options.seed = parse_seed(arguments.seed);
  options.timeout_seconds = arguments.timeout;
  options.last_level_cache = bench::last_level_cache();
  for (const auto& text : arguments.sizes) options.sizes.push_back(size_of_text(text));
  options.in_process = arguments.in_process;
  options.keeps_budget = arguments.budget.has_value();
  if (arguments.budget) options.budget_seconds = *arguments.budget;
  if (arguments.setup) options.setup_seconds = *arguments.setup;
  if (arguments.total) options.total_seconds = *arguments.total;
  return options;
}

/// What to type to do it again.
std::string command_of(const BenchArguments& arguments, const Workplace& workplace) {
  std::string command = workplace.built_in ? "bench" : "kparity bench " + workplace.root;
  for (const auto& kernel : arguments.selection.kernels) command += " " + kernel;
  command += fmt::format(" --profile {} --seed {}", arguments.profile, arguments.seed);
  for (const auto& name : arguments.implementations) command += " --implementation " + name;
  for (const auto& place : arguments.places) command += " --place " + place;
  for (const auto& size : arguments.sizes) command += " --size " + size;
  if (arguments.budget) command += fmt::format(" --budget {}", *arguments.budget);
  return command;
}

/// What this machine can do on the sides that are measured, and what the device is.
result::BenchReport roofs_for(const std::vector<bench::Task>& tasks, const bench::Options& asked, unsigned jobs,
                              const bench::Watch& watch) {
  bool on_host = false, on_device = false;
  for (const auto& task : tasks)
    for (const auto& name : task.implementations) (name == cuda_name ? on_device : on_host) = true;
  bench::Options options = asked;
  options.sizes.clear();
  options.budget_seconds = std::min(options.budget_seconds, 1.0);
  result::BenchReport probes;
  const auto measure = [&](bool host, bool device) {
    auto side = measure_probes(options, host, device, jobs, watch);
    std::ranges::move(side.rows, std::back_inserter(probes.rows));
    std::ranges::move(side.environment, std::back_inserter(probes.environment));
  };
  if (on_host) measure(true, false);
  options.quick = false;  // a device does the small sizes before its clock has risen
  if (on_device) measure(false, true);
  probes.roofs = bench::roofs_of(probes);
  return probes;
}

/// Makes the folder of `--files` before any work is done.
void prepare_files(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw InvalidArgument(fmt::format("--files: cannot make folder '{}': {}", folder, failed.message()));
}

void write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  std::ofstream file(path);
  write(file);
  file.close();
  if (!file) throw RuntimeFailure(fmt::format("cannot write '{}'", path));
}

void write_files(const std::string& folder, const result::BenchReport& report) {
  if (folder.empty()) return;
  for (const BenchFormat& format : bench_formats)
    if (format.file != nullptr)
      write_file(folder + "/" + format.file, [&](std::ostream& out) { format.write(report, out); });
}

/// The options that every process of a comparison is given.
std::vector<std::string> arguments_of_arms(const BenchArguments& arguments) {
  constexpr double usual_budget = 0.1;
  std::vector<std::string> words{"--profile", "ci",
                                 "--budget",  fmt::format("{}", arguments.budget.value_or(usual_budget)),
                                 "--seed",    arguments.seed,
                                 "--timeout", fmt::format("{}", arguments.timeout),
                                 "--jobs",    std::to_string(arguments.jobs)};
  const auto add_each = [&](const char* option, const std::vector<std::string>& values) {
    for (const auto& value : values) words.insert(words.end(), {option, value});
  };
  words.emplace_back("--controls");
  if (arguments.statics) words.emplace_back("--statics");
  add_each("--implementation", arguments.implementations);
  add_each("--place", arguments.places);
  add_each("--size", arguments.sizes);
  return words;
}

/// Thresholds of the specs, by the kernel that a row's name begins with.
bench::AgainstOptions thresholds_of(const std::vector<const compile::KernelSource*>& sources) {
  std::map<std::string, spec::BenchSpec> gates;
  for (const auto* source : sources)
    if (source->spec && source->spec->bench) gates[source->folder.name] = *source->spec->bench;
  const auto gate_of = [gates](const std::string& name) -> const spec::BenchSpec* {
    const auto found = gates.find(name.substr(0, name.find('/')));
    return found == gates.end() ? nullptr : &found->second;
  };
  bench::AgainstOptions options;
  options.threshold = [gate_of](const std::string& name) {
    const auto* gate = gate_of(name);
    return gate != nullptr ? gate->slower.value_or(bench::usual_threshold) : bench::usual_threshold;
  };
  options.ignore_below = [gate_of](const std::string& name) {
    const auto* gate = gate_of(name);
    const double usual = name.find("/impl:cuda") != std::string::npos ? 2e-6 : bench::usual_ignore_below;
    return gate != nullptr ? gate->ignore_below.value_or(usual) : usual;
  };
  return options;
}

int run_against(const BenchArguments& arguments, const BuiltIn* built_in) {
  if (built_in != nullptr && arguments.selection.root.empty())
    throw InvalidArgument(
        "--against compares folders, which the kernels built into this program are not: use the program "
        "kparity with the folder");
  if (arguments.output.format != "text" && arguments.output.format != "json")
    throw InvalidArgument("with --against the formats are text and json");
  if (arguments.in_process || arguments.no_roof || arguments.controls)
    throw InvalidArgument("--in-process, --no-roof and --controls have no effect with --against");
  if (!arguments.reference.empty() || !arguments.save_reference.empty())
    throw InvalidArgument("--reference and --save-reference have no effect with --against");
  const auto start = std::chrono::steady_clock::now();
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, nullptr);
  const auto sources = select(workplace, arguments.selection.kernels);
  refuse_unusable(sources);
  Output output(arguments.output);
  prepare_files(arguments.files);
  AgainstRequest request;
  request.root = workplace.root;
  request.revision = arguments.against;
  request.kernels = arguments.selection.kernels;
  request.arguments = arguments_of_arms(arguments);
  request.options = thresholds_of(sources);
  request.options.rounds = arguments.rounds;
  request.options.seed = parse_seed(arguments.seed);
  Progress progress(0);
  auto report = compare_with_revision(request, [&](const std::string& doing) { progress.show(doing); });
  progress.clear();
  report.version = version;
  report.command = fmt::format("kparity bench {} --against {}", workplace.root, report.base);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto json = [&](std::ostream& out) { report::write_change_json(report, arguments.require_verdict, out); };
  if (arguments.output.format == "json") {
    json(output.stream());
  } else {
    report::write_change_text(report, output.style(false), output.stream());
  }
  output.close();
  if (!arguments.files.empty()) {
    write_file(arguments.files + "/verdict.json", json);
    write_file(arguments.files + "/pr.md", [&](std::ostream& out) { report::write_change_markdown(report, out); });
  }
  return result::exit_code(report, arguments.require_verdict);
}

/// What a run is made of, as the report tells it; the same for every row.
struct Facts {
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<result::Roof> roofs;
  std::string replay_command, command, date;
};

Facts facts_of(const BenchArguments& arguments, const Workplace& workplace, const BuiltIn* built_in) {
  Facts facts;
  facts.environment = bench::environment();  // before anything loads the machine
  facts.environment.emplace_back("compiler", compiler_text(workplace));
#ifdef NDEBUG
  const std::string build_type = "release";
#else
  const std::string build_type = "debug";
#endif
  facts.environment.emplace_back("library_build_type", build_type);
  facts.replay_command = replay_command(workplace, built_in);
  facts.command = command_of(arguments, workplace);
  facts.date = utc_now("%Y-%m-%dT%H:%M:%S+00:00");
  return facts;
}

/// Writes rows as they become final: the table or the JSON lines where they are asked for, and the file of JSON lines,
/// so that a run that is killed leaves what it measured.
class Publisher {
 public:
  Publisher(const BenchArguments& arguments, const Facts& facts, Output& output, Progress& progress)
      : arguments_(arguments), facts_(facts), output_(output), progress_(progress) {
    if (arguments.files.empty()) return;
    lines_.open(arguments.files + "/bench.jsonl");
    if (!lines_) throw RuntimeFailure(fmt::format("cannot write '{}/bench.jsonl'", arguments.files));
  }

  void rows(result::BenchReport& report, std::size_t first, std::size_t count) {
    begin(report);
    bench::hold_against_roofs(report, first, count);
    bench::conclude(report);
    const auto final_rows = std::span<const result::Measurement>(report.rows).subspan(first, count);
    if (lines_.is_open()) {
      report::write_bench_lines_of(final_rows, lines_);
      lines_.flush();
    }
    if (arguments_.output.format == "jsonl") report::write_bench_lines_of(final_rows, output_.stream());
    if (arguments_.output.format == "text")
      report::write_bench_rows(report, first, count, output_.style(false), output_.stream());
    output_.stream().flush();
  }

  /// All rows are final, or the run was stopped.
  void end(result::BenchReport& report) {
    begin(report);
    const auto style = output_.style(false);
    if (arguments_.output.format == "text") {
      report::write_bench_end(report, style, output_.stream());
      if (arguments_.explain) report::write_bench_explanation(style, output_.stream());
    }
    for (const BenchFormat& format : bench_formats)
      if (format.name == arguments_.output.format && arguments_.output.format != "jsonl")
        format.write(report, output_.stream());
    output_.close();
  }

 private:
  void begin(result::BenchReport& report) {
    progress_.clear();
    if (has_begun_) return;
    has_begun_ = true;
    report.version = version;
    report.profile = arguments_.profile;
    report.replay_command = facts_.replay_command;
    report.command = facts_.command;
    report.date = facts_.date;
    report.roofs = facts_.roofs;
    auto known = facts_.environment;
    for (auto& fact : report.environment)
      if (std::ranges::find(known, fact.first, &std::pair<std::string, std::string>::first) == known.end())
        known.push_back(std::move(fact));
    report.environment = std::move(known);
    if (arguments_.output.format == "text") report::write_bench_head(report, output_.stream());
  }

  const BenchArguments& arguments_;
  const Facts& facts_;
  Output& output_;
  Progress& progress_;
  std::ofstream lines_;
  bool has_begun_ = false;
};

int run(const BenchArguments& arguments, const BuiltIn* built_in) {
  if (!arguments.against.empty()) return run_against(arguments, built_in);
  if (arguments.require_verdict) throw InvalidArgument("--require-verdict has no effect without --against");
  if (arguments.explain && arguments.output.format != "text")
    throw InvalidArgument("--explain explains the table: it has no effect with --format " + arguments.output.format);
  const auto start = std::chrono::steady_clock::now();
  if (const auto fault = compare::self_test(); !fault.empty())
    throw RuntimeFailure("the self-test of the comparators failed, so no verdict can be trusted: " + fault);
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  const auto sources = select(workplace, arguments.selection.kernels);
  checks_of(sources, {.implementations = arguments.implementations, .places = {}, .sanitizers = {}});  // names exist
  refuse_unusable(sources);
  auto options = options_of(arguments);
  Output output(arguments.output);
  prepare_files(arguments.files);
  Facts facts = facts_of(arguments, workplace, built_in);
  if (arguments.statics) {
    const std::string why_absent = bench::open_instruction_counter().why_absent;
    facts.environment.emplace_back("instructions", why_absent.empty() ? "counted" : "not counted: " + why_absent);
    if (why_absent.empty()) options.instructions = bench::open_instruction_counter;
  }
  Progress progress(0);
  Publisher publisher(arguments, facts, output, progress);
  progress.show("compiling host files");
  compile_hosts(workplace, sources, arguments.jobs);
  const auto tasks = bench_tasks(workplace, sources, arguments);
  const Interruption interruption;
  bench::Watch watch{.is_stopped = [&] { return interruption.signal() != 0; }};
  const MachineLock lock(
      machine_lock_file(), arguments.wait, [] { std::cerr << "kparity: waiting for another benchmark to end\n"; },
      watch.is_stopped);
  if (arguments.controls) {
    progress.show("measuring the controls");
    facts.roofs = {measure_controls(options, arguments.jobs, watch)};
  } else if (!arguments.no_roof) {
    progress.show("measuring the roofs");
    auto probes = roofs_for(tasks, options, arguments.jobs, watch);
    facts.roofs = std::move(probes.roofs);
    std::ranges::move(probes.environment, std::back_inserter(facts.environment));
  }
  watch.doing = [&](const std::string& doing) { progress.show(doing); };
  watch.finished = [&](result::BenchReport& report, std::size_t first, std::size_t count) {
    publisher.rows(report, first, count);
  };
  auto report = bench::run(tasks, options, watch);
  if (arguments.statics && report.is_complete) report.statics = static_facts(tasks);
  bench::conclude(report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.reference.empty()) {
    const auto limits = thresholds_of(sources);
    report.reference = compare_with_folder(arguments.reference, report, {limits.threshold, limits.ignore_below});
  }
  publisher.end(report);
  if (!arguments.save_reference.empty() && report.is_complete)
    std::cerr << fmt::format("kparity: {}\n", add_to_folder(arguments.save_reference, report));
  if (!arguments.evidence.empty() && report.is_complete) add_times(arguments.evidence, sources, report);
  write_files(arguments.files, report);
  return interruption.signal() != 0 ? interruption.exit_code() : result::exit_code(report);
}

}  // namespace

void add_bench(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<BenchArguments>();
  auto* verb = app.add_subcommand("bench", "verify all implementations, then time those that are right");
  add_selection(*verb, arguments->selection, context.built_in);
  verb->add_option("--implementation", arguments->implementations, "only these implementations (repeatable)")
      ->allow_extra_args(false);
  verb->add_option("--place", arguments->places,
                   "only host or only device (repeatable); what runs on the CPU in place of a device is never timed")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"host", "device"}));
  verb->add_option("--profile", arguments->profile,
                   "full: until medians are known to 1 %, 4 s per kernel and size; ci: 3 %, 0.5 s")
      ->check(CLI::IsMember({"full", "ci"}))
      ->capture_default_str();
  verb->add_option("--budget", arguments->budget, "seconds of timing per kernel and size, instead of the profile's")
      ->check(CLI::Range(0.01, 86400.0));
  verb->add_option("--size", arguments->sizes, "NAME=VALUE of an integer input, instead of the sizes of the specs")
      ->allow_extra_args(false);
  verb->add_flag("--no-roof", arguments->no_roof, "do not measure what this machine can do at most");
  verb->add_flag("--controls", arguments->controls,
                 "instead of the roofs, small kernels of kparity's own, by which --against knows the machine's drift");
  verb->add_flag("--statics", arguments->statics,
                 "also registers, local and shared memory and code size of CUDA kernels, which needs no device, and "
                 "the instructions of host implementations, where the processor counts them");
  verb->add_flag("--explain", arguments->explain, "under the table, what each column and word of it means");
  verb->add_flag("--in-process", arguments->in_process,
                 "time in this process, where a crash ends the run: for profilers");
  verb->add_option("--seed", arguments->seed, "of inputs and of the order of blocks: a whole number, 0x..., or random")
      ->envname("KPARITY_SEED")
      ->capture_default_str();
  verb->add_option("--timeout", arguments->timeout, "seconds that one verification may take")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  verb->add_option("--setup", arguments->setup,
                   "seconds per kernel and size until its arrays and the results of the reference are there, instead "
                   "of the profile's 60 (ci: 20)")
      ->check(CLI::Range(0.01, 86400.0));
  verb->add_option("--wait", arguments->wait, "seconds to wait for another benchmark on this machine to end")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  verb->add_option("--total", arguments->total, "seconds after which no further size is begun; what is left says so")
      ->check(CLI::Range(0.01, 86400.0));
  verb->add_option("--evidence", arguments->evidence,
                   "a folder, or `beside`: add the times to the evidence that kparity check wrote there");
  add_jobs(*verb, arguments->jobs);
  std::vector<std::string> formats{"text"};
  for (const BenchFormat& format : bench_formats) formats.emplace_back(format.name);
  add_output_options(*verb, arguments->output, formats);
  verb->add_option("--files", arguments->files,
                   "also write all files of this run into a folder: bench.json, .html, ...");
  verb->add_option(
      "--reference", arguments->reference,
      "a folder: tell how this run compares with the stored ones of this machine there; advice, no verdict "
      "for the exit code");
  verb->add_option("--save-reference", arguments->save_reference,
                   "a folder: add this run to the stored ones of this machine, after --reference has looked at them");
  verb->add_option("--against", arguments->against,
                   "compare with the kernels of this git revision, process by process");
  verb->add_option("--rounds", arguments->rounds, "of three processes each, with --against")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  verb->add_flag("--require-verdict", arguments->require_verdict,
                 "with --against: a row that is not resolved ends with 3");
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
