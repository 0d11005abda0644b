// Which files of a kernel the gate looks at, with hashes of their contents.
#pragma once

#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"

namespace kparity::gate {

struct ScannedFile {
  std::string path;
  std::string name;  // relative to the kernel's folder
  std::string text;
  std::string hash;  // of the text; how lines end does not count
  bool is_judged =
      false;  // a verdict of the device depends on it: reference, CUDA file, launch rule, what they include
};

/// All files that a static scan reads, each once, in the order of their names: those that are judged, the other host
/// files with what they include, and the spec.
std::vector<ScannedFile> scanned_files(const compile::KernelSource& source);

/// See evidence.hpp.
std::string source_hash_of(const compile::KernelSource& source, const std::vector<ScannedFile>& files,
                           const std::string& version);

}  // namespace kparity::gate
