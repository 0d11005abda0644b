// Which files of a kernel the gate looks at.
#pragma once

#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"
#include "kparity/includes.hpp"

namespace kparity::gate {

/// What a verdict of the device depends on: reference, CUDA file, launch rule, and all that they include; each once, in
/// the order of their names, which are relative to the kernel's folder. The source has a spec.
std::vector<SourceFile> judged_files(const compile::KernelSource& source);

/// All files that a static scan reads: those, the other host files, the headers of structs, the spec.
std::vector<SourceFile> scanned_files(const compile::KernelSource& source);

}  // namespace kparity::gate
