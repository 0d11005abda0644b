// Which folder the cache is in, and whether it can be trusted: what is in it is executed.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "kparity/cache.hpp"
#include "kparity/error.hpp"
#include "kparity/settings.hpp"
#include "kparity/warning.hpp"

namespace kparity {

namespace {

namespace fs = std::filesystem;

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
  const std::string reason = "; what is in a cache is executed, so use a folder that only you can write";
  if (!S_ISDIR(status.st_mode)) throw InvalidArgument("the cache folder '" + folder + "' is no folder");
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    throw InvalidArgument("the cache folder '" + folder + "' belongs to another user" + reason +
                          " (set KPARITY_CACHE_DIR)");
  }
  if ((status.st_mode & 022) != 0) {
    throw InvalidArgument("the cache folder '" + folder + "' can be written by others" + reason +
                          " (chmod go-w, or set KPARITY_CACHE_DIR)");
  }
}

std::string open_wanted_folder() {
  const std::string wanted = wanted_folder();
  std::string made = make_cache_folder(wanted);
  if (!wanted.empty() && made.empty()) {
    warn("the cache folder '" + wanted + "' cannot be made (" + std::strerror(errno) +
         "), so what is compiled now will be compiled again next time; set KPARITY_CACHE_DIR to another folder, or to "
         "off");
  }
  return made;
}

}  // namespace

std::string make_cache_folder(const std::string& folder) {
  struct stat status {};
  if (folder.empty() || !make_folder(folder) || stat(folder.c_str(), &status) != 0) return "";
  refuse_if_shared(folder, status);
  return fs::absolute(folder).lexically_normal().string();
}

std::string cache_folder() {
  static const std::string folder = open_wanted_folder();
  return folder;
}

}  // namespace kparity
