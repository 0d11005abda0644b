// Closures over includes, from the folders that the spec names.
#include "sources.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "kparity/files.hpp"
#include "kparity/implementation.hpp"
#include "kparity/spec/device_function.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

namespace {

class Collection {
 public:
  explicit Collection(const compile::KernelSource& source) : folder_(fs::absolute(source.folder.path)) {}

  /// A file with what it includes from its folder and from `dirs`, which count from the kernel's folder.
  void add(const std::string& path, const std::vector<std::string>& dirs) {
    std::error_code ignored;
    if (path.empty() || !fs::is_regular_file(path, ignored)) return;
    std::vector<std::string> folders{folder_.string()};
    for (const std::string& dir : dirs) folders.push_back((folder_ / dir).lexically_normal().string());
    for (SourceFile& file : include_closure(path, folders).files) {
      file.name = fs::path(file.path).lexically_relative(folder_.lexically_normal()).generic_string();
      files_.try_emplace(file.name, std::move(file));
    }
  }

  std::vector<SourceFile> take() {
    std::vector<SourceFile> out;
    for (auto& [name, file] : files_) out.push_back(std::move(file));
    return out;
  }

 private:
  fs::path folder_;
  std::map<std::string, SourceFile> files_;
};

void add_judged(const compile::KernelSource& source, Collection& files) {
  const spec::KernelSpec& spec = *source.spec;
  for (const spec::HostFile& host : source.folder.hosts)
    if (host.implementation == reference_name) files.add(host.path, spec.host_include_dirs);
  if (source.folder.extra_file) files.add(*source.folder.extra_file, spec.host_include_dirs);
  if (source.folder.cuda_file) files.add(*source.folder.cuda_file, spec.cuda_include_dirs);
  if (spec.device_function) files.add(spec::find_device_header(spec, source.folder.path), spec.cuda_include_dirs);
}

}  // namespace

std::vector<SourceFile> judged_files(const compile::KernelSource& source) {
  Collection files(source);
  add_judged(source, files);
  return files.take();
}

std::vector<SourceFile> scanned_files(const compile::KernelSource& source) {
  Collection files(source);
  if (source.spec) add_judged(source, files);
  for (const spec::HostFile& host : source.folder.hosts)
    files.add(host.path, source.spec ? source.spec->host_include_dirs : std::vector<std::string>());
  if (!source.spec && source.folder.cuda_file) files.add(*source.folder.cuda_file, {".."});
  if (source.folder.spec_file) files.add(*source.folder.spec_file, {});
  return files.take();
}

}  // namespace kparity::gate
