// `kparity replay TOKEN`: one case again, with the full report.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "kparity/error.hpp"
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
  std::string implementation, place;
  OutputOptions output;
  double timeout = 20;
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
  if (!arguments.place.empty() && implementation != cuda_name)
    throw InvalidArgument(fmt::format("--place is for the implementation cuda; '{}' runs on the host", implementation));
  Output output(arguments.output);
  if (!token.same_spec)
    std::cerr << fmt::format(
        "kparity: the spec {} has changed since this token was printed, so the arrays may differ\n", source.spec->file);
  compile_hosts(workplace, sources, 1);
  parity::CheckOptions options;
  options.timeout_seconds = arguments.timeout;
  options.replay_command = replay_command(workplace, built_in);
  result::Report report;
  report.command = "replay";
  report.version = version;
  report.seed = token.drawn.seed;
  report.cases = 1;
  const parity::Task task{&*source.spec, &workplace.catalog->at(source.folder.name), implementation, arguments.place};
  report.outcomes.push_back(parity::replay(task, token.drawn, options));
  const auto style = output.style(false);
  report::find_format(arguments.output.format).write(report, style, output.stream());
  output.close();
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
      ->check(CLI::IsMember({"device", "emulated", "checked", "asan"}));
  verb->add_option("--timeout", arguments->timeout, "seconds that the case may take")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str();
  add_output_options(*verb, arguments->output, {"text", "json", "junit"});
  verb->callback(
      [arguments, context] { *context.action = [arguments, context] { return run(*arguments, context.built_in); }; });
}

}  // namespace kparity::tool
