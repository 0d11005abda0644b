// Whole files in and out, with the reason when it does not work.
#include "kparity/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "kparity/error.hpp"

namespace kparity {

namespace {

std::string reason() {
  return std::strerror(errno);
}

}  // namespace

std::string read_file(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw FileNotFound("cannot read '" + path + "': " + reason());
  std::string text;
  struct stat status {};
  if (fstat(file, &status) == 0 && status.st_size > 0) text.reserve(static_cast<std::size_t>(status.st_size));
  char buffer[16384];
  ssize_t got = 0;
  while ((got = read(file, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
  }
  const std::string why = got < 0 ? reason() : "";
  close(file);
  if (got < 0) throw FileNotFound("cannot read '" + path + "': " + why);
  return text;
}

void write_if_changed(const std::string& path, std::string_view text) {
  std::ifstream old(path, std::ios::binary);
  if (old && std::string(std::istreambuf_iterator<char>(old), {}) == text) return;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw RuntimeFailure("cannot write '" + path + "': " + reason());
}

}  // namespace kparity
