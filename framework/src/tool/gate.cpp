// `kparity gate`: which rules of the port the tree breaches, alone or against what it is to be merged into.
#include "kparity/gate/gate.hpp"

#include <fmt/format.h>

#include <memory>

#include "kparity/error.hpp"
#include "port_options.hpp"
#include "verbs.hpp"

namespace kparity::tool {

namespace {

struct GateArguments {
  PortArguments port;
  std::string mode, base, fail_on, fallbacks, base_fallbacks, mutants, base_mutants;
};

int run(const GateArguments& arguments, const BuiltIn* built_in) {
  if (!arguments.port.selection.kernels.empty())
    throw InvalidArgument("the gate judges a whole folder; it takes no names of kernels");
  if (!arguments.base.empty() && arguments.mode == "absolute")
    throw InvalidArgument("--base has no effect with --mode absolute");
  if (!arguments.base_fallbacks.empty() && arguments.fallbacks.empty())
    throw InvalidArgument("--base-fallbacks has no effect without --fallbacks");
  if (arguments.base_mutants.empty() != arguments.mutants.empty())
    throw InvalidArgument("--mutants and --base-mutants go together: scores are compared");
  return write_port_report(arguments.port, [&] {
    gate::GateOptions options = port_options(arguments.port, built_in);
    options.mode = arguments.mode;
    options.base = arguments.base;
    options.fail_on = arguments.fail_on;
    options.fallbacks = arguments.fallbacks;
    options.base_fallbacks = arguments.base_fallbacks;
    options.mutants = arguments.mutants;
    options.base_mutants = arguments.base_mutants;
    return gate::run_gate(options);
  });
}

}  // namespace

void add_gate(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<GateArguments>();
  auto* verb = app.add_subcommand("gate", "which rules of the port a change breaches");
  add_port_options(*verb, arguments->port, context.built_in);
  verb->add_option("--mode", arguments->mode, "absolute: this tree alone; ratchet: against the base, too")
      ->check(CLI::IsMember({"absolute", "ratchet"}));
  verb->add_option("--base", arguments->base,
                   "the revision to merge into; by default that of the pull request, or origin/HEAD");
  verb->add_option("--fail-on", arguments->fail_on, "the least severity that makes the gate red")
      ->check(CLI::IsMember({"error", "warning"}));
  verb->add_option("--fallbacks", arguments->fallbacks, "what a run wrote to KPARITY_FALLBACK_LOG");
  verb->add_option("--base-fallbacks", arguments->base_fallbacks, "the same of a run of the base");
  verb->add_option("--mutants", arguments->mutants, "what kparity mutate --format json said of this tree");
  verb->add_option("--base-mutants", arguments->base_mutants, "the same of the base; a score that fell is KP107");
  verb->footer("Exit codes: 0 green, 1 red, 2 usage or policy error, 4 nothing could be said.");
  verb->callback([arguments, context] {
    resolve_selection(arguments->port.selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
