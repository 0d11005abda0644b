// One tree of kernels as the gate sees it: the one on disk, or an older revision of it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "facts.hpp"
#include "git.hpp"
#include "kparity/gate/evidence.hpp"
#include "kparity/spec/policy.hpp"

namespace kparity::gate {

struct Tree {
  std::map<std::string, KernelFacts> kernels;    // by name
  std::map<std::string, Evidence> evidence;      // by kernel; the file beside the spec, or one of a folder given
  std::vector<spec::Problem> evidence_problems;  // files that are no evidence
  std::vector<std::string> orphans;              // CUDA files and specs that belong to no kernel
  std::optional<spec::GatePolicy> policy;        // of that tree
};

/// The kernels below a folder on disk, as the caller reads them.
using ReadSources = std::function<std::vector<compile::KernelSource>(const std::string& folder)>;

/// Compares the files of the working tree below the kernels' folder with those of a revision.
struct FileDifferences {
  std::map<std::string, std::string> base_blobs;  // by name below the top
  std::vector<std::string> changed;               // added, removed or different; sorted
  bool is_changed(const std::string& name) const;
};
FileDifferences compare_files(const Repository& repository, const Base& base, const std::vector<std::string>& names);

/// The folders below the kernels' folder whose kernels may differ; "" is the folder itself.
std::set<std::string> differing_folders(const Repository& repository, const FileDifferences& differences,
                                        const Tree& head);
/// The one that a kernel lies in.
std::string folder_of(const Repository& repository, const KernelFacts& facts);

/// The kernels of `folders`, scanned from the revision in a folder that goes away; the rest is that of `head`.
Tree base_tree(const Repository& repository, const FileDifferences& differences, const Tree& head,
               const std::set<std::string>& folders, const ReadSources& read, const ScanOptions& options);

/// All files below a folder, relative to `top`, sorted; hidden folders are left out.
std::vector<std::string> files_below(const std::string& folder, const std::string& top);

/// CUDA files that no kernel includes and specs of no kernel, among `files` (below `top`).
std::vector<std::string> find_orphans(const std::map<std::string, KernelFacts>& kernels,
                                      const std::vector<std::string>& files, const std::string& top);

}  // namespace kparity::gate
