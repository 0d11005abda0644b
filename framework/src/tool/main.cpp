// The command line: verbs, the exit codes of design 1, and the one place where exceptions become messages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <vector>

#include "device_choice.hpp"
#include "kparity/error.hpp"
#include "kparity/spec/problem.hpp"
#include "kparity/tool/tool.hpp"
#include "options.hpp"
#include "verbs.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

constexpr int usage_error = 2;

void print_causes(const std::exception& error, int depth = 0) {
  std::cerr << (depth == 0 ? "kparity: " : "  because: ") << error.what() << '\n';
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& inner) {
    print_causes(inner, depth + 1);
  } catch (...) {
  }
}

// What the parser reports as "A subcommand is required" when the verb is misspelt.
bool refuse_unknown_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  if (std::find(verbs.begin(), verbs.end(), argv[1]) != verbs.end()) return false;
  std::cerr << fmt::format("kparity: no verb '{}'{}; there are: {}\n", argv[1], spec::did_you_mean(argv[1], verbs),
                           fmt::join(verbs, ", "));
  return true;
}

/// Names the nearest option, or all there are, for one that the verb has not. False if there is no such option.
bool refuse_unknown_option(const CLI::App& app) {
  const auto words = app.remaining(true);
  const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
  const auto found = std::find_if(words.begin(), words.end(), is_option);
  if (found == words.end()) return false;
  const auto verbs = app.get_subcommands();  // those that were parsed
  const CLI::App& verb = verbs.empty() ? app : *verbs.front();
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  const std::string option = found->substr(0, found->find('='));
  std::string help = spec::did_you_mean(option, known);
  if (help.empty()) help = fmt::format("; there are: {}", fmt::join(known, ", "));
  std::cerr << fmt::format("kparity: no option '{}'{}; see {} --help\n", option, help,
                           verbs.empty() ? "kparity" : "kparity " + verb.get_name());
  return true;
}

int run(CLI::App& app, int argc, char** argv, const Action& action) {
  if (refuse_unknown_verb(app, argc, argv)) return usage_error;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    if (asked_for_help || !refuse_unknown_option(app)) app.exit(error);
    return asked_for_help ? 0 : usage_error;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv, const BuiltIn* built_in) {
  try {
    take_device_of_ctest();
    CLI::App app{built_in != nullptr
                     ? "Checks the kernels of " + built_in->name + " and says how far they are ported to CUDA."
                     : std::string("Checks that every implementation of a compute kernel computes the same.")};
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string(version));
    app.footer("Exit codes: 0 green, 1 something red, 2 usage or spec error, 4 nothing could be run.");
    Action action;
    const VerbContext context{built_in, &action};
    add_list(app, context);
    add_status(app, context);
    add_check(app, context);
    add_gate(app, context);
    add_bench(app, context);
    add_mutate(app, context);
    add_replay(app, context);
    add_describe(app, context);
    add_cache(app, context);
    add_headers(app, context);
    add_devices(app, context);
    add_merge(app, context);
    return run(app, argc, argv, action);
  } catch (const spec::SpecError& error) {
    std::cerr << error.what() << '\n';
  } catch (const std::exception& error) {
    print_causes(error);
  }
  return usage_error;
}

}  // namespace kparity::tool
