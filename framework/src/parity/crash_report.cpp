// One handler for all signals that end a process. It is gone once it has run, so that the signal does its work then.
#include "crash_report.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <utility>

namespace kparity::parity {

namespace {

struct Report {
  CrashWords words;
  char* text = nullptr;
  std::size_t size = 0;
  std::array<std::byte, std::size_t{64} * 1024> stack{};  // the one that overflowed cannot be used
};

/// A handler is told nothing but the signal.
Report& report() {
  static Report of_process;
  return of_process;
}

extern "C" void kparity_tell_of_crash(int signal, siginfo_t* info, void*) {
  Report& told = report();
  const bool has_address = signal == SIGSEGV || signal == SIGBUS;
  told.words(signal, has_address ? info->si_addr : nullptr, told.text, told.size);
  if (info->si_code <= 0) ::raise(signal);  // sent, not caused: returning would not bring it again
}

const char* meaning_of(int signal, bool in_stack_guard) {
  if (in_stack_guard)
    return "its stack overflowed, which has 256 KiB here: make local arrays smaller or the recursion shallower";
  switch (signal) {
    case SIGFPE: return "an integer was divided by zero";
    case SIGILL:
    case SIGTRAP: return "an instruction that ends the program was reached, as __builtin_trap() makes them";
    case SIGABRT: return "abort() was called, by the kernel or by a C library that found its heap damaged";
    default: return "access to memory that is not there";
  }
}

}  // namespace

void report_crashes(CrashWords words, char* text, std::size_t size) {
  Report& told = report();
  told.words = std::move(words);
  told.text = text;
  told.size = size;
  stack_t stack{};
  stack.ss_sp = told.stack.data();
  stack.ss_size = told.stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = kparity_tell_of_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

void explain_emulated_crash(int signal, const unsigned* running, bool in_stack_guard, const char* hint, char* text,
                            std::size_t size) {
  std::snprintf(text, size, "block (%u,%u,%u) thread (%u,%u,%u): %s%s", running[3], running[4], running[5], running[0],
                running[1], running[2], meaning_of(signal, in_stack_guard), in_stack_guard ? "" : hint);
}

}  // namespace kparity::parity
