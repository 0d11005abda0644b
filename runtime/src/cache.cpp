// Entries of the cache on disk. A file counts only beside its checksum, which is published first; so a power cut, a
// full disk or a flipped bit makes a miss and never a wrong or unloadable file.
#include "kparity/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "cache_entry.hpp"
#include "kparity/cache_upkeep.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/settings.hpp"
#include "kparity/sha256.hpp"
#include "kparity/warning.hpp"

namespace kparity {

namespace {

namespace fs = std::filesystem;

/// An exclusive lock on a file of its own. It dies with the process, holds between threads too, and the file goes away
/// with the last holder. Where locks do not work (some network folders) it locks nothing: two processes then do the
/// same work.
class KeyLock {
 public:
  explicit KeyLock(std::string path) : path_(std::move(path)) {
    while (!acquire()) {
    }
  }
  ~KeyLock() {
    if (file_ < 0) return;
    unlink(path_.c_str());
    close(file_);
  }
  KeyLock(const KeyLock&) = delete;
  KeyLock& operator=(const KeyLock&) = delete;

 private:
  /// False if the file was deleted by its last holder while this one waited.
  bool acquire() {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ < 0) return true;
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    int locked = -1;
    do {
      locked = fcntl(file_, F_OFD_SETLKW, &whole);
    } while (locked != 0 && errno == EINTR);
    struct stat held {
    }, named{};
    if (locked != 0) return true;
    if (fstat(file_, &held) == 0 && stat(path_.c_str(), &named) == 0 && held.st_ino == named.st_ino) return true;
    close(file_);
    return false;
  }

  std::string path_;
  int file_ = -1;
};

/// A folder of this process alone, removed at its end; a forked child leaves it to its parent.
class PrivateFolder {
 public:
  PrivateFolder() : owner_(getpid()) {
    std::error_code ignored;
    fs::path parent = fs::temp_directory_path(ignored);
    if (ignored) parent = "/tmp";
    path_ = (parent / "kparity-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) {
      throw RuntimeFailure("cannot make a temporary folder in '" + parent.string() + "': " + std::strerror(errno));
    }
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (getpid() == owner_) fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  pid_t owner_;
};

const std::string& private_folder() {
  static const PrivateFolder folder;
  return folder.path();
}

struct RemoveAtEnd {
  std::string path;
  ~RemoveAtEnd() { unlink(path.c_str()); }
};

void publish(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    throw RuntimeFailure("cannot rename '" + from + "' to '" + to + "': " + std::strerror(errno));
  }
}

/// `temporary` holds the contents, whose checksum is given.
void publish_entry(const std::string& temporary, const std::string& checksum, const std::string& path) {
  const RemoveAtEnd sum{cache::checksum_path(temporary)};
  write_if_changed(sum.path, checksum);
  publish(sum.path, cache::checksum_path(path));
  publish(temporary, path);
}

/// Keeps the folder below its limit. Once in ten minutes is enough, for all processes together: the time is that of a
/// file.
void look_after(const std::string& folder) {
  constexpr std::time_t interval = 600;
  const std::string mark = folder + "/last_upkeep";
  struct stat status {};
  if (stat(mark.c_str(), &status) == 0 && std::time(nullptr) - status.st_mtime < interval) return;
  const int file = open(mark.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  futimens(file, nullptr);
  close(file);
  try {
    trim_cache(folder, settings().cache_limit);
  } catch (const FileNotFound&) {  // somebody has just removed the folder
  }
}

void warn_unusable(const std::string& folder, const std::string& reason) {
  static std::atomic<bool> warned{false};
  if (warned.exchange(true)) return;
  warn("the cache folder '" + folder + "' cannot be written (" + reason +
       "), so what is compiled now will be compiled again next time");
}

/// Why no new file can go to `folder`; empty if it can.
std::string why_not_writable(const std::string& folder) {
  if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0) return "";
  return std::strerror(errno);
}

/// Why a compiler could not write its output to `folder`: no space, or no share of it left; empty if it could.
std::string why_no_room(const std::string& folder) {
  const RemoveAtEnd probe{cache::temporary_path(folder + "/" + std::string(64, '0') + ".room")};
  try {
    write_if_changed(probe.path, std::string(std::size_t{1} << 20, '\0'));
    return "";
  } catch (const RuntimeFailure& failure) {
    return failure.what();
  }
}

using Build = std::function<void(const std::string&)>;

/// The entry `name` in a folder that can be written.
std::string make_file(const std::string& folder, const std::string& name, const Build& build) {
  const std::string path = folder + "/" + name;
  const KeyLock lock(cache::lock_path(path));
  if (cache::read_entry(path)) return path;
  const RemoveAtEnd file{cache::temporary_path(path)};
  build(file.path);
  publish_entry(file.path, sha256(read_file(file.path)), path);
  return path;
}

/// As make_file; empty, with a warning, if the folder does not take it.
std::string try_make_file(const std::string& folder, const std::string& name, const Build& build) {
  std::string reason = why_not_writable(folder);
  if (reason.empty()) {
    try {
      std::string path = make_file(folder, name, build);
      look_after(folder);
      return path;
    } catch (...) {
      reason = why_no_room(folder);
      if (reason.empty()) throw;  // it was the build that failed
    }
  }
  warn_unusable(folder, reason);
  return "";
}

void store(const std::string& folder, const std::string& path, const std::string& bytes) {
  if (const std::string reason = why_not_writable(folder); !reason.empty()) return warn_unusable(folder, reason);
  try {
    const RemoveAtEnd file{cache::temporary_path(path)};
    write_if_changed(file.path, bytes);
    publish_entry(file.path, sha256(bytes), path);
    look_after(folder);
  } catch (const RuntimeFailure& failure) {
    warn_unusable(folder, failure.what());
  }
}

}  // namespace

std::string cached_file_in(const std::string& folder, const std::string& key, const std::string& ending,
                           const Build& build) {
  const std::string name = key + ending;
  if (!folder.empty()) {
    const std::string path = folder + "/" + name;
    if (cache::read_entry(path)) {
      cache::mark_used(path);
      return path;
    }
    if (std::string made = try_make_file(folder, name, build); !made.empty()) return made;
  }
  return make_file(private_folder(), name, build);
}

std::string cached_file(const std::string& key, const std::string& ending, const Build& build) {
  return cached_file_in(cache_folder(), key, ending, build);
}

std::string cached_bytes_in(const std::string& folder, const std::string& key, const std::string& ending,
                            const std::function<std::string()>& build) {
  if (folder.empty()) return build();
  const std::string path = folder + "/" + key + ending;
  if (auto bytes = cache::read_entry(path)) {
    cache::mark_used(path);
    return std::move(*bytes);
  }
  const KeyLock lock(cache::lock_path(path));
  if (auto bytes = cache::read_entry(path)) return std::move(*bytes);
  std::string bytes = build();
  store(folder, path, bytes);
  return bytes;
}

}  // namespace kparity
