// The contents of a case that is small enough to be read: often they tell a fault better than any pattern does.
#pragma once

#include <vector>

#include "kparity/generate/case.hpp"
#include "kparity/result/result.hpp"

namespace kparity::parity {

/// Each input array of at most Comparison::shown_whole elements ; none for a case of several calls,
/// whose arrays change between them.
std::vector<result::ShownArray> small_inputs(const spec::KernelSpec& spec, const generate::Case& drawn);

}  // namespace kparity::parity
