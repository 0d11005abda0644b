// The cache on disk. A file counts only beside its checksum, which is published first; so a power cut, a full disk or a
// flipped bit makes a miss and never a wrong or unloadable file.
#include "kparity/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/settings.hpp"
#include "kparity/sha256.hpp"

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

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string wanted_folder() {
  if (const std::string& set = settings().cache_dir; !set.empty()) return set == "off" ? "" : set;
  if (const std::string xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/kparity";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/kparity";
  return "";
}

/// Makes `folder` and its parents, all private to the user.
bool make_folder(const fs::path& folder) {
  if (mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return true;
  if (errno != ENOENT || folder.parent_path() == folder || folder.parent_path().empty()) return false;
  return make_folder(folder.parent_path()) && (mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST);
}

void refuse_if_shared(const std::string& folder, const struct stat& status) {
  const std::string advice = "; a cache holds programs, so use a folder that only you can write (KPARITY_CACHE_DIR)";
  if (!S_ISDIR(status.st_mode)) throw InvalidArgument("the cache folder '" + folder + "' is no folder");
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    throw InvalidArgument("the cache folder '" + folder + "' belongs to another user" + advice);
  }
  if ((status.st_mode & 022) != 0)
    throw InvalidArgument("the cache folder '" + folder + "' can be written by others" + advice);
}

bool is_intact(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored) || !fs::exists(path + ".sum", ignored)) return false;
  try {
    return read_file(path + ".sum") == sha256(read_file(path));
  } catch (const FileNotFound&) {
    return false;
  }
}

/// What processes that were killed have left behind.
void remove_old_temporaries(const std::string& folder) {
  std::error_code ignored;
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().find(".tmp") == std::string::npos) continue;
    if (entry.last_write_time(ignored) < old) fs::remove_all(entry.path(), ignored);
  }
}

std::string temporary_name() {
  static std::atomic<unsigned> count{0};
  return ".tmp" + std::to_string(getpid()) + "." + std::to_string(count++);
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

void build_into(const std::string& path, const std::string& ending,
                const std::function<void(const std::string&)>& build) {
  const RemoveAtEnd file{path + temporary_name() + ending};
  const RemoveAtEnd sum{file.path + ".sum"};
  build(file.path);
  write_if_changed(sum.path, sha256(read_file(file.path)));
  publish(sum.path, path + ".sum");
  publish(file.path, path);
}

bool can_write(const std::string& folder) {
  return faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

}  // namespace

std::string make_cache_folder(const std::string& folder) {
  struct stat status {};
  if (folder.empty() || !make_folder(folder) || stat(folder.c_str(), &status) != 0) return "";
  refuse_if_shared(folder, status);
  return fs::absolute(folder).lexically_normal().string();
}

std::string cache_folder() {
  static const std::string folder = make_cache_folder(wanted_folder());
  return folder;
}

std::string cached_file_in(const std::string& cache, const std::string& key, const std::string& ending,
                           const std::function<void(const std::string&)>& build) {
  if (!cache.empty() && is_intact(cache + "/" + key + ending)) return cache + "/" + key + ending;
  const std::string& folder = !cache.empty() && can_write(cache) ? cache : private_folder();
  const std::string path = folder + "/" + key + ending;
  const KeyLock lock(path + ".lock");
  if (is_intact(path)) return path;
  remove_old_temporaries(folder);
  build_into(path, ending, build);
  return path;
}

std::string cached_file(const std::string& key, const std::string& ending,
                        const std::function<void(const std::string&)>& build) {
  return cached_file_in(cache_folder(), key, ending, build);
}

}  // namespace kparity
