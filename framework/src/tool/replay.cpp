// `kparity replay TOKEN`: one case again, with the full report.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "debugger.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "kparity/parity/debugging.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/parity/place.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

struct ReplayArguments {
  std::string token;
  std::string folder;
  std::string implementation, place, save;
  OutputOptions output;
  double timeout = 20;
  bool debugger = false, in_process = false;
  std::vector<unsigned> stop_at;  // block, then thread
  std::string order;
};

/// The implementation to run: the one asked for, or the only one besides the reference.
std::string choose_implementation(const compile::KernelSource& source, const std::string& asked) {
  std::vector<std::string> choices;
  for (const auto& name : implementations_of(source))
    if (name != reference_name) choices.push_back(name);
  if (asked.empty() && choices.size() == 1) return choices.front();
  if (std::find(choices.begin(), choices.end(), asked) != choices.end()) return asked;
  if (asked.empty())
    throw InvalidArgument(fmt::format("kernel '{}' has several implementations: give --implementation with one of {}",
                                      source.folder.name, fmt::join(choices, ", ")));
  throw ImplementationUnavailable(fmt::format("kernel '{}' has no implementation '{}'; there are: {}",
                                              source.folder.name, asked, fmt::join(choices, ", ")));
}

void refuse_options_without_effect(const ReplayArguments& arguments, const std::string& implementation) {
  if (!arguments.place.empty() && implementation != cuda_name)
    throw InvalidArgument(fmt::format("--place is for the implementation cuda; '{}' runs on the host", implementation));
  if (arguments.debugger && arguments.in_process)
    throw InvalidArgument("--debugger starts a process with --in-process itself: give one of them");
  if (arguments.in_process && !arguments.save.empty()) throw InvalidArgument("--save has no effect with --in-process");
  if (!arguments.debugger && !arguments.in_process && !(arguments.stop_at.empty() && arguments.order.empty()))
    throw InvalidArgument("--stop-at and --order are for --debugger and --in-process");
}

