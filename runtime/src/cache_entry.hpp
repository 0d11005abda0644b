// One entry of the cache on disk: the names of its files, and whether it is whole. Shared by those who use entries and
// those who look after the folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kparity::cache {

/// What a file name in a cache folder stands for; `other` is none of ours.
enum class NameKind { entry, checksum, lock, temporary, other };
NameKind kind_of(std::string_view name);

/// Whether a temporary file of that name belongs to a process that runs on this machine.
bool is_being_written(std::string_view name);

/// The names beside the entry `path`.
std::string checksum_path(const std::string& path);
std::string lock_path(const std::string& path);
/// A new one at each call, in this process and in all others.
std::string temporary_path(const std::string& path);

/// The contents of an entry; empty if it is not there or does not fit its checksum.
std::optional<std::string> read_entry(const std::string& path);
/// Notes that the entry was used now, where the folder can be written.
void mark_used(const std::string& path);

/// Removes a file, or a folder with all in it; true if something went.
bool remove(const std::string& path);

}  // namespace kparity::cache
