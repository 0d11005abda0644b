// Lets long work end in its own way when somebody sends SIGINT or SIGTERM: it asks now and then, and writes what it
// has.
#pragma once

#include <csignal>

namespace kparity::tool {

/// While it lives, the first signal is only noted; a second one ends the program as always. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The signal that came; 0 for none.
  int signal() const;
  /// What a shell says of a program that a signal ended: 128 and its number.
  int exit_code() const { return 128 + signal(); }

 private:
  struct sigaction interrupt_ {
  }, terminate_{};  // as they were
};

}  // namespace kparity::tool
