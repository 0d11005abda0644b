// Fork without exec: specs, catalogue and compiled files of the parent are there at once. The child leaves with _exit,
// so nothing of the parent's is flushed or destroyed twice.
#include "child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "kparity/error.hpp"

namespace kparity::bench {

/// What the child tells while it runs; written by the child only.
struct Line::Page {
  std::atomic<std::int64_t> allowed_until{0};  // nanoseconds of the steady clock; 0: no limit
  std::atomic<std::size_t> row{no_row};
  std::atomic<bool> finished{false};
};

namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the parent is gone
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

constexpr std::size_t header_bytes = 1 + sizeof(std::uint64_t);

/// Takes whole messages off the front of what was received.
void pass_on(std::string& received, const std::function<void(char, std::string_view)>& to) {
  std::string_view rest = received;
  while (rest.size() >= header_bytes) {
    std::uint64_t size = 0;
    std::memcpy(&size, rest.data() + 1, sizeof size);
    if (rest.size() - header_bytes < size) break;
    to(rest.front(), rest.substr(header_bytes, size));
    rest.remove_prefix(header_bytes + size);
  }
  received.erase(0, received.size() - rest.size());
}

/// Standard streams away from the parent's, no core files, and an end with the parent's.
void detach_from_parent(pid_t parent, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::setpgid(0, 0);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC); nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
}

std::string end_of_output(int descriptor) {
  constexpr off_t kept = 400;
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, kept)), '\0');
  const auto count = ::pread(descriptor, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/// Descriptors and memory of one child, given back whatever happens.
struct Resources {
  Line::Page* page = nullptr;
  int pipe = -1, output = -1;
  pid_t process = -1;

  ~Resources() {
    if (process > 0) {
      ::kill(-process, SIGKILL);
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
    if (pipe >= 0) ::close(pipe);
    if (output >= 0) ::close(output);
    if (page != nullptr) ::munmap(page, sizeof(Line::Page));
  }
};

[[noreturn]] void run_child(const std::function<void(const Line&)>& work, const Line& line, Line::Page* page) {
  try {
    work(line);
    page->finished = true;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (...) {
    std::fputs("something was thrown that is no std::exception\n", stderr);
  }
  std::fflush(nullptr);
  ::_exit(page->finished ? 0 : 1);
}

/// Reads what there is; false at the end of the pipe.
bool read_some(int pipe, std::string& received) {
  char buffer[65536];
  for (;;) {
    const auto count = ::read(pipe, buffer, sizeof buffer);
    if (count > 0) {
      received.append(buffer, static_cast<std::size_t>(count));
    } else if (count == 0) {
      return false;
    } else if (errno != EINTR) {
      return true;
    }
  }
}

}  // namespace

void Line::send(char kind, std::string_view body) const {
  const std::uint64_t size = body.size();
  std::string message(1, kind);
  message.append(reinterpret_cast<const char*>(&size), sizeof size);
  message += body;
  write_all(pipe_, message);
}

void Line::turn(std::size_t row, double allowed_seconds) const {
  page_->row = row;
  page_->allowed_until = now() + static_cast<std::int64_t>(allowed_seconds * 1e9);
}

ChildEnd run_in_child(const std::function<void(const Line&)>& work,
                      const std::function<void(char, std::string_view)>& received,
                      const std::function<bool()>& is_stopped) {
  Resources child;
  void* const memory = ::mmap(nullptr, sizeof(Line::Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw RuntimeFailure("mmap of the page shared with a child process failed");
  child.page = new (memory) Line::Page;
  child.output = ::memfd_create("kparity-bench-output", MFD_CLOEXEC);
  int ends[2];
  if (child.output < 0 || ::pipe2(ends, O_CLOEXEC) != 0)
    throw RuntimeFailure(std::string("starting a child process: ") + std::strerror(errno));
  child.pipe = ends[0];
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  child.process = ::fork();
  if (child.process == 0) {
    child.process = -1;
    ::close(ends[0]);
    detach_from_parent(parent, child.output);
    run_child(work, Line(ends[1], child.page), child.page);
  }
  ::close(ends[1]);
  if (child.process < 0) throw RuntimeFailure(std::string("fork: ") + std::strerror(errno));
  ::fcntl(child.pipe, F_SETFL, O_NONBLOCK);

  ChildEnd end;
  std::string bytes;
  bool has_ended = false;
  while (!has_ended) {
    pollfd wait_for{child.pipe, POLLIN, 0};
    ::poll(&wait_for, 1, 20);
    const bool is_open = read_some(child.pipe, bytes);
    pass_on(bytes, received);
    // A grandchild may hold the pipe open, so its end is not the only sign of the child's.
    has_ended = ::waitpid(child.process, &end.status, WNOHANG) == child.process;
    if (!is_open && !has_ended) ::usleep(1000);
    const std::int64_t until = child.page->allowed_until;
    end.stopped = !has_ended && is_stopped && is_stopped();
    end.timed_out = !has_ended && !end.stopped && until != 0 && now() > until;
    if (end.stopped || end.timed_out) {
      ::kill(-child.process, SIGKILL);
      ::kill(child.process, SIGKILL);
      ::waitpid(child.process, &end.status, 0);
      has_ended = true;
    }
  }
  child.process = -1;
  read_some(child.pipe, bytes);
  pass_on(bytes, received);
  end.finished = child.page->finished;
  end.row = child.page->row;
  end.output = end_of_output(child.output);
  return end;
}

std::string end_text(const ChildEnd& end) {
  std::string text = WIFSIGNALED(end.status) ? fmt::format("ended by signal {} ({})", WTERMSIG(end.status),
                                                           ::strsignal(WTERMSIG(end.status)))
                                             : fmt::format("exited with code {}", WEXITSTATUS(end.status));
  if (end.timed_out) text = "did not return in time";
  if (!end.output.empty()) text += "; it printed: " + end.output.substr(end.output.rfind('\n') + 1);
  return text;
}

}  // namespace kparity::bench
