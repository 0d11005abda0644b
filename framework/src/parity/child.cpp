// Fork without exec: the specs, the catalogue and the compiled files of the parent are there at once. The child leaves
// with _exit, so nothing of the parent's is flushed or destroyed twice.
#include "child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sstream>
#include <utility>

#include "crash_report.hpp"
#include "kparity/error.hpp"
#include "outcome_codec.hpp"
#include "subject.hpp"
#include "what_happened.hpp"

namespace kparity::parity {

using result::Outcome;

/// What the child tells while it runs; written by the child only.
struct Child::Page {
  std::atomic<std::int64_t> busy_since{0};  // nanoseconds of the steady clock; when the current case began
  std::atomic<std::uint64_t> cases{0};
  std::atomic<bool> done{false};
  std::atomic<const unsigned*> running{nullptr};  // an address in the child
  char who[64] = {};
  char message[1024] = {};
  char token[8192] = {};
};

namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void copy_text(char* to, std::size_t capacity, std::string_view text) {
  const auto count = std::min(capacity - 1, text.size());
  std::memcpy(to, text.data(), count);
  to[count] = '\0';
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the parent is gone
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

enum class FrameKind : char { first_failure = 'p', final = 'f' };
constexpr std::size_t frame_header = 1 + sizeof(std::uint64_t);

void send(int descriptor, FrameKind kind, const Outcome& outcome) {
  const std::string body = encode(outcome);
  const std::uint64_t size = body.size();
  std::string frame(1, static_cast<char>(kind));
  frame.append(reinterpret_cast<const char*>(&size), sizeof size);
  write_all(descriptor, frame + body);
}

/// Threads of OpenMP that wait for work sleep instead of spinning: several checks share the cores. Works for files that
/// are loaded later; a program that has OpenMP linked in read its environment at start.
void let_idle_threads_sleep() {
  ::setenv("OMP_WAIT_POLICY", "passive", 0);
}

/// Standard streams away from the parent's terminal, no core files, and an end with the parent's.
void detach_from_parent(pid_t parent, int output) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::setpgid(0, 0);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
}

/// `give_up` ends the process with a message where nothing more can run in it.
Outcome run_guarded(const std::function<Outcome(const Watch&)>& work, const Watch& watch, const spec::KernelSpec& spec,
                    const std::function<void(const char*)>& give_up) {
  try {
    return work(watch);
  } catch (const DeviceLost& lost) {
    give_up(lost.what());
    throw;
  } catch (...) {
    Outcome outcome = blank_outcome(spec, {"", "host"});
    outcome.verdict = result::Verdict::broken;
    outcome.reason = "kparity itself failed: " + what_happened(std::current_exception());
    return outcome;
  }
}

}  // namespace

Child::Child(const std::function<Outcome(const Watch&)>& work, const spec::KernelSpec& spec) {
  void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw RuntimeFailure("mmap of the page shared with a child process failed");
  page_ = new (memory) Page;
  page_->busy_since = now();
  int ends[2];
  output_ = ::memfd_create("kparity-child-output", MFD_CLOEXEC);
  if (output_ < 0 || ::pipe2(ends, O_CLOEXEC) != 0) {
    release();
    throw RuntimeFailure(std::string("starting a child process: ") + std::strerror(errno));
  }
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    release();
    throw RuntimeFailure(std::string("fork: ") + std::strerror(errno));
  }
  if (process_ == 0) {
    ::close(ends[0]);
    detach_from_parent(parent, output_);
    let_idle_threads_sleep();
    Page* const page = page_;
    Watch watch;
    watch.case_started = [page, &spec](const generate::Case& drawn) {
      copy_text(page->token, sizeof page->token, generate::token(spec, drawn));
      page->busy_since = now();
      ++page->cases;
    };
    watch.about_to_call = [page](const char* who) { copy_text(page->who, sizeof page->who, who); };
    watch.runs_at = [page](const unsigned* running) { page->running = running; };
    watch.explains_crashes = [page](const CrashWords& words) {
      report_crashes(words, page->message, sizeof page->message);
    };
    watch.first_failure = [&](const Outcome& outcome) { send(ends[1], FrameKind::first_failure, outcome); };
    const Outcome outcome = run_guarded(work, watch, spec, [page](const char* message) {
      copy_text(page->message, sizeof page->message, message);
      ::_exit(1);
    });
    page->done = true;
    send(ends[1], FrameKind::final, outcome);
    std::fflush(nullptr);
    ::_exit(0);
  }
  ::close(ends[1]);
  pipe_ = ends[0];
  ::fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

