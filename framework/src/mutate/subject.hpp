// The files of an implementation that can be broken, and the kernel with one of them broken.
#pragma once

#include <string>
#include <vector>

#include "kparity/mutate/mutate.hpp"

namespace kparity::mutate {

struct File {
  std::string name;  // "axpy_cuda.cu", "../common/block_sum.cuh"
  std::string text;
  std::size_t index = 0;  // among the files of the CUDA source
};

/// Generated code is left out. Throws RuntimeFailure if a file cannot be read.
std::vector<File> files_of(const Subject& subject);

/// The kernel whose implementation has this text in the place of the file's.
Kernel with_text(const Subject& subject, const File& file, std::string text);

}  // namespace kparity::mutate
