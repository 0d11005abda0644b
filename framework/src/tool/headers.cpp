// `kparity headers`: writes the device headers that specs ask for, or says which of the committed ones are out of date.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/parity/struct_headers.hpp"
#include "options.hpp"
#include "verbs.hpp"
#include "workplace.hpp"

namespace kparity::tool {

namespace {

struct HeadersArguments {
  SelectionOptions selection;
  bool check = false;
};

/// The contents of the file, empty if there is none.
std::string contents_of(const std::string& path) {
  try {
    return read_file(path);
  } catch (const FileNotFound&) {
    return "";
  }
}

int run(const HeadersArguments& arguments, const BuiltIn* built_in) {
  Workplace workplace;
  open_workplace(workplace, arguments.selection.root, built_in);
  std::size_t count = 0, stale = 0;
  for (const compile::KernelSource* source : select(workplace, arguments.selection.kernels)) {
    if (!source->problems.empty()) throw spec::SpecError(source->problems);
    if (!source->spec) continue;
    for (const parity::StructHeader& header : parity::struct_headers(*source->spec, source->folder)) {
      ++count;
      if (contents_of(header.path) == header.text) {
        std::cout << header.path << " is up to date\n";
      } else if (arguments.check) {
        ++stale;
        std::cout << header.path << " is not what `kparity headers " << workplace.root << "` writes\n";
      } else {
        write_if_changed(header.path, header.text);
        std::cout << header.path << " written\n";
      }
    }
  }
  if (count == 0)
    std::cout << "no spec in '" << workplace.root << "' asks for a header (`device_header:` of a struct)\n";
  return stale == 0 ? 0 : 1;
}

}  // namespace

void add_headers(CLI::App& app, const VerbContext& context) {
  auto arguments = std::make_shared<HeadersArguments>();
  auto* verb = app.add_subcommand("headers", "write device headers from the structs of host headers");
  add_selection(*verb, arguments->selection, context.built_in);
  verb->add_flag("--check", arguments->check, "write nothing; exit with 1 if a header is not up to date");
  verb->callback([arguments, context] {
    resolve_selection(arguments->selection, context.built_in);
    *context.action = [arguments, context] { return run(*arguments, context.built_in); };
  });
}

}  // namespace kparity::tool
