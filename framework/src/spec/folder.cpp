// Recognises the files of a kernel folder by their names, and says what is wrong with the set.
#include "kparity/spec/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "kparity/implementation.hpp"
#include "names.hpp"

namespace kparity::spec {

namespace fs = std::filesystem;

namespace {

// Usual endings of C, C++ and Fortran; which of them are read depends on the kinds.
constexpr std::string_view usual_endings[]{".c",   ".C",   ".cc",  ".cxx", ".c++", ".cpp", ".f",
                                           ".f90", ".f95", ".f03", ".f08", ".F",   ".F90"};

// The folder's own name, also for "specs/axpy/" and ".".
std::string name_of(const fs::path& folder) {
  const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  if (!name.empty() && name != "." && name != "..") return name.string();
  std::error_code ignored;
  const fs::path whole = fs::weakly_canonical(folder, ignored);
  return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

std::vector<std::string> file_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::error_code ignored;
    if (entry.is_regular_file(ignored)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// "openmp" of "axpy_openmp.cpp", or empty.
std::string implementation_of(const std::string& file, const std::string& kernel,
                              const std::vector<std::string>& endings) {
  if (!file.starts_with(kernel + "_")) return "";
  for (const std::string& ending : endings) {
    if (file.ends_with(ending) && file.size() > kernel.size() + 1 + ending.size()) {
      return file.substr(kernel.size() + 1, file.size() - kernel.size() - 1 - ending.size());
    }
  }
  return "";
}

void add_host(KernelFolder& folder, const std::string& implementation, const std::string& path) {
  const std::string why = why_no_name(implementation);
  const auto same = [&](const HostFile& other) { return other.implementation == implementation; };
  const auto other = std::find_if(folder.hosts.begin(), folder.hosts.end(), same);
  if (!why.empty()) {
    folder.problems.push_back({{path, 0, 0}, fmt::format("an implementation cannot be called so: {}", why)});
  } else if (implementation == cuda_name) {
    folder.problems.push_back(
        {{path, 0, 0}, fmt::format("'cuda' is the device implementation; its file is {}_cuda.cu", folder.name)});
  } else if (other != folder.hosts.end()) {
    folder.problems.push_back(
        {{path, 0, 0},
         fmt::format("'{}' is also the file of '{}'; one implementation has one file", other->path, implementation)});
  } else {
    folder.hosts.push_back({implementation, path});
  }
}

bool is_kernel(const KernelFolder& folder) {
  return folder.spec_file || folder.cuda_file || !folder.hosts.empty() || !folder.problems.empty();
}

// Files that look as if they should be read and are not, because of their names.
void report_misnamed(KernelFolder& folder, const fs::path& path, const std::vector<std::string>& names,
                     const std::vector<std::string>& endings) {
  const auto problem = [&](const std::string& name, const std::string& wanted) {
    folder.problems.push_back({{(path / name).string(), 0, 0}, fmt::format("this file is not read: {}", wanted)});
  };
  for (const std::string& name : names) {
    const std::string ending = fs::path(name).extension().string();
    const bool is_usual =
        std::find(std::begin(usual_endings), std::end(usual_endings), ending) != std::end(usual_endings);
    if ((ending == ".yml" || ending == ".yaml") && !folder.spec_file) {
      problem(name, fmt::format("the spec is called {}.yaml", folder.name));
    } else if (name == folder.name + ".cu" && !folder.cuda_file) {
      problem(name, fmt::format("the CUDA version is called {}_cuda.cu", folder.name));
    } else if (name.starts_with(folder.name + "_") && is_usual && !contains(endings, ending)) {
      problem(name, fmt::format("host implementations end in {}", join(endings, " or ")));
    }
  }
}

KernelFolder collect(const fs::path& path, const std::vector<std::string>& endings) {
  KernelFolder folder;
  folder.name = name_of(path);
  folder.path = path.string();
  folder.cases_path = (path / (folder.name + ".cases")).string();
  folder.expected_cuda_path = (path / (folder.name + "_cuda.cu")).string();
  const std::vector<std::string> names = file_names(path);
  const std::string comparators = folder.name + std::string(comparators_ending);
  if (contains(names, comparators)) folder.comparators_file = (path / comparators).string();
  for (const std::string& name : names) {
    if (name == comparators) continue;
    const std::string implementation = implementation_of(name, folder.name, endings);
    if (!implementation.empty()) add_host(folder, implementation, (path / name).string());
  }
  const auto by_name = [](const HostFile& a, const HostFile& b) { return a.implementation < b.implementation; };
  std::sort(folder.hosts.begin(), folder.hosts.end(), by_name);
  if (contains(names, folder.name + ".yaml")) folder.spec_file = (path / (folder.name + ".yaml")).string();
  if (contains(names, folder.name + "_cuda.cu")) folder.cuda_file = folder.expected_cuda_path;
  if (contains(names, folder.name + ".cpp")) folder.extra_file = (path / (folder.name + ".cpp")).string();
  if (is_kernel(folder)) report_misnamed(folder, path, names, endings);
  return folder;
}

void add_problems(KernelFolder& folder) {
  if (const std::string why = why_no_name(folder.name); !why.empty()) {
    folder.problems.push_back(
        {{folder.path, 0, 0}, fmt::format("a kernel folder is named like its function: {}", why)});
  }
  const auto is_reference = [](const HostFile& file) { return file.implementation == reference_name; };
  if (std::none_of(folder.hosts.begin(), folder.hosts.end(), is_reference)) {
    folder.problems.push_back(
        {{folder.path, 0, 0},
         fmt::format("kernel '{0}' has no reference implementation; add {0}_reference.cpp", folder.name)});
  }
}

// The kernel whose spec and reference lie in a folder of another name, or empty.
std::string kernel_of_other_name(const fs::path& path, const std::vector<std::string>& endings) {
  const std::vector<std::string> names = file_names(path);
  for (const std::string& name : names) {
    if (!name.ends_with(".yaml")) continue;
    const std::string kernel = fs::path(name).stem().string();
    const auto is_reference = [&](const std::string& ending) {
      return contains(names, fmt::format("{}_reference{}", kernel, ending));
    };
    if (std::any_of(endings.begin(), endings.end(), is_reference)) return kernel;
  }
  return "";
}

KernelFolder misnamed_folder(const fs::path& path, const std::string& kernel) {
  KernelFolder folder;
  folder.name = name_of(path);
  folder.path = path.string();
  folder.problems.push_back(
      {{folder.path, 0, 0}, fmt::format("holds the kernel '{0}' and must be called '{0}', like its function", kernel)});
  return folder;
}

void check_is_folder(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw FileNotFound(fmt::format("'{}' does not exist", path));
}

}  // namespace

KernelFolder read_folder(const std::string& path, const std::vector<std::string>& source_endings) {
  check_is_folder(path);
  if (!fs::is_directory(path)) throw NotAKernelFolder(fmt::format("'{}' is a file, not a kernel folder", path));
  KernelFolder folder = collect(path, source_endings);
  if (!is_kernel(folder)) {
    throw NotAKernelFolder(
        fmt::format("'{0}' is not a kernel folder: it holds no {1}.yaml, no {1}_*{2} and no {1}_cuda.cu", path,
                    folder.name, join(source_endings, fmt::format(", no {}_*", folder.name))));
  }
  add_problems(folder);
  return folder;
}

namespace {

std::optional<KernelFolder> read_if_kernel(const std::string& path, const std::vector<std::string>& endings) {
  if (is_kernel(collect(path, endings))) return read_folder(path, endings);
  const std::string kernel = kernel_of_other_name(path, endings);
  if (kernel.empty()) return std::nullopt;
  return misnamed_folder(path, kernel);
}

}  // namespace

std::vector<KernelFolder> find_kernel_folders(const std::string& root, const std::vector<std::string>& source_endings) {
  check_is_folder(root);
  std::vector<KernelFolder> folders;
  if (!fs::is_directory(root)) {
    const std::string parent = fs::path(root).parent_path().string();
    throw NotAKernelFolder(fmt::format("'{}' is a file, not a folder of kernels; give its folder '{}'", root,
                                       parent.empty() ? "." : parent));
  }
  if (auto folder = read_if_kernel(root, source_endings)) {
    folders.push_back(std::move(*folder));
    return folders;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
    std::error_code ignored;
    if (!entry.is_directory(ignored)) continue;
    if (auto folder = read_if_kernel(entry.path().string(), source_endings)) folders.push_back(std::move(*folder));
  }
  const auto by_name = [](const KernelFolder& a, const KernelFolder& b) { return a.name < b.name; };
  std::sort(folders.begin(), folders.end(), by_name);
  return folders;
}

}  // namespace kparity::spec
