// What one multiprocessor of an architecture holds, to tell whether a change lets fewer blocks of a kernel run beside
// each other. Only what the compiled code says counts: dynamic shared memory belongs to a launch.
#pragma once

#include "kparity/gate/evidence.hpp"

namespace kparity::gate {

/// Blocks of `code.threads` threads that registers, static shared memory, warps and blocks of a multiprocessor are
/// enough for. An architecture that is not known has as many warps and blocks as the largest, and shared memory without
/// end.
unsigned blocks_that_fit(const EvidenceCode& code);

}  // namespace kparity::gate
