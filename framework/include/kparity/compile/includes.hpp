// The scan for includes is the runtime's, whose cache keys rest on it; these are its names within this stage.
#pragma once

#include "kparity/includes.hpp"

namespace kparity::compile {

using kparity::include_closure;
using kparity::IncludeName;
using kparity::scan_fortran_includes;
using kparity::scan_includes;
using kparity::SourceClosure;
using kparity::SourceFile;

}  // namespace kparity::compile
