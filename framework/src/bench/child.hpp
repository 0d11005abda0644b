// A child process that times, watched from outside: what it found comes as messages, whose turn it is stands in a
// shared page, and its end is never the end of the parent.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kparity::bench {

/// Nobody's turn.
inline constexpr std::size_t no_row = static_cast<std::size_t>(-1);

/// The child's way to its parent.
class Line {
 public:
  struct Page;
  Line(int pipe, Page* page) : pipe_(pipe), page_(page) {}

  void send(char kind, std::string_view body) const;
  /// From now on something of that row runs, which may take so long.
  void turn(std::size_t row, double allowed_seconds) const;

 private:
  int pipe_;
  Page* page_;
};

struct ChildEnd {
  bool finished = false;     // the work returned
  bool stopped = false;      // somebody asked for its end, and it was killed
  bool timed_out = false;    // it took longer than it was allowed, and was killed
  int status = 0;            // of waitpid, when it did not finish
  std::size_t row = no_row;  // whose turn it was
  std::string output;        // the last lines that it printed
};

/// Forks, runs `work` in the child, and passes its messages to `received`. The caller must not have started threads or
/// CUDA. What `work` throws ends the child as if it had been killed, with the message as its output.
/// `is_stopped`, if there is one, is asked many times a second.
ChildEnd run_in_child(const std::function<void(const Line&)>& work,
                      const std::function<void(char kind, std::string_view body)>& received,
                      const std::function<bool()>& is_stopped = {});

/// "ended by signal 11 (Segmentation fault)", "exited with code 3".
std::string end_text(const ChildEnd& end);

}  // namespace kparity::bench
