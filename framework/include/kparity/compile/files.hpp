// Whole files in and out are the runtime's; these are their names within this stage.
#pragma once

#include "kparity/files.hpp"

namespace kparity::compile {

using kparity::read_file;
using kparity::write_if_changed;

}  // namespace kparity::compile
