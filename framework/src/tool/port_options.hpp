// What `status` and `gate` have in common: their options, and the work of the gate's stage on them.
#pragma once

#include "kparity/gate/gate.hpp"
#include "options.hpp"

namespace kparity::tool {

struct PortArguments {
  SelectionOptions selection;
  OutputOptions output;
  std::vector<std::string> writes;  // "sarif=kparity.sarif"
  std::string policy_file;
  std::vector<std::string> evidence;
  std::string history;
  bool compile = false;
};

void add_port_options(CLI::App& verb, PortArguments& arguments, const BuiltIn* built_in);

/// Throws RuntimeFailure if --compile is asked for and there is no NVRTC.
gate::GateOptions port_options(const PortArguments& arguments, const BuiltIn* built_in);

/// To standard output or --output, and to the files of --write, which are all opened before `make` does its work.
int write_port_report(const PortArguments& arguments, const std::function<result::PortReport()>& make);

}  // namespace kparity::tool
