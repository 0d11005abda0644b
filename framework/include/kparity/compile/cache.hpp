// A content-addressed cache on disk for compiled host files: one lock per key, a private file then a rename, hashed
// names that are never reused for other contents. Losing the cache costs time, never correctness.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace kparity::compile {

/// $KPARITY_CACHE_DIR, else $XDG_CACHE_HOME/kparity, else ~/.cache/kparity. Created with mode 0700 on first use; a folder
/// that others can write is refused with InvalidArgument.
std::string cache_folder();

/// The file `<key><ending>` in the cache; `build(temporary_path)` makes it when it is not there. Only one process builds a
/// key at a time. What `build` throws is passed on and nothing is cached.
std::string cached_file(const std::string& key, const std::string& ending,
                        const std::function<void(const std::string& temporary_path)>& build);

}  // namespace kparity::compile
