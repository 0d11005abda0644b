// What the tests of the cache and their worker processes have in common: kernels small enough to be compiled often.
#pragma once

#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"

namespace kparity::test {

/// One kernel out of the cache, or compiled.
struct Made {
  std::string kernel;
  bool was_compiled = false;
  std::string digest;  // of its code
};

/// The CUDA version of each kernel of a folder for sm_90, through the cache of this process.
std::vector<Made> make_cuda(const std::string& folder);

/// The reference of each kernel of a folder, through the cache of this process, and called. Throws if it is wrong.
void make_hosts(const std::string& folder);

/// The folders below `folder`, with specs in which every generator and tolerance may occur.
std::vector<compile::KernelSource> sources_in(const std::string& folder);

}  // namespace kparity::test
