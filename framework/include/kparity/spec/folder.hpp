// What lies in a kernel folder: the spec, the host files by implementation, the `.cu`. A folder is a kernel if it holds
// `<folder>.yaml`, a `<folder>_*.cpp` (or another host kind's ending) or a `<folder>_cuda.cu`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/spec/problem.hpp"

namespace kparity::spec {

/// The file of the functions that `tolerance: {custom: ...}` names is called `<kernel>` with this.
inline constexpr std::string_view comparators_ending = "_compare.cpp";

struct HostFile {
  std::string implementation;  // "openmp", from `<kernel>_openmp.cpp`
  std::string path;
};

struct KernelFolder {
  std::string name;
  std::string path;
  std::optional<std::string> spec_file;
  std::vector<HostFile> hosts;  // sorted by implementation, `reference` included
  std::optional<std::string> cuda_file;
  std::optional<std::string> extra_file;        // `<kernel>.cpp`
  std::optional<std::string> comparators_file;  // `<kernel>_compare.cpp`
  std::string cases_path;                       // `<kernel>.cases`, whether it exists or not
  std::string expected_cuda_path;               // `<path>/<kernel>_cuda.cu`, whether it exists or not
  std::vector<Problem> problems;                // no reference, a name that is no identifier or a keyword, ...
};

/// The kernel folder `path`. Throws NotAKernelFolder (not a folder, or none of the three files), FileNotFound.
KernelFolder read_folder(const std::string& path, const std::vector<std::string>& source_endings = {".cpp", ".f90"});

/// `root` itself if it is a kernel folder, else all kernel folders directly below it, sorted by name; others are
/// ignored, except one that holds spec and reference of a kernel of another name, which has that as its problem.
/// Throws NotAKernelFolder (not a folder), FileNotFound.
std::vector<KernelFolder> find_kernel_folders(const std::string& root,
                                              const std::vector<std::string>& source_endings = {".cpp", ".f90"});

}  // namespace kparity::spec