Child::Child(Child&& other) noexcept {
  *this = std::move(other);
}

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    release();
    process_ = std::exchange(other.process_, -1);
    pipe_ = std::exchange(other.pipe_, -1);
    output_ = std::exchange(other.output_, -1);
    page_ = std::exchange(other.page_, nullptr);
    killed_ = other.killed_;
    received_ = std::move(other.received_);
    result_ = std::move(other.result_);
  }
  return *this;
}

Child::~Child() {
  release();
}

void Child::release() noexcept {
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = -1;
  }
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
  if (output_ >= 0) ::close(std::exchange(output_, -1));
  if (page_ != nullptr) ::munmap(std::exchange(page_, nullptr), sizeof(Page));
}

bool Child::collect() {
  char buffer[65536];
  for (;;) {
    const auto count = ::read(pipe_, buffer, sizeof buffer);
    if (count > 0) {
      received_.append(buffer, static_cast<std::size_t>(count));
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      // A grandchild may hold the pipe open, so its end is not the only sign.
      int status = 0;
      if (::waitpid(process_, &status, WNOHANG) != process_) return false;
      result_.status = status;
      process_ = -1;
      while (true) {  // what it wrote before it ended
        const auto rest = ::read(pipe_, buffer, sizeof buffer);
        if (rest <= 0) break;
        received_.append(buffer, static_cast<std::size_t>(rest));
      }
    }
    break;
  }
  if (process_ > 0) {
    ::waitpid(process_, &result_.status, 0);
    process_ = -1;
  }
  read_frames();
  read_output();
  result_.token = page_->token;
  result_.who = page_->who;
  result_.message = page_->message;
  result_.cases = page_->cases;
  return true;
}

void Child::read_frames() {
  std::string_view rest = received_;
  while (rest.size() >= frame_header) {
    std::uint64_t size = 0;
    std::memcpy(&size, rest.data() + 1, sizeof size);
    if (rest.size() - frame_header < size) break;
    result_.outcome = decode(rest.substr(frame_header, size));
    if (rest[0] == static_cast<char>(FrameKind::final)) result_.end = ChildResult::End::finished;
    rest.remove_prefix(frame_header + size);
  }
  if (result_.end != ChildResult::End::finished && killed_) result_.end = ChildResult::End::timed_out;
}

void Child::read_output() {
  constexpr off_t kept = 4096;
  constexpr std::size_t lines_kept = 12;
  const off_t size = ::lseek(output_, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::min(size, kept)), '\0');
  const auto count = ::pread(output_, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && !line.starts_with("Using configuration: seed=")) result_.output.push_back(line);
  if (result_.output.size() > lines_kept)
    result_.output.erase(result_.output.begin(), result_.output.end() - static_cast<std::ptrdiff_t>(lines_kept));
}

bool Child::kill_if_stuck(double seconds) {
  if (process_ <= 0 || killed_ || page_->done) return false;
  if (static_cast<double>(now() - page_->busy_since) * 1e-9 < seconds) return false;
  killed_ = true;
  look_in();
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
  return true;
}

/// Which thread of the kernel runs stands in the child's memory, which a parent may read while the child lives.
void Child::look_in() {
  const unsigned* const running = page_->running;
  if (running == nullptr) return;
  std::array<unsigned, 6> values{};
  const iovec here{values.data(), sizeof values};
  const iovec there{const_cast<unsigned*>(running), sizeof values};
  if (::process_vm_readv(process_, &here, 1, &there, 1, 0) == static_cast<ssize_t>(sizeof values))
    result_.running = values;
}

ChildResult Child::wait(double timeout_seconds) {
  while (!collect()) {
    pollfd wait_for{pipe_, POLLIN, 0};
    ::poll(&wait_for, 1, 20);
    kill_if_stuck(timeout_seconds);
  }
  return result_;
}

}  // namespace kparity::parity
