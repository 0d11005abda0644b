// Scans an older revision through git: only folders that differ are written to a temporary folder and read; what is the
// same is not read twice.
#include "tree.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include "kparity/error.hpp"
#include "kparity/files.hpp"

namespace kparity::gate {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view evidence_ending = ".evidence.json";

/// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "kparity-base-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw RuntimeFailure(
          fmt::format("cannot make a folder in '{}' for the base", fs::temp_directory_path().string()));
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// "axpy" of "specs/axpy/axpy.yaml" below "specs/"; empty for a file of the folder itself, or outside.
std::string child_of(const std::string& prefix, const std::string& name) {
  if (!name.starts_with(prefix)) return "";
  const auto slash = name.find('/', prefix.size());
  return slash == std::string::npos ? "" : name.substr(prefix.size(), slash - prefix.size());
}

bool is_header(const std::string& name) {
  static const std::set<std::string> endings{".h", ".hh", ".hpp", ".hxx", ".cuh", ".inc", ".inl", ".ipp", ""};
  return endings.contains(fs::path(name).extension().string());
}

bool is_evidence(const std::string& name) {
  return name.ends_with(evidence_ending);
}

void write_base(const Repository& repository, const FileDifferences& differences, const std::set<std::string>& folders,
                const fs::path& to) {
  std::vector<std::string> names, blobs;
  for (const auto& [name, blob] : differences.base_blobs) {
    if (!folders.contains(child_of(repository.prefix, name)) && !is_header(name)) continue;
    names.push_back(name);
    blobs.push_back(blob);
  }
  const auto contents = read_blobs(repository, blobs);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const fs::path file = to / names[i];
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << contents[i];
  }
}

/// The name of the evidence beside the spec.
std::string evidence_beside(const KernelFacts& facts) {
  return facts.folder + "/" + evidence_name(facts.kernel);
}

void read_base_evidence(const Repository& repository, const FileDifferences& differences, const Tree& head,
                        Tree& base) {
  std::vector<std::string> names, blobs;
  for (const auto& [name, blob] : differences.base_blobs) {
    if (!is_evidence(name)) continue;
    names.push_back(name);
    blobs.push_back(blob);
  }
  const auto contents = read_blobs(repository, blobs);
  for (std::size_t i = 0; i < names.size(); ++i) {
    try {
      Evidence evidence = parse_evidence(contents[i], names[i]);
      const auto kernel = base.kernels.find(evidence.kernel);
      if (kernel != base.kernels.end() && names[i] == evidence_beside(kernel->second))
        base.evidence.insert_or_assign(evidence.kernel, std::move(evidence));
    } catch (const InvalidArgument&) {  // of the base: whoever wrote it has been told
    }
  }
  // Evidence that lies outside the tree speaks of the base, too, where the sources are the same.
  for (const auto& [kernel, evidence] : head.evidence) {
    const auto facts = base.kernels.find(kernel);
    if (facts != base.kernels.end() && facts->second.hash == evidence.hash &&
        evidence.file != evidence_beside(facts->second))
      base.evidence.try_emplace(kernel, evidence);
  }
}

/// Whether a YAML file begins a line with the first key of a spec.
bool looks_like_spec(const std::string& top, const std::string& name) {
  if (!name.ends_with(".yaml") && !name.ends_with(".yml")) return false;
  const std::string text = "\n" + read_file((fs::path(top) / name).string());
  return text.find("\nkernel:") != std::string::npos && text.find("\nsignature:") != std::string::npos;
}

}  // namespace

bool FileDifferences::is_changed(const std::string& name) const {
  return std::binary_search(changed.begin(), changed.end(), name);
}