/// What of the case the debugger is to see: as asked, else where the failure of `outcome` shows.
parity::Debugging debugging_of(const ReplayArguments& arguments, const result::Outcome* outcome) {
  parity::Debugging debugging;
  if (outcome != nullptr && outcome->verdict == result::Verdict::pass) {
    debugging.stop_at.emplace();  // nothing is wrong: the first thread is as good as any
    debugging.descending = false;
  } else if (outcome != nullptr && outcome->launch_place) {
    const auto& place = *outcome->launch_place;
    if (!place.at_finding) debugging.stop_at = {place.block, place.thread};
    debugging.descending = place.descending;
  } else if (outcome != nullptr && outcome->verdict != result::Verdict::crashed) {
    debugging.stop_at.emplace();
  }
  const auto& at = arguments.stop_at;
  if (!at.empty()) debugging.stop_at = {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
  if (!arguments.order.empty()) debugging.descending = arguments.order == "descending";
  return debugging;
}

/// The command line that does what `debugging` says in the process of its own.
std::vector<std::string> in_process_command(const ReplayArguments& arguments, const parity::Task& task,
                                            const parity::Debugging& debugging) {
  std::vector<std::string> words = {std::filesystem::read_symlink("/proc/self/exe").string(), "replay",
                                    arguments.token};
  const auto add = [&](const char* option, const std::string& value) { words.insert(words.end(), {option, value}); };
  if (!arguments.folder.empty()) add("--in", arguments.folder);
  add("--implementation", task.implementation);
  add("--place", task.place);
  if (const auto& at = debugging.stop_at)
    add("--stop-at", fmt::format("{},{}", fmt::join(at->block, ","), fmt::join(at->thread, ",")));
  if (debugging.descending) add("--order", *debugging.descending ? "descending" : "ascending");
  words.emplace_back("--in-process");
  return words;
}

bool can_be_debugged(const result::Outcome& outcome) {
  using enum result::Verdict;
  return outcome.verdict != broken && outcome.verdict != skipped && (outcome.verdict != limit || outcome.launch_place);
}

/// Goes on as gdb, where there is something to see; else returns.
void debug(const ReplayArguments& arguments, const parity::Task& task, const result::Outcome& outcome) {
  if (!can_be_debugged(outcome)) {
    std::cerr << "kparity: no thread of the kernel runs, so there is nothing for a debugger to see\n";
    return;
  }
  const parity::Debugging debugging = debugging_of(arguments, &outcome);
  const std::string commands =
      gdb_commands({task.kernel->definition().name, parity::compile_for_debugger(task), emulate::emulation_folder()});
  std::cout << std::flush;
  become_gdb(find_gdb(), commands, in_process_command(arguments, task, debugging));
}

result::Outcome replayed(const ReplayArguments& arguments, const parity::Task& task, const generate::Case& drawn,
                         const parity::CheckOptions& options) {
  if (!arguments.in_process) return parity::replay(task, drawn, options);
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what the kernel prints appears while it runs, in a pipe, too
  return parity::replay_in_process(task, drawn, options, debugging_of(arguments, nullptr));
}

int run(const ReplayArguments& arguments, const BuiltIn* built_in) {
  if (arguments.place == parity::asan_place) parity::start_with_address_sanitizer();
  Workplace workplace;
  open_workplace(workplace, arguments.folder, built_in);
  const auto sources = select(workplace, {generate::kernel_of_token(arguments.token)});
  const auto& source = *sources.front();
  if (!is_usable(source)) {
    const auto outcome = outcome_of_unusable(source);
    std::cerr << report::text_of(outcome, {});
    return 2;
  }
  const auto token = generate::parse_token(*source.spec, arguments.token);
  const auto implementation = choose_implementation(source, arguments.implementation);
  refuse_options_without_effect(arguments, implementation);
  Output output(arguments.output);
  if (!token.same_spec)
    std::cerr << fmt::format(
        "kparity: the spec {} has changed since this token was printed, so the arrays may differ\n", source.spec->file);
  const parity::Task task{&*source.spec, &workplace.catalog->at(source.folder.name), implementation, arguments.place};
  if (arguments.debugger) {
    parity::check_debuggable(task);
    find_gdb();
  }
  compile_hosts(workplace, sources, 1);
  parity::CheckOptions options;
  options.timeout_seconds = arguments.timeout;
  options.save_folder = arguments.save;
  options.replay_command = replay_command(workplace, built_in);
  result::Report report;
  report.command = "replay";
  report.version = version;
  report.seed = token.drawn.seed;
  report.cases = 1;
  report.outcomes.push_back(replayed(arguments, task, token.drawn, options));
  const auto style = output.style(false);
  report::find_format(arguments.output.format).write(report, style, output.stream());
  output.close();
  if (arguments.debugger) debug(arguments, task, report.outcomes.front());
  return result::exit_code(report, false);
}

}  // namespace

void add_replay(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<ReplayArguments>();
  auto* verb = app.add_subcommand("replay", "run one case again, from the token that a report printed");
  verb->add_option("token", arguments->token, "such as 'axpy:n=129,a=1.5,family=realistic,seed=5eed'")->required();
  if (context.built_in == nullptr)
    verb->add_option("--in", arguments->folder, "the folder of kernel folders (default: the current folder)");
  verb->add_option("--implementation", arguments->implementation, "which one to run; needed if there are several");
  verb->add_option("--place", arguments->place, "where cuda runs (default: device)")
      ->check(CLI::IsMember({"device", "emulated", "checked", "asan", "msan"}));
  verb->add_option("--timeout", arguments->timeout, "seconds that the case may take")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  verb->add_option("--save", arguments->save, "a folder for the case: an .npz and a program that needs no kparity");
  verb->add_flag("--debugger", arguments->debugger,
                 "start gdb where the case fails, in the kernel's source; for --place emulated and checked");
  verb->add_flag("--in-process", arguments->in_process,
                 "run the kernel once in this process, for a debugger that is started by hand");
  verb->add_option("--stop-at", arguments->stop_at, "block and thread where the debugger stops: X,Y,Z,X,Y,Z")
      ->delimiter(',')
      ->expected(6);
  verb->add_option("--order", arguments->order, "the order of threads that the debugger sees")
      ->check(CLI::IsMember({"ascending", "descending"}));
  add_output_options(*verb, arguments->output, {"text", "json", "junit"});
  verb->callback(
      [arguments, context] { *context.action = [arguments, context] { return run(*arguments, context.built_in); }; });
}

}  // namespace kparity::tool
