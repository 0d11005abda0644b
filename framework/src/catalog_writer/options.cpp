// Reads `--name value` pairs.
#include "options.hpp"

#include "kparity/error.hpp"
#include "kparity/identifier.hpp"

namespace kparity::catalog_writer {

namespace {

void add_unavailable(Options& options, const std::string& pair) {
  const auto equals = pair.find('=');
  if (equals == std::string::npos) throw InvalidArgument("--unavailable wants '<kind>=<reason>', not '" + pair + "'");
  options.unavailable[pair.substr(0, equals)] = pair.substr(equals + 1);
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  const std::map<std::string, std::string*> texts{{"--name", &options.name},       {"--prefix", &options.prefix},
                                                  {"--folder", &options.folder},   {"--output", &options.output},
                                                  {"--depfile", &options.depfile}, {"--target", &options.target}};
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw InvalidArgument("option '" + option + "' wants a value");
    const auto text = texts.find(option);
    if (text != texts.end()) {
      *text->second = argv[i + 1];
    } else if (option == "--unavailable") {
      add_unavailable(options, argv[i + 1]);
    } else {
      throw InvalidArgument("unknown option '" + option + "'");
    }
  }
  if (!is_identifier(options.name)) throw InvalidArgument("--name '" + options.name + "' is no C++ identifier");
  if (options.folder.empty() || options.output.empty()) throw InvalidArgument("--folder and --output are required");
  if (options.prefix.empty()) options.prefix = options.name;
  return options;
}

}  // namespace kparity::catalog_writer
