// Opens a folder of kernels for a verb.
#include "workplace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/host_file.hpp"
#include "kparity/error.hpp"
#include "kparity/generate/captured.hpp"
#include "kparity/generate/corpus.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/spec/problem.hpp"

namespace kparity::tool {

namespace {

// For a POSIX shell, in quotes only where it needs them.
std::string quoted(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

spec::Vocabulary vocabulary() {
  return {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()};
}

std::vector<compile::KernelSource> read_kernels(const std::string& root) {
  auto sources = compile::read_sources(root, vocabulary());
  for (auto& source : sources) {
    if (!source.spec) continue;
    for (auto& problem : generate::problems(*source.spec)) source.problems.push_back(std::move(problem));
    if (!source.problems.empty()) continue;  // its tokens mean nothing
    for (auto& problem : generate::read_captured_cases(*source.spec).problems)
      source.problems.push_back(std::move(problem));
    for (auto& problem : generate::read_corpus(*source.spec, source.folder.cases_path).problems)
      source.problems.push_back(std::move(problem));
  }
  return sources;
}

void open_workplace(Workplace& workplace, const std::string& root, const BuiltIn* built_in) {
  workplace.root = !root.empty() ? root : built_in != nullptr ? built_in->folder : ".";
  workplace.sources = read_kernels(workplace.root);
  if (workplace.sources.empty())
    throw InvalidArgument(
        fmt::format("no kernel folder in '{}': a folder is a kernel if it holds <folder>.yaml, "
                    "<folder>_reference.cpp or <folder>_cuda.cu",
                    workplace.root));
  workplace.built_in = built_in != nullptr && root.empty();
  if (workplace.built_in) {
    workplace.catalog = built_in->catalog;
  } else {
    workplace.compile_host = compile::remembering_failures(compile::compile_host_file);
    workplace.compiled = compile::make_catalog(workplace.sources, {.compile_host = workplace.compile_host});
    workplace.catalog = &workplace.compiled;
  }
}

std::vector<const compile::KernelSource*> select(const Workplace& workplace, const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const auto& source : workplace.sources) known.push_back(source.folder.name);
  for (const auto& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw KeyError(fmt::format("no kernel '{}' in '{}'{}; there are: {}", name, workplace.root,
                                 spec::did_you_mean(name, known), fmt::join(known, ", ")));
  std::vector<const compile::KernelSource*> selected;
  for (const auto& source : workplace.sources)
    if (names.empty() || std::find(names.begin(), names.end(), source.folder.name) != names.end())
      selected.push_back(&source);
  return selected;
}

std::vector<std::string> implementations_of(const compile::KernelSource& source) {
  std::vector<std::string> names;
  for (const auto& host : source.folder.hosts) names.push_back(host.implementation);
  if (source.folder.cuda_file) names.emplace_back(cuda_name);
  return names;
}

std::string replay_command(const Workplace& workplace, const BuiltIn* built_in) {
  if (workplace.built_in) return built_in->name + "_kparity replay";
  return workplace.root == "." ? "kparity replay" : fmt::format("kparity replay --in {}", quoted(workplace.root));
}

void compile_hosts(const Workplace& workplace, const std::vector<const compile::KernelSource*>& sources,
                   unsigned jobs) {
  if (workplace.built_in) return;
  std::vector<compile::KernelSource> copies;
  for (const auto* source : sources)
    if (source->spec && source->problems.empty()) copies.push_back(*source);
  compile::compile_ahead(copies, jobs, workplace.compile_host);
}

}  // namespace kparity::tool
