// Names are `<64 hexadecimal digits>.<ending>`, with `.sum`, `.lock` or `.tmp<process>.<count>.<ending>` behind them.
#include "cache_entry.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <filesystem>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/sha256.hpp"

namespace kparity::cache {

namespace {

constexpr std::size_t key_length = 64;

bool is_hexadecimal(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

}  // namespace

NameKind kind_of(std::string_view name) {
  if (name.size() < key_length + 2 || name[key_length] != '.') return NameKind::other;
  if (!std::all_of(name.begin(), name.begin() + key_length, is_hexadecimal)) return NameKind::other;
  const std::string_view ending = name.substr(key_length + 1);
  const std::string_view rest = ending.substr(std::min(ending.find('.'), ending.size()));
  if (!std::all_of(ending.begin(), ending.end() - static_cast<std::ptrdiff_t>(rest.size()), is_letter)) {
    return NameKind::other;
  }
  if (rest.empty()) return NameKind::entry;
  if (rest == ".sum") return NameKind::checksum;
  if (rest == ".lock") return NameKind::lock;
  return rest.starts_with(".tmp") ? NameKind::temporary : NameKind::other;
}

bool is_being_written(std::string_view name) {
  constexpr std::string_view mark = ".tmp";
  const std::size_t at = name.find(mark, key_length);
  if (at == std::string_view::npos) return false;
  pid_t process = 0;
  const char* const begin = name.data() + at + mark.size();
  if (std::from_chars(begin, name.data() + name.size(), process).ec != std::errc() || process <= 0) return false;
  return kill(process, 0) == 0 || errno == EPERM;
}

std::string checksum_path(const std::string& path) {
  return path + ".sum";
}

std::string lock_path(const std::string& path) {
  return path + ".lock";
}

std::string temporary_path(const std::string& path) {
  static std::atomic<unsigned> count{0};
  return path + ".tmp" + std::to_string(getpid()) + "." + std::to_string(count++) +
         std::filesystem::path(path).extension().string();
}

std::optional<std::string> read_entry(const std::string& path) {
  try {
    const std::string sum = read_file(checksum_path(path));
    std::string bytes = read_file(path);
    if (sum == sha256(bytes)) return bytes;
  } catch (const FileNotFound&) {
  }
  return std::nullopt;
}

void mark_used(const std::string& path) {
  constexpr std::time_t precise_enough = 30;  // seconds; a write to the disk for every use would be too much
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || std::time(nullptr) - status.st_mtime < precise_enough) return;
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

bool remove(const std::string& path) {
  std::error_code ignored;
  const auto count = std::filesystem::remove_all(path, ignored);
  return !ignored && count > 0;
}

}  // namespace kparity::cache
