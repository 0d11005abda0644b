// A child process that runs one piece of a check, watched from outside: what it is doing stands in a shared page, what
// it found comes through a pipe, what it prints is kept, and its end is never the end of the parent.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign.hpp"
#include "kparity/result/result.hpp"

namespace kparity::parity {

/// How a child ended.
struct ChildResult {
  enum class End : std::uint8_t { finished, died, timed_out };
  End end = End::died;
  int status = 0;                          // of waitpid, when it died
  std::optional<result::Outcome> outcome;  // final when finished, else the first failure if there was one
  std::string token;                       // of the case it was in; empty before the first
  std::string message;                     // why it gave up, or what the signal that ended it meant
  std::string who;                         // the implementation it was about to call; empty before the first
  /// Thread and block that ran when it timed out, if it told where to look (Subject::running).
  std::optional<std::array<unsigned, 6>> running;
  std::uint64_t cases = 0;          // begun
  std::vector<std::string> output;  // the last lines it printed
};

class Child {
 public:
  /// Forks; the child runs `work` and sends what it returns. The caller must not have started threads or CUDA.
  Child(const std::function<result::Outcome(const Watch&)>& work, const spec::KernelSpec& spec);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  /// Readable when the child has something to say or has ended.
  int descriptor() const noexcept { return pipe_; }

  /// Takes in what is there without waiting. True once the child has ended; `result` is complete then.
  bool collect();

  /// Kills the child if it has been in one case (or in loading) for longer than `seconds`. True if it did.
  bool kill_if_stuck(double seconds);

  /// Blocks until the end.
  ChildResult wait(double timeout_seconds);

  const ChildResult& result() const noexcept { return result_; }

 private:
  struct Page;
  void read_frames();
  void read_output();
  void look_in();
  void release() noexcept;

  pid_t process_ = -1;
  int pipe_ = -1;
  int output_ = -1;
  Page* page_ = nullptr;
  bool killed_ = false;
  std::string received_;
  ChildResult result_;
};

}  // namespace kparity::parity
