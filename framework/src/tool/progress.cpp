// Writes to standard error, so that standard output stays what the user asked for.
#include "progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace kparity::tool {

Progress::Progress(std::size_t total) : total_(total), terminal_(::isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  clear();
}

void Progress::show(const std::string& doing) {
  if (!terminal_) return;
  std::fprintf(stderr, "\r\033[K[%zu/%zu] %s", done_, total_, doing.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace kparity::tool
