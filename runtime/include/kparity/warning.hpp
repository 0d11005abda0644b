// Warnings: something works, but not as its user may believe (a slow fallback, an unknown setting). All of them pass
// one process-wide handler, which writes to standard error until it is replaced.
#pragma once

#include <functional>
#include <string>

#include "kparity/error.hpp"

namespace kparity {

/// What warnings_as_errors() throws.
class WarningError : public Error {
 public:
  using Error::Error;
};

/// Called with one line of text, by one thread at a time. What it throws reaches the caller of the runtime.
using WarningHandler = std::function<void(const std::string& message)>;

/// Replaces the handler and returns the one before; an empty handler restores standard error.
WarningHandler set_warning_handler(WarningHandler handler);

/// A handler that throws WarningError.
WarningHandler warnings_as_errors();

/// Tells the handler. May throw what the handler throws.
void warn(const std::string& message);

/// Replaces the handler while it lives.
class [[nodiscard]] WarningScope {
 public:
  explicit WarningScope(WarningHandler handler) : previous_(set_warning_handler(std::move(handler))) {}
  ~WarningScope() { set_warning_handler(std::move(previous_)); }
  WarningScope(const WarningScope&) = delete;
  WarningScope& operator=(const WarningScope&) = delete;

 private:
  WarningHandler previous_;
};

}  // namespace kparity
