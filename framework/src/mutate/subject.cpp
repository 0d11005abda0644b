// A broken CUDA source lives in memory only; a broken host file is written into the cache, where its object goes, too.
#include "subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "kparity/compile/cache.hpp"
#include "kparity/compile/files.hpp"
#include "kparity/compile/host_file.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/sha256.hpp"

namespace kparity::mutate {

namespace {

namespace fs = std::filesystem;

const spec::HostFile& host_file(const Subject& subject) {
  const auto& hosts = subject.source->folder.hosts;
  const auto found = std::find_if(hosts.begin(), hosts.end(), [&](const spec::HostFile& host) {
    return host.implementation == subject.implementation;
  });
  if (found == hosts.end())
    throw ImplementationUnavailable(
        fmt::format("kernel '{}' has no implementation '{}'", subject.source->folder.name, subject.implementation));
  return *found;
}

LoadedHost load_broken(const spec::KernelSpec& spec, const spec::HostFile& original, const std::string& text) {
  spec::KernelSpec with_folder = spec;  // what the file includes from its own folder is still there
  with_folder.host_include_dirs.insert(with_folder.host_include_dirs.begin(), ".");
  spec::HostFile broken = original;
  const std::string ending = fs::path(original.path).extension().string();
  broken.path = compile::cached_file(sha256("mutant\n" + original.path + '\n' + text), ending,
                                     [&](const std::string& path) { compile::write_if_changed(path, text); });
  return compile::open_host_file(compile::compile_host_file(with_folder, broken), with_folder, broken.implementation);
}

}  // namespace

std::vector<File> files_of(const Subject& subject) {
  std::vector<File> files;
  if (subject.implementation != cuda_name) {
    const spec::HostFile& host = host_file(subject);
    files.push_back({fs::path(host.path).filename().string(), read_file(host.path), 0});
    return files;
  }
  const CudaSource& source = *subject.kernel->definition().cuda;
  const bool is_generated = subject.source->spec->device_function.has_value();
  for (std::size_t i = is_generated ? 1 : 0; i < source.files.size(); ++i)
    files.push_back({source.files[i].name, source.files[i].text, i});
  return files;
}

Kernel with_text(const Subject& subject, const File& file, std::string text) {
  KernelDefinition definition = subject.kernel->definition();
  if (subject.implementation == cuda_name) {
    definition.cuda->path.clear();  // the texts count, not the file on the disk
    definition.cuda->files[file.index].text = std::move(text);
    return Kernel(std::move(definition));
  }
  const spec::HostFile original = host_file(subject);
  for (HostImplementation& host : definition.hosts)
    if (host.name == subject.implementation)
      host.load = [spec = *subject.source->spec, original, text] { return load_broken(spec, original, text); };
  return Kernel(std::move(definition));
}

}  // namespace kparity::mutate
