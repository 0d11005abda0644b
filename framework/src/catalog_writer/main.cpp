// Writes the sources of a catalogue from a folder of kernels. Every problem of every spec is printed with its place;
// then nothing is written and the build stops there.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/build_files.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/generate/generate.hpp"
#include "options.hpp"

namespace {

using namespace kparity;

/// As make and ninja want it: blanks, `#` and `$` escaped.
std::string escaped(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (c == ' ' || c == '#') out += '\\';
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

std::string depfile_text(const catalog_writer::Options& options, const std::vector<std::string>& dependencies) {
  std::string text = escaped(options.target) + ":";
  for (const std::string& file : dependencies) text += " \\\n  " + escaped(std::filesystem::absolute(file).string());
  return text + "\n";
}

void write_catalog(const catalog_writer::Options& options) {
  const spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules(),
                                    compare::comparison_rules()};
  const auto sources = compile::read_sources(options.folder, vocabulary);
  const compile::BuildFiles files = compile::build_files(options.name, options.prefix, sources, options.unavailable);
  std::filesystem::create_directories(options.output);
  for (const auto& [name, text] : files.texts) compile::write_if_changed(options.output + "/" + name, text);
  if (!options.depfile.empty()) compile::write_if_changed(options.depfile, depfile_text(options, files.dependencies));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    write_catalog(catalog_writer::parse_options(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
