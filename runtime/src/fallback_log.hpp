// A file to which every process of a run adds a line when a host kernel stands in for a missing CUDA version, so that
// `kparity gate --fallbacks` can name fallback paths that are new.
#pragma once

#include <string>

#include "kparity/call_site.hpp"

namespace kparity::detail {

/// Adds "kernel<tab>file<tab>line"; file is empty and line 0 where the call does not know them. Nothing for an empty
/// `path`. A file that cannot be written is a warning.
void log_fallback(const std::string& path, const std::string& kernel, CallSite where);

}  // namespace kparity::detail
