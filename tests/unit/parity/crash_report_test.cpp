// What the last words of a process say.
#include "crash_report.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace kparity::parity {

namespace {

std::string words_of(int signal, bool in_stack_guard) {
  const unsigned running[6] = {3, 2, 1, 6, 5, 4};
  char text[200];
  explain_emulated_crash(signal, running, in_stack_guard, "; a hint", text, sizeof text);
  return text;
}

TEST(CrashReport, names_block_and_thread_and_what_the_signal_means) {
  EXPECT_EQ(
      words_of(SIGSEGV, true),
      "block (6,5,4) thread (3,2,1): its stack overflowed, which has 256 KiB here: make local arrays smaller or the "
      "recursion shallower");
  EXPECT_EQ(words_of(SIGFPE, false), "block (6,5,4) thread (3,2,1): an integer was divided by zero; a hint");
  EXPECT_EQ(words_of(SIGBUS, false), "block (6,5,4) thread (3,2,1): access to memory that is not there; a hint");
}

/// In a process that dies: its last words go to its error stream.
[[noreturn]] void die_by(int signal) {
  static char text[100];
  report_crashes(
      [](int what, const void*, char* to, std::size_t size) {
        std::snprintf(to, size, "signal %d", what);
        std::fprintf(stderr, "%s", to);
      },
      text, sizeof text);
  std::raise(signal);
  std::_Exit(0);
}

TEST(CrashReport, comes_before_an_end_by_the_same_signal) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGABRT})
    EXPECT_EXIT(die_by(signal), testing::KilledBySignal(signal), "signal " + std::to_string(signal)) << signal;
}

}  // namespace

}  // namespace kparity::parity
