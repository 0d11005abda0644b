// `kparity status`: how far the port is, kernel by kernel.
#include <fmt/format.h>

#include <memory>

#include "kparity/error.hpp"
#include "port_options.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace kparity::tool {

namespace {

/// As the other verbs: no kernel at all, or one that is not there, is an error.
void refuse_unknown_kernels(const result::PortReport& report, const PortArguments& arguments) {
  std::vector<std::string> known;
  for (const auto& row : report.kernels) known.push_back(row.kernel);
  if (known.empty() && arguments.selection.kernels.empty())
    throw InvalidArgument(
        fmt::format("no kernel folder in '{}': a folder is a kernel if it holds <folder>.yaml, "
                    "<folder>_reference.cpp or <folder>_cuda.cu",
                    report.folder));
  for (const auto& name : arguments.selection.kernels)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw KeyError(fmt::format("no kernel '{}' in '{}'", name, report.folder));
}

}  // namespace

void add_status(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<PortArguments>();
  auto* verb = app.add_subcommand("status", "how far the port to CUDA is");
  add_port_options(*verb, *arguments, context.built_in);
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] {
      return write_port_report(*arguments, [&] {
        auto report = gate::port_status(port_options(*arguments, context.built_in));
        refuse_unknown_kernels(report, *arguments);
        return report;
      });
    };
  });
}

}  // namespace kparity::tool
