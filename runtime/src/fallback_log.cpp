// One write per line with O_APPEND, so that lines of several processes do not mix.
#include "fallback_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "kparity/warning.hpp"
#include "text.hpp"

namespace kparity::detail {

void log_fallback(const std::string& path, const std::string& kernel, CallSite where) {
  if (path.empty()) return;
  const std::string line = text::concat(kernel, "\t", where.file, "\t", std::to_string(where.line), "\n");
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  const bool written = file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!written) warn(text::concat("cannot write to '", path, "' (KPARITY_FALLBACK_LOG): ", std::strerror(error)));
}

}  // namespace kparity::detail
