// posix_spawn with both outputs caught in anonymous files, so that neither can block the other.
#include "signature/process.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace kparity::parity::signature {

namespace {

/// A file in memory that a child writes to and this process reads afterwards.
class Capture {
 public:
  Capture() : descriptor_(memfd_create("kparity", MFD_CLOEXEC)) {}
  ~Capture() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return descriptor_; }

  std::string text() const {
    std::string result;
    std::array<char, 4096> buffer{};
    for (ssize_t n; (n = pread(descriptor_, buffer.data(), buffer.size(), static_cast<off_t>(result.size()))) > 0;) {
      result.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return result;
  }

 private:
  int descriptor_;
};

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Printed run(const std::vector<std::string>& arguments) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);

  const Capture output, errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  Printed printed;
  printed.started = posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (!printed.started) return printed;
  printed.exit_code = wait_for(child);
  printed.output = output.text();
  printed.errors = errors.text();
  return printed;
}

}  // namespace kparity::parity::signature
