// The command line: verbs, the exit codes of design 1, and the one place where exceptions become messages.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <iostream>

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

int run(CLI::App& app, int argc, char** argv, const Action& action) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    app.exit(error);
    return asked_for_help ? 0 : usage_error;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv, const BuiltIn* built_in) {
  try {
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
    add_replay(app, context);
    add_describe(app, context);
    add_cache(app, context);
    add_headers(app, context);
    return run(app, argc, argv, action);
  } catch (const spec::SpecError& error) {
    std::cerr << error.what() << '\n';
  } catch (const std::exception& error) {
    print_causes(error);
  }
  return usage_error;
}

}  // namespace kparity::tool
