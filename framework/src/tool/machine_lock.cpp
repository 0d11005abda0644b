// flock on a file in the folder for temporary files of the machine. Every user may open it; nobody writes into it.
#include "machine_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "kparity/error.hpp"

namespace kparity::tool {

MachineLock::MachineLock(const std::string& file, double seconds, const std::function<void()>& waiting,
                         const std::function<bool()>& is_stopped) {
  // Without O_CREAT first: who opens an existing file of another user with it is refused in a sticky folder.
  descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0 && errno == ENOENT) {
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644);
  }
  if (descriptor_ < 0)
    throw RuntimeFailure(fmt::format("cannot open '{}', which keeps benchmarks apart: {}", file, std::strerror(errno)));
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (bool is_first = true; ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0; is_first = false) {
    if (is_first && waiting) waiting();
    const bool is_over = std::chrono::steady_clock::now() >= end || (is_stopped && is_stopped());
    if (is_over) {
      ::close(descriptor_);
      throw RuntimeFailure(
          fmt::format("another benchmark has run on this machine for {:g} s, and two would measure each other: wait "
                      "for its end, or "
                      "longer with --wait",
                      seconds));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

MachineLock::~MachineLock() {
  ::close(descriptor_);
}

std::string machine_lock_file() {
  return "/tmp/kparity-bench.lock";
}

}  // namespace kparity::tool
