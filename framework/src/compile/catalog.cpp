// From folders to a runtime catalogue. Listing reads files only; a compiler runs when an implementation is first used.
#include "kparity/compile/catalog.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "describe.hpp"
#include "kparity/compile/host_file.hpp"
#include "kparity/compile/host_kind.hpp"
#include "kparity/in_parallel.hpp"
#include "kparity/spec/device_function.hpp"
#include "kparity/spec/reader.hpp"
#include "kparity/spec/size_constants.hpp"

namespace kparity::compile {

namespace {

void check_kind(const spec::HostFile& file, std::vector<spec::Problem>& problems) {
  const HostKind* kind = find_host_kind(file.implementation);
  const std::string ending = std::filesystem::path(file.path).extension().string();
  std::vector<std::string> names;
  for (const HostKind& known : host_kinds()) names.push_back(known.name);
  if (kind == nullptr) {
    problems.push_back({{file.path, 0, 0},
                        "'" + file.implementation + "' is no kind of host implementation" +
                            spec::did_you_mean(file.implementation, names) + "; there are " + host_kind_names()});
  } else if (kind->ending != ending) {
    problems.push_back({{file.path, 0, 0},
                        "a file of kind '" + kind->name + "' ends in '" + kind->ending + "', not in '" + ending + "'"});
  }
}

/// The `.cu` of such a kernel is written by us, so nobody else may have written one; the header must be there.
void check_device_function(KernelSource& source) {
  const spec::DeviceFunction& function = *source.spec->device_function;
  if (source.folder.cuda_file) {
    source.problems.push_back({function.where, "a spec with `device_function:` gets its kernel from kparity, so '" +
                                                   *source.folder.cuda_file + "' has no place in the folder"});
  }
  if (spec::find_device_header(*source.spec, source.folder.path).empty()) {
    source.problems.push_back({function.where, "the header '" + function.header +
                                                   "' of device_function is neither in the folder of the kernel nor in "
                                                   "'include_dirs' of cuda"});
  }
  source.folder.cuda_file = source.folder.expected_cuda_path;
}

/// The functions that tolerances name have a file, and a file of such functions is used.
void check_comparators(const spec::KernelSpec& spec, const spec::KernelFolder& folder,
                       std::vector<spec::Problem>& problems) {
  const auto is_custom = [](const spec::OutputSpec& output) { return output.tolerance.form.kind == spec::custom_form; };
  const auto custom = std::find_if(spec.outputs.begin(), spec.outputs.end(), is_custom);
  if (custom != spec.outputs.end() && !folder.comparators_file) {
    problems.push_back({custom->tolerance.form.where, "the tolerance of '" + custom->name + "' needs a file '" +
                                                          folder.name + std::string(spec::comparators_ending) +
                                                          "' with its function"});
  }
  if (custom == spec.outputs.end() && folder.comparators_file) {
    problems.push_back(
        {{*folder.comparators_file, 0, 0}, "this file has no effect: no output says `tolerance: {custom: ...}`"});
  }
}

KernelSource read_source(spec::KernelFolder folder, const spec::Vocabulary& vocabulary) {
  KernelSource source;
  source.problems = folder.problems;
  for (const spec::HostFile& file : folder.hosts) check_kind(file, source.problems);
  if (folder.spec_file) {
    try {
      source.spec = spec::read(*folder.spec_file, vocabulary);
    } catch (const spec::SpecError& error) {
      source.problems.insert(source.problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (source.spec && source.spec->threads_function && !folder.extra_file) {
    source.problems.push_back({*source.spec->threads_function, "'threads: function' needs a file '" + folder.name +
                                                                   ".cpp' with a function '" + folder.name +
                                                                   "_threads' of the kernel's parameters"});
  }
  if (source.spec) check_comparators(*source.spec, folder, source.problems);
  if (source.spec) source.spec->source_constants = spec::size_constants(folder);
  source.folder = std::move(folder);
  if (source.spec && source.spec->device_function) check_device_function(source);
  return source;
}

std::function<LoadedHost()> compiling_loader(const spec::KernelSpec& spec, const spec::HostFile& file,
                                             const CatalogOptions& options) {
  const auto compile = options.compile_host ? options.compile_host : compile_host_file;
  return [spec, file, compile] {
    std::string object = compile(spec, file);
    // Another process may just have emptied the cache.
    if (!std::filesystem::exists(object)) object = compile(spec, file);
    return open_host_file(object, spec, file.implementation);
  };
}

void add_or_replace(std::vector<HostImplementation>& hosts, HostImplementation added) {
  const auto same = [&](const HostImplementation& host) { return host.name == added.name; };
  const auto found = std::find_if(hosts.begin(), hosts.end(), same);
  if (found != hosts.end()) {
    *found = std::move(added);
    return;
  }
  const auto later = [&](const HostImplementation& host) { return rank_of(host.name) > rank_of(added.name); };
  hosts.insert(std::find_if(hosts.begin(), hosts.end(), later), std::move(added));
}

void add_fallbacks(const std::string& kernel, const CatalogOptions& options, std::vector<HostImplementation>& hosts) {
  const auto found = options.host_fallback.find(kernel);
  if (found == options.host_fallback.end()) return;
  for (const auto& [name, loaded] : found->second) {
    add_or_replace(hosts, {name, [loaded = loaded] { return loaded; }});
  }
}

void simulate_absence(const CatalogOptions& options, std::vector<HostImplementation>& hosts) {
  for (HostImplementation& host : hosts) {
    const auto found = options.unavailable.find(host.name);
    if (found == options.unavailable.end()) continue;
    host.load = [reason = found->second]() -> LoadedHost { throw ImplementationUnavailable(reason); };
  }
}

bool is_usable(const KernelSource& source) {
  return source.spec.has_value() && source.problems.empty();
}

}  // namespace

std::vector<KernelSource> read_sources(const std::string& root, const spec::Vocabulary& vocabulary) {
  std::vector<KernelSource> sources;
  for (spec::KernelFolder& folder : spec::find_kernel_folders(root, source_endings())) {
    sources.push_back(read_source(std::move(folder), vocabulary));
  }
  return sources;
}

KernelDefinition definition(const spec::KernelSpec& spec, const spec::KernelFolder& folder,
                            const CatalogOptions& options) {
  KernelDefinition definition = describe(spec, folder);
  for (const spec::HostFile& file : ranked_hosts(folder)) {
    definition.hosts.push_back({file.implementation, compiling_loader(spec, file, options)});
  }
  if (spec.threads_function && folder.extra_file) {
    definition.launch.threads_from = launch_rule(spec, *folder.extra_file);
  }
  add_fallbacks(spec.kernel, options, definition.hosts);
  simulate_absence(options, definition.hosts);
  return definition;
}

KernelCatalog make_catalog(const std::vector<KernelSource>& sources, const CatalogOptions& options) {
  KernelCatalog catalog;
  for (const KernelSource& source : sources) {
    if (is_usable(source)) catalog.register_kernel(Kernel(definition(*source.spec, source.folder, options)));
  }
  return catalog;
}

CompileHost remembering_failures(CompileHost compile) {
  struct Memory {
    std::mutex mutex;
    std::map<std::string, std::exception_ptr> failures;  // by path of the file
  };
  return [compile = std::move(compile), memory = std::make_shared<Memory>()](const spec::KernelSpec& spec,
                                                                             const spec::HostFile& file) {
    {
      const std::lock_guard lock(memory->mutex);
      if (const auto known = memory->failures.find(file.path); known != memory->failures.end())
        std::rethrow_exception(known->second);
    }
    try {
      return compile(spec, file);
    } catch (...) {
      const std::lock_guard lock(memory->mutex);
      memory->failures[file.path] = std::current_exception();
      throw;
    }
  };
}

void compile_ahead(const std::vector<KernelSource>& sources, unsigned jobs, const CompileHost& compile) {
  std::vector<std::function<void()>> tasks;
  for (const KernelSource& source : sources) {
    if (!is_usable(source)) continue;
    const spec::KernelSpec& spec = *source.spec;
    for (const spec::HostFile& file : source.folder.hosts)
      tasks.emplace_back([&] { (compile ? compile : compile_host_file)(spec, file); });
    if (spec.threads_function && source.folder.extra_file)
      tasks.emplace_back([&] { compile_launch_rule(spec, *source.folder.extra_file); });
  }
  in_parallel(tasks.size(), jobs, [&](std::size_t i) {
    try {
      tasks[i]();
    } catch (const Error&) {  // whoever loads the file gets the words
    }
  });
}

void load_ahead(const KernelCatalog& catalog, unsigned jobs) {
  std::vector<std::pair<const Kernel*, std::string>> hosts;
  for (const std::string& name : catalog.names()) {
    const Kernel& kernel = catalog.at(name);
    for (const HostImplementation& host : kernel.definition().hosts) hosts.emplace_back(&kernel, host.name);
  }
  in_parallel(hosts.size(), jobs, [&](std::size_t i) { hosts[i].first->available(hosts[i].second); });
}

}  // namespace kparity::compile