FileDifferences compare_files(const Repository& repository, const Base& base, const std::vector<std::string>& names) {
  std::set<std::string> paths;  // what of the base matters: the kernels' folder, and folders of headers elsewhere
  if (!repository.prefix.empty()) {
    paths.insert(repository.prefix);
    for (const std::string& name : names)
      if (!name.starts_with(repository.prefix)) paths.insert(name);
  }
  FileDifferences differences;
  for (TreeFile& file : list_tree(repository, base.commit, {paths.begin(), paths.end()}))
    differences.base_blobs.insert_or_assign(std::move(file.path), std::move(file.blob));
  std::set<std::string> changed, seen;
  std::vector<std::string> existing;
  std::error_code ignored;
  for (const std::string& name : names)
    if (fs::is_regular_file(fs::path(repository.top) / name, ignored)) existing.push_back(name);
  for (const TreeFile& file : hash_files(repository, existing)) {
    seen.insert(file.path);
    const auto found = differences.base_blobs.find(file.path);
    if (found == differences.base_blobs.end() || found->second != file.blob) changed.insert(file.path);
  }
  for (const std::string& name : existing)
    if (!seen.contains(name)) changed.insert(name);
  for (const auto& [name, blob] : differences.base_blobs)
    if (!seen.contains(name)) changed.insert(name);
  differences.changed.assign(changed.begin(), changed.end());
  return differences;
}

std::string folder_of(const Repository& repository, const KernelFacts& facts) {
  return facts.folder == "." ? "" : child_of(repository.prefix, facts.folder + "/");
}

std::set<std::string> differing_folders(const Repository& repository, const FileDifferences& differences,
                                        const Tree& head) {
  std::set<std::string> folders;
  bool header_is_gone = false;
  std::set<std::string> changed;
  for (const std::string& name : differences.changed) {
    if (is_evidence(name)) continue;
    changed.insert(name);
    folders.insert(child_of(repository.prefix, name));
    header_is_gone = header_is_gone || (is_header(name) && differences.base_blobs.contains(name) &&
                                        !fs::exists(fs::path(repository.top) / name));
  }
  for (const auto& [kernel, facts] : head.kernels) {
    const auto is_changed = [&](const std::string& file) { return changed.contains(file); };
    // What an include meant that now means another file, or nothing, is not seen in the head.
    if (header_is_gone || std::any_of(facts.files.begin(), facts.files.end(), is_changed))
      folders.insert(folder_of(repository, facts));
  }
  return folders;
}

Tree base_tree(const Repository& repository, const FileDifferences& differences, const Tree& head,
               const std::set<std::string>& folders, const ReadSources& read, const ScanOptions& options) {
  Tree base;
  for (const auto& [kernel, facts] : head.kernels)
    if (!folders.contains(folder_of(repository, facts))) base.kernels.emplace(kernel, facts);
  if (!folders.empty()) {
    const TemporaryFolder temporary;
    write_base(repository, differences, folders, temporary.path());
    const fs::path root = temporary.path() / repository.prefix;
    const ScanOptions of_base{temporary.path().string(), options.version};
    if (fs::is_directory(root)) {
      for (const compile::KernelSource& source : read(root.string())) {
        KernelFacts facts = scan(source, of_base);
        scan_parameters(source, of_base, false, facts);
        base.kernels.insert_or_assign(facts.kernel, std::move(facts));
      }
    }
  }
  read_base_evidence(repository, differences, head, base);
  return base;
}

std::vector<std::string> files_below(const std::string& folder, const std::string& top) {
  std::vector<std::string> names;
  const fs::path begin = fs::absolute(top).lexically_normal();
  std::error_code ignored;
  for (auto entry = fs::recursive_directory_iterator(fs::absolute(folder).lexically_normal(),
                                                     fs::directory_options::skip_permission_denied, ignored);
       entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (entry->is_directory(ignored) && name.starts_with('.')) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(ignored)) {
      names.push_back(entry->path().lexically_relative(begin).generic_string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> find_orphans(const std::map<std::string, KernelFacts>& kernels,
                                      const std::vector<std::string>& files, const std::string& top) {
  std::set<std::string> used, folders;
  for (const auto& [kernel, facts] : kernels) {
    used.insert(facts.files.begin(), facts.files.end());
    used.insert(facts.cuda_file);
    folders.insert(facts.folder);
  }
  std::vector<std::string> orphans;
  for (const std::string& name : files) {
    const bool is_of_kernel = folders.contains(fs::path(name).parent_path().generic_string());
    const bool is_cuda = name.ends_with("_cuda.cu") || (name.ends_with(".cu") && is_of_kernel);
    // In the folder of a kernel the scan itself complains of a spec that it does not read.
    const bool is_spec = !is_of_kernel && looks_like_spec(top, name);
    if ((is_cuda || is_spec) && !used.contains(name)) orphans.push_back(name);
  }
  return orphans;
}

}  // namespace kparity::gate
