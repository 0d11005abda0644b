// The one warning handler of the process.
#include "kparity/warning.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

namespace kparity {

namespace {

struct Handling {
  std::recursive_mutex mutex;  // a handler may call into the runtime, which may warn
  WarningHandler handler;      // empty: standard error
};

Handling& handling() {
  static Handling* const one = new Handling;  // never destroyed: objects with static storage may warn at exit
  return *one;
}

}  // namespace

WarningHandler set_warning_handler(WarningHandler handler) {
  const std::lock_guard lock(handling().mutex);
  return std::exchange(handling().handler, std::move(handler));
}

WarningHandler warnings_as_errors() {
  return [](const std::string& message) { throw WarningError(message); };
}

void warn(const std::string& message) {
  const std::lock_guard lock(handling().mutex);
  if (const WarningHandler handler = handling().handler) {
    handler(message);
  } else {
    std::fprintf(stderr, "kparity: warning: %s\n", message.c_str());
  }
}

}  // namespace kparity
