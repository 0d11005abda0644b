// Files of stored references: one per machine in a folder, JSON that people may look at and commit.
#pragma once

#include <string>

#include "kparity/bench/stored_reference.hpp"

namespace kparity::tool {

/// The comparison with the runs of this machine that the folder holds; where it holds none, with the reason and what
/// the machine that is most alike differs in. Throws InvalidArgument for a file that is no reference.
result::ReferenceComparison compare_with_folder(const std::string& folder, const result::BenchReport& report,
                                                const bench::ReferenceLimits& limits);

/// Adds the run to those of its machine; says in which file and how many there are now. Throws InvalidArgument as
/// above, RuntimeFailure if it cannot be written.
std::string add_to_folder(const std::string& folder, const result::BenchReport& report);

}  // namespace kparity::tool
