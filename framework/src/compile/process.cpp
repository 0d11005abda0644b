// One child process with its output in a pipe, by posix_spawn: no shell, nothing to quote, safe beside other threads.
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "kparity/compile/compiler.hpp"

namespace kparity::compile {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& program, int error) {
  throw RuntimeFailure("cannot run '" + program + "': " + std::strerror(error));
}

/// A file in memory that holds `text`, read from its start; /dev/null for nothing.
int input_of(const std::string& text) {
  if (text.empty()) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int file = memfd_create("kparity-input", MFD_CLOEXEC);
  for (std::size_t done = 0; file >= 0 && done < text.size();) {
    const ssize_t wrote = write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) break;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

/// The environment with messages in English, since first_error reads them.
std::vector<std::string> plain_environment() {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("LC_ALL=") && !text.starts_with("LANGUAGE=")) out.emplace_back(text);
  }
  out.emplace_back("LC_ALL=C");
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

struct SpawnActions {
  SpawnActions() { posix_spawn_file_actions_init(&actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  posix_spawn_file_actions_t actions;
};

pid_t start(std::vector<std::string> arguments, int input, int output, int errors) {
  SpawnActions redirections;
  posix_spawn_file_actions_adddup2(&redirections.actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&redirections.actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&redirections.actions, errors, STDERR_FILENO);
  std::vector<std::string> environment = plain_environment();
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0].c_str(), &redirections.actions, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  if (error != 0) fail(arguments[0], error);
  return child;
}

std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (;;) {
    const ssize_t got = read(file, buffer, sizeof buffer);
    if (got > 0) text.append(buffer, static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

int exit_code_of(pid_t child, const std::string& program) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail(program, errno);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

namespace {

/// `errors` is a file for standard error, or -1 to send it where standard output goes.
ProcessResult run(const std::vector<std::string>& arguments, const std::string& standard_input, int errors) {
  if (arguments.empty()) throw RuntimeFailure("no program to run");
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(arguments[0], errno);
  Descriptor reader(ends[0]), writer(ends[1]);
  Descriptor input(input_of(standard_input));
  if (input.get() < 0) fail(arguments[0], errno);

  const pid_t child = start(arguments, input.get(), writer.get(), errors < 0 ? writer.get() : errors);
  writer.reset();
  ProcessResult result;
  result.output = read_all(reader.get());
  result.exit_code = exit_code_of(child, arguments[0]);
  return result;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& standard_input) {
  return run(arguments, standard_input, -1);
}

ProcessResult run_process_apart(const std::vector<std::string>& arguments, const std::string& standard_input) {
  Descriptor errors(memfd_create("kparity-errors", MFD_CLOEXEC));
  if (errors.get() < 0) fail(arguments.empty() ? "" : arguments[0], errno);
  ProcessResult result = run(arguments, standard_input, errors.get());
  lseek(errors.get(), 0, SEEK_SET);
  result.errors = read_all(errors.get());
  return result;
}

}  // namespace kparity::compile
