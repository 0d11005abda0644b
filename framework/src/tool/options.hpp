// Options that several verbs share, with their parsing and their messages, so that one word means the same everywhere.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "kparity/report/report.hpp"
#include "kparity/tool/tool.hpp"

namespace kparity::tool {

/// What the parsed command line asks for; set by the callback of the chosen verb.
using Action = std::function<int()>;

/// What every verb is given when it is added to the command line.
struct VerbContext {
  const BuiltIn* built_in = nullptr;
  Action* action = nullptr;
};

/// `--format`, `--output`, `--color`.
struct OutputOptions {
  std::string format = "text";
  std::string file;
  std::string color = "auto";
};
void add_output_options(CLI::App& verb, OutputOptions& options, const std::vector<std::string>& formats);

/// Opens the file of `--output` (or standard output) before any work is done. Throws InvalidArgument if it cannot.
class Output {
 public:
  explicit Output(const OutputOptions& options);
  std::ostream& stream();
  bool is_terminal() const noexcept { return terminal_; }
  report::Style style(bool strict) const;
  /// Throws RuntimeFailure if anything could not be written (a full disk).
  void close();

 private:
  OutputOptions options_;
  std::unique_ptr<std::ostream> file_;
  bool terminal_ = false;
};

/// `DIR` and `[kernel...]`.
struct SelectionOptions {
  std::vector<std::string> words;
  std::string root;  // split off from `words`
  std::vector<std::string> kernels;
};
/// The ahead-of-time tool takes kernel names only; the stand-alone tool takes the folder first.
void add_selection(CLI::App& verb, SelectionOptions& options, const BuiltIn* built_in);
/// Splits the words once they are parsed.
void resolve_selection(SelectionOptions& options, const BuiltIn* built_in);

/// `--jobs`.
void add_jobs(CLI::App& verb, unsigned& jobs);

/// "5eed", "0x5eed" are hexadecimal only with the prefix; "random" draws one. Throws InvalidArgument.
std::uint64_t parse_seed(const std::string& text);

}  // namespace kparity::tool
