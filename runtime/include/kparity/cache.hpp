// A content-addressed cache on disk for compiled code: one lock per key, a private file then a rename, hashed names
// that are never reused for other contents. Losing the cache costs time, never correctness.
#pragma once

#include <functional>
#include <string>

namespace kparity {

/// $KPARITY_CACHE_DIR, else $XDG_CACHE_HOME/kparity, else ~/.cache/kparity. Created with mode 0700 on first use; a
/// folder that others can write is refused with InvalidArgument. Empty when there is none: `KPARITY_CACHE_DIR=off`, no
/// home, or a folder that cannot be made, which is a warning.
std::string cache_folder();

/// Makes `folder` (0700) if it is not there and returns its absolute path; empty if it cannot be made. Throws
/// InvalidArgument if others can write it.
std::string make_cache_folder(const std::string& folder);

/// The file `<key><ending>` in the cache; `build(temporary_path)` makes it when it is not there or damaged. Only one
/// process builds a key at a time. What `build` throws is passed on and nothing is cached. Without a cache folder, or
/// with one that cannot be written or is full (a warning, once), the file goes to a private folder that goes away with
/// this process; then `build` may be called twice. `key` is 64 hexadecimal digits, `ending` begins with a dot.
///
/// A file that is used is marked so, by its time of modification, and outlives those that are not when the cache grows
/// beyond KPARITY_CACHE_LIMIT (see cache_upkeep.hpp).
std::string cached_file(const std::string& key, const std::string& ending,
                        const std::function<void(const std::string& temporary_path)>& build);

/// As `cached_file`, in a folder of the caller's choice; empty for the private one.
std::string cached_file_in(const std::string& folder, const std::string& key, const std::string& ending,
                           const std::function<void(const std::string& temporary_path)>& build);

/// As `cached_file_in`, for contents that need not be a file: what was built is returned even where it cannot be kept,
/// and without a folder nothing is.
std::string cached_bytes_in(const std::string& folder, const std::string& key, const std::string& ending,
                            const std::function<std::string()>& build);

}  // namespace kparity
