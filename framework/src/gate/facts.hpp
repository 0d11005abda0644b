// What a static scan knows about one kernel of one tree: its files, its spec, and whether the sources' parameters agree
// with it. Nothing is compiled and nothing runs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"

namespace kparity::gate {

enum class Parameters : std::uint8_t {
  agree,
  differ,
  unreadable,  // with a reason: no libclang, an error in the file
  unread,      // nobody looked
};

struct KernelFacts {
  std::string kernel;
  std::string folder;              // relative to the top of the tree, as all names here
  std::string file;                // the spec, or the folder
  std::string cuda_file;           // empty if there is none
  std::string expected_cuda_file;  // where it is or would be
  bool has_entry = false;          // the CUDA file defines the kernel
  std::string hash;                // of its sources; empty if it cannot be checked
  std::vector<std::string> files;  // all that a scan reads
  std::vector<spec::Problem> problems;
  std::optional<spec::KernelSpec> spec;
  std::vector<std::string> opt_outs;  // lines of the CUDA file that let the checker pass something
  bool has_host = false;
  std::string parameters_key;  // of the cache: changes with every file and with libclang
  Parameters parameters = Parameters::unread;
  std::string parameters_text;  // why not `agree`
  std::string parameters_file;  // and where
  int parameters_line = 0;
};

struct ScanOptions {
  std::string top;      // of the tree on disk, absolute; names are relative to it
  std::string version;  // of kparity, for hashes
};

/// Everything but the parameters.
KernelFacts scan(const compile::KernelSource& source, const ScanOptions& options);

/// Reads the parameters of all sources, or takes them from the cache where the very same files were read before. With
/// `only_cached` nothing is parsed, and what is not there stays unread.
void scan_parameters(const compile::KernelSource& source, const ScanOptions& options, bool only_cached,
                     KernelFacts& facts);

/// `path` relative to `top`, with forward slashes; as it is if it is not below.
std::string name_below(const std::string& top, const std::string& path);

}  // namespace kparity::gate
