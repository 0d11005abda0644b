// Upkeep by listing the folder. Every file is looked at by name first; a file of another name is never touched.
#include "kparity/cache_upkeep.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "cache_entry.hpp"
#include "kparity/error.hpp"

namespace kparity {

namespace {

namespace fs = std::filesystem;
using cache::NameKind;
using Clock = fs::file_time_type::clock;

struct Entry {
  std::string path;
  std::uintmax_t bytes = 0;
  fs::file_time_type used;
};

struct Contents {
  std::vector<Entry> entries;
  std::vector<Entry> leftovers;
};

/// A file that went away meanwhile has no size.
Entry entry_at(const fs::directory_entry& file) {
  std::error_code ignored;
  Entry out{file.path().string(), 0, file.last_write_time(ignored)};
  const std::uintmax_t size = file.file_size(ignored);
  if (!ignored) out.bytes = size;
  return out;
}

Contents contents_of(const std::string& folder) {
  std::error_code failed;
  Contents out;
  std::vector<Entry> checksums;
  for (fs::directory_iterator at(folder, failed); !failed && at != fs::directory_iterator(); at.increment(failed)) {
    const fs::directory_entry& file = *at;
    switch (cache::kind_of(file.path().filename().string())) {
      case NameKind::entry: out.entries.push_back(entry_at(file)); break;
      case NameKind::checksum: checksums.push_back(entry_at(file)); break;
      case NameKind::lock:
      case NameKind::temporary: out.leftovers.push_back(entry_at(file)); break;
      case NameKind::other: break;
    }
  }
  if (failed) throw FileNotFound("cannot list the cache folder '" + folder + "': " + failed.message());
  std::set<std::string> summed;
  for (Entry& entry : out.entries) summed.insert(cache::checksum_path(entry.path));
  for (Entry& checksum : checksums) {
    if (summed.count(checksum.path) == 0) out.leftovers.push_back(std::move(checksum));
  }
  constexpr std::uintmax_t checksum_bytes = 64;
  for (Entry& entry : out.entries) entry.bytes += checksum_bytes;
  return out;
}

/// The entry first: a checksum without an entry is harmless.
bool remove_entry(const std::string& path) {
  const bool gone = cache::remove(path);
  cache::remove(cache::checksum_path(path));
  return gone;
}

/// Removes those that `is_old` names, and counts them.
template <class F>
std::size_t remove_leftovers(const std::vector<Entry>& leftovers, F is_old) {
  return static_cast<std::size_t>(std::count_if(leftovers.begin(), leftovers.end(), [&](const Entry& leftover) {
    return is_old(leftover) && cache::remove(leftover.path);
  }));
}

}  // namespace

CacheUsage cache_usage(const std::string& folder) {
  const Contents contents = contents_of(folder);
  CacheUsage usage{contents.entries.size(), 0, contents.leftovers.size()};
  for (const Entry& entry : contents.entries) usage.bytes += entry.bytes;
  return usage;
}

CacheUsage trim_cache(const std::string& folder, std::uintmax_t limit) {
  Contents contents = contents_of(folder);
  std::sort(contents.entries.begin(), contents.entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  std::uintmax_t total = 0;
  for (const Entry& entry : contents.entries) total += entry.bytes;
  CacheUsage removed;
  const auto in_use = Clock::now() - std::chrono::minutes(1);
  for (const Entry& entry : contents.entries) {
    if (total <= limit || entry.used > in_use) break;
    if (!remove_entry(entry.path)) continue;
    total -= entry.bytes;
    removed.bytes += entry.bytes;
    ++removed.entries;
  }
  const auto limit_of_age = Clock::now() - std::chrono::hours(1);
  removed.leftovers =
      remove_leftovers(contents.leftovers, [&](const Entry& leftover) { return leftover.used < limit_of_age; });
  return removed;
}

std::vector<std::string> verify_cache(const std::string& folder) {
  std::vector<std::string> damaged;
  for (const Entry& entry : contents_of(folder).entries) {
    if (cache::read_entry(entry.path) || !fs::exists(entry.path)) continue;
    remove_entry(entry.path);
    damaged.push_back(fs::path(entry.path).filename().string());
  }
  std::sort(damaged.begin(), damaged.end());
  return damaged;
}

CacheUsage clear_cache(const std::string& folder) {
  const Contents contents = contents_of(folder);
  CacheUsage removed;
  for (const Entry& entry : contents.entries) {
    if (!remove_entry(entry.path)) continue;
    removed.bytes += entry.bytes;
    ++removed.entries;
  }
  removed.leftovers = remove_leftovers(contents.leftovers, [](const Entry& leftover) {
    return !cache::is_being_written(fs::path(leftover.path).filename().string());
  });
  return removed;
}

}  // namespace kparity
