// The time of day for files and reports, which are read in other places than they are written in.
#pragma once

#include <string>

namespace kparity {

/// Now in UTC, as strftime writes `format`.
std::string utc_now(const char* format = "%Y-%m-%dT%H:%M:%SZ");

}  // namespace kparity
