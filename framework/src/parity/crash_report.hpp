// What a process says when a signal ends it: which thread of a kernel ran, and what the signal means there. The process
// still ends as it would have.
#pragma once

#include <cstddef>
#include <functional>

namespace kparity::parity {

/// Writes one line of at most `size` bytes, with its 0, to `text`. Called from a signal handler: it may neither
/// allocate nor lock. `address` is what the signal is about, if it is about one.
using CrashWords = std::function<void(int signal, const void* address, char* text, std::size_t size)>;

/// From here on `words` writes to `text` before SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP or SIGABRT ends the process,
/// on a stack of its own. Once per process; `text` must stay.
void report_crashes(CrashWords words, char* text, std::size_t size);

/// The same line for all emulated places: "block (0,0,0) thread (3,0,0): its stack overflowed ...". `running`: the
/// index of the thread, then that of its block. `hint` is added to what has no better explanation.
void explain_emulated_crash(int signal, const unsigned* running, bool in_stack_guard, const char* hint, char* text,
                            std::size_t size);

}  // namespace kparity::parity
