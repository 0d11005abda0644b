// Looks after a cache folder as a whole: how much is in it, what is damaged, what nobody has used for long. Touches
// only files with names that the cache gives, so that a folder with other things in it comes to no harm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kparity {

/// What a cache folder holds, or what was removed from it.
struct CacheUsage {
  std::size_t entries = 0;
  std::uintmax_t bytes = 0;   // of the entries, with their checksums
  std::size_t leftovers = 0;  // temporary files, locks and single checksums, of processes at work or killed
};

/// All throw FileNotFound if `folder` is none. Other processes may use the cache at the same time.
CacheUsage cache_usage(const std::string& folder);

/// Removes entries, those unused for longest first, until at most `limit` bytes are left, and leftovers older than an
/// hour. An entry used within the last minute stays: somebody may be about to open it. Returns what went.
CacheUsage trim_cache(const std::string& folder, std::uintmax_t limit);

/// Reads every entry and removes those that do not fit their checksum. Returns their names, sorted.
std::vector<std::string> verify_cache(const std::string& folder);

/// Removes all entries, and all leftovers but what running processes are writing. Returns what went.
CacheUsage clear_cache(const std::string& folder);

}  // namespace kparity
