// The cache on disk is the runtime's, which keeps compiled CUDA code in it; these are its names within this stage.
#pragma once

#include "kparity/cache.hpp"

namespace kparity::compile {

using kparity::cache_folder;
using kparity::cached_bytes_in;
using kparity::cached_file;
using kparity::cached_file_in;
using kparity::make_cache_folder;

}  // namespace kparity::compile
