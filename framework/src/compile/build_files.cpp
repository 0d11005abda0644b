// Collects the texts for a build.
#include "kparity/compile/build_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "describe.hpp"
#include "kparity/compile/host_file.hpp"
#include "kparity/compile/includes.hpp"
#include "kparity/compile/wrapper.hpp"

namespace kparity::compile {

namespace {

namespace fs = std::filesystem;

void refuse_problems(const std::vector<KernelSource>& sources) {
  std::vector<spec::Problem> problems;
  for (const KernelSource& source : sources) {
    problems.insert(problems.end(), source.problems.begin(), source.problems.end());
  }
  if (!problems.empty()) throw spec::SpecError(problems);
}

/// A word of a response file.
std::string quoted(const std::string& word) {
  std::string out = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"\n";
}

std::string response_file(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += quoted(word);
  return text;
}

/// Flags of the spec for the linker, as ld itself reads them; those of the kinds are the build's own business.
void add_linker_words(const spec::KernelSpec& spec, const spec::HostFile& file, std::vector<std::string>& words) {
  for (const std::string& flag : spec_link_flags(spec, file)) {
    std::string rest = flag.starts_with("-Wl,") ? flag.substr(4) : flag;
    for (auto comma = rest.find(','); flag.starts_with("-Wl,") && comma != std::string::npos; comma = rest.find(',')) {
      words.push_back(rest.substr(0, comma));
      rest.erase(0, comma + 1);
    }
    words.push_back(rest);
  }
}

std::vector<std::string> cuda_files(const spec::KernelSpec& spec, const spec::KernelFolder& folder) {
  std::vector<std::string> files;
  if (!folder.cuda_file && !spec.device_function) return files;
  const KernelDefinition definition = describe(spec, folder);
  for (const CudaSource::File& file : definition.cuda->files) {
    if (spec.device_function && &file == definition.cuda->files.data()) continue;  // written by describe()
    files.push_back((fs::path(definition.cuda->path).parent_path() / file.name).lexically_normal().string());
  }
  return files;
}

/// The build looks at file names only, so that it expects a wrapper of `<kernel>.cpp` whatever the spec says.
void add_launch_rule(const spec::KernelSpec& spec, const std::string& file, const std::string& prefix,
                     BuildFiles& out) {
  const std::string stem = spec.kernel + "_threads";
  out.texts[stem + ".cpp"] = spec.threads_function
                                 ? launch_rule_source(spec, file, prefix)
                                 : "// Written by kparity: the spec does not say `threads: function`.\n";
  out.texts[stem + ".flags"] = response_file(host_compile_flags(spec, {std::string(reference_name), file}));
}

}  // namespace

BuildFiles build_files(const std::string& name, const std::string& prefix, const std::vector<KernelSource>& sources,
                       const std::map<std::string, std::string>& unavailable) {
  refuse_problems(sources);
  BuildFiles out;
  std::vector<spec::KernelSpec> specs;
  std::vector<spec::KernelFolder> folders;
  std::vector<std::string> linker_words;
  for (const KernelSource& source : sources) {
    if (!source.spec) continue;
    specs.push_back(*source.spec);
    folders.push_back(source.folder);
    out.dependencies.push_back(source.spec->file);
    const std::vector<std::string> cuda = cuda_files(*source.spec, source.folder);
    out.dependencies.insert(out.dependencies.end(), cuda.begin(), cuda.end());
    if (source.folder.extra_file) add_launch_rule(*source.spec, *source.folder.extra_file, prefix, out);
    for (const spec::HostFile& file : ranked_hosts(source.folder)) {
      if (unavailable.contains(file.implementation)) continue;
      const std::string stem = source.spec->kernel + "_" + file.implementation;
      out.texts[stem + ".cpp"] = wrapper_source(*source.spec, file, prefix);
      out.texts[stem + ".flags"] = response_file(host_compile_flags(*source.spec, file));
      add_linker_words(*source.spec, file, linker_words);
    }
  }
  TableSource table = table_source(name, prefix, specs, folders, unavailable);
  out.texts[name + ".hpp"] = std::move(table.header);
  out.texts[name + "_table.cpp"] = std::move(table.source);
  out.texts[name + ".libs"] = response_file(linker_words);
  return out;
}

}  // namespace kparity::compile
