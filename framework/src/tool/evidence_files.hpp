// Writes what a run on a device says about each kernel, beside the specs or into a folder.
#pragma once

#include <string>
#include <vector>

#include "kparity/result/measurement.hpp"
#include "session.hpp"

namespace kparity::tool {

/// `where` is a folder, or "beside" for the folders of the kernels. A file per kernel of which a CUDA version was
/// checked on a device; says on standard error which were written, and why if there are none.
void write_evidence(const std::string& where, const Workplace& workplace,
                    const std::vector<const compile::KernelSource*>& sources, const result::Report& report);

/// Adds the medians of a benchmark to the evidence of the same sources; kernels without evidence are named.
void add_times(const std::string& where, const std::vector<const compile::KernelSource*>& sources,
               const result::BenchReport& report);

}  // namespace kparity::tool
