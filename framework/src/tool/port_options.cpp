// Options and output of `status` and `gate`.
#include "port_options.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <memory>

#include "kparity/cuda_compile.hpp"
#include "kparity/error.hpp"
#include "kparity/parity/cuda_compile.hpp"
#include "kparity/report/port.hpp"
#include "session.hpp"
#include "version.hpp"

namespace kparity::tool {

namespace {

std::string compile_complaint(const compile::KernelSource& source, const std::vector<std::string>& architectures) {
  const Kernel kernel(compile::definition(*source.spec, source.folder));
  const auto outcome = parity::check_cuda_compile(*source.spec, kernel, architectures);
  return result::is_red(outcome.verdict, true) ? outcome.reason : "";
}

/// One file of --write.
struct Written {
  const report::PortFormat* format;
  std::string path;
  std::unique_ptr<std::ofstream> file;
};

Written open_write(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size())
    throw InvalidArgument(fmt::format("--write takes FORMAT=FILE, not '{}'", text));
  Written written{&report::find_port_format(text.substr(0, equals)), text.substr(equals + 1), nullptr};
  written.file = std::make_unique<std::ofstream>(written.path, std::ios::binary);
  if (!*written.file) throw InvalidArgument(fmt::format("cannot write to '{}' (--write)", written.path));
  return written;
}

}  // namespace

void add_port_options(CLI::App& verb, PortArguments& arguments, const BuiltIn* built_in) {
  add_selection(verb, arguments.selection, built_in);
  std::vector<std::string> names;
  for (const auto& format : report::port_formats()) names.emplace_back(format.name);
  add_output_options(verb, arguments.output, names);
  verb.add_option("--write", arguments.writes, "FORMAT=FILE: write this format to a file, too (repeatable)")
      ->allow_extra_args(false);
  verb.add_option("--policy", arguments.policy_file, "this file instead of the nearest kparity.yaml");
  verb.add_option("--evidence", arguments.evidence, "a folder with evidence, beside that of the specs (repeatable)")
      ->allow_extra_args(false);
  verb.add_option("--history", arguments.history, "a folder of earlier reports in JSON, for the page");
  verb.add_flag("--compile", arguments.compile, "compile the CUDA versions for all architectures; needs NVRTC, no GPU");
}

gate::GateOptions port_options(const PortArguments& arguments, const BuiltIn* built_in) {
  gate::GateOptions options;
  const std::string& root = arguments.selection.root;
  options.folder = !root.empty() ? root : built_in != nullptr ? built_in->folder : ".";
  options.version = version;
  options.read = read_kernels;
  options.environment = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  options.policy_file = arguments.policy_file;
  options.evidence_folders = arguments.evidence;
  options.history = arguments.history;
  options.kernels = arguments.selection.kernels;
  if (arguments.compile) {
    if (const std::string why = why_no_nvrtc(); !why.empty())
      throw RuntimeFailure(fmt::format("--compile needs NVRTC: {}", why));
    options.compile = compile_complaint;
  }
  return options;
}

int write_port_report(const PortArguments& arguments, const std::function<result::PortReport()>& make) {
  Output output(arguments.output);
  std::vector<Written> files;
  for (const std::string& text : arguments.writes) files.push_back(open_write(text));
  const result::PortReport report = make();
  const auto style = output.style(false);
  report::find_port_format(arguments.output.format).write(report, style, output.stream());
  output.close();
  for (Written& written : files) {
    written.format->write(report, {}, *written.file);
    written.file->close();
    if (!*written.file) throw RuntimeFailure(fmt::format("could not write all of '{}'", written.path));
  }
  return report.command == "gate" ? result::exit_code(report) : 0;
}

}  // namespace kparity::tool
