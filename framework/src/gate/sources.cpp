// Closures over includes, from the folders that the spec names.
#include "sources.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "kparity/implementation.hpp"
#include "kparity/includes.hpp"
#include "kparity/sha256.hpp"
#include "kparity/spec/device_function.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

namespace {

std::string hash_of_lines(const std::string& text) {
  if (text.find('\r') == std::string::npos) return sha256(text);
  std::string lines;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') lines += text[i];
  return sha256(lines);
}

class Collection {
 public:
  explicit Collection(const compile::KernelSource& source)
      : folder_(fs::absolute(source.folder.path).lexically_normal()) {}

  /// A file with what it includes from its folder and from `dirs`, which count from the kernel's folder.
  void add(const std::string& path, const std::vector<std::string>& dirs, bool is_judged) {
    std::error_code ignored;
    if (path.empty() || !fs::is_regular_file(path, ignored)) return;
    std::vector<std::string> folders{folder_.string()};
    for (const std::string& dir : dirs) folders.push_back((folder_ / dir).lexically_normal().string());
    for (SourceFile& file : include_closure(path, folders).files) {
      std::string name = fs::path(file.path).lexically_relative(folder_).generic_string();
      ScannedFile& kept = files_[name];
      kept.is_judged = kept.is_judged || is_judged;
      if (!kept.name.empty()) continue;
      kept.hash = hash_of_lines(file.text);
      kept.path = std::move(file.path);
      kept.text = std::move(file.text);
      kept.name = std::move(name);
    }
  }

  std::vector<ScannedFile> take() {
    std::vector<ScannedFile> out;
    for (auto& [name, file] : files_) out.push_back(std::move(file));
    return out;
  }

 private:
  fs::path folder_;
  std::map<std::string, ScannedFile> files_;
};

void add_cuda(const compile::KernelSource& source, Collection& files) {
  if (!source.spec) {
    if (source.folder.cuda_file) files.add(*source.folder.cuda_file, spec::KernelSpec().cuda_include_dirs, true);
    return;
  }
  const spec::KernelSpec& spec = *source.spec;
  if (source.folder.cuda_file) files.add(*source.folder.cuda_file, spec.cuda_include_dirs, true);
  if (spec.device_function) files.add(spec::find_device_header(spec, source.folder.path), spec.cuda_include_dirs, true);
}

}  // namespace

std::vector<ScannedFile> scanned_files(const compile::KernelSource& source) {
  Collection files(source);
  const std::vector<std::string> dirs = source.spec ? source.spec->host_include_dirs : std::vector<std::string>();
  add_cuda(source, files);
  for (const spec::HostFile& host : source.folder.hosts)
    files.add(host.path, dirs, host.implementation == reference_name);
  if (source.folder.extra_file) files.add(*source.folder.extra_file, dirs, true);
  if (source.folder.comparators_file) files.add(*source.folder.comparators_file, dirs, true);
  if (source.folder.spec_file) files.add(*source.folder.spec_file, {}, false);
  return files.take();
}

std::string source_hash_of(const compile::KernelSource& source, const std::vector<ScannedFile>& files,
                           const std::string& version) {
  if (!source.spec || !source.problems.empty()) return "";
  std::string text = fmt::format("kparity {}\nspec {:016x}\n", version, source.spec->hash);
  for (const ScannedFile& file : files)
    if (file.is_judged) text += fmt::format("{} {}\n", file.name, file.hash);
  return sha256(text);
}

}  // namespace kparity::gate
