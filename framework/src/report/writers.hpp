// The formats as the build collects them from formats/: one function per file, named as the file and the format.
#pragma once

#include <vector>

#include "kparity/report/report.hpp"

namespace kparity::report::writers {

std::vector<Format> collected_formats();

}  // namespace kparity::report::writers
