// All files that a build needs for one catalogue, as text: what kparity_add_kernels compiles.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"

namespace kparity::compile {

struct BuildFiles {
  std::map<std::string, std::string>
      texts;  // by name: "<name>.hpp", "<name>_table.cpp", "axpy_openmp.cpp", ".flags", ".libs"
  std::vector<std::string> dependencies;  // the specs, `.cu` files and their includes that the texts were made from
};

/// The files of the catalogue `name`: its table and header, a wrapper and a response file of flags for each host file
/// whose kind is not `unavailable`, and a response file with what the linker needs. Kernels without a spec have no part
/// in it. Throws SpecError with the problems of all sources.
BuildFiles build_files(const std::string& name, const std::string& prefix, const std::vector<KernelSource>& sources,
                       const std::map<std::string, std::string>& unavailable);

}  // namespace kparity::compile
