// What was copied, where from and how much: every copy that the runtime makes, and every fallback to a host kernel, is
// an event that the active counters see. Copies made behind its back are invisible, unless recorded with
// record_transfer().
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kparity/call_site.hpp"

namespace kparity {

enum class TransferKind : std::uint8_t {
  to_host,            // a copy from device to host memory
  to_device,          // a copy from host to device memory
  kernel_conversion,  // a call converted at least one array for a host kernel
  fallback,           // a host kernel ran in place of a missing CUDA kernel
  device_copy,        // a copy or conversion within device memory
  sync,               // a wait for the device; not part of totals
};

/// "to_host", ...
std::string_view name_of(TransferKind kind);

struct TransferEvent {
  TransferKind kind = TransferKind::to_host;
  std::string what;                  // what was copied or ran: "as_kernel_array", "kernel 'deposit'"
  CallSite where;                    // the user's line; line 0 if it is not known
  std::optional<std::size_t> bytes;  // none for fallback, kernel_conversion and sync
  bool blocking = true;              // the host waited for it
  bool implicit = false;             // the program did not ask for it by name, as in a fallback
};

/// The events of one or more scopes. Copies of a counter are the same counter.
class TransferCounter {
 public:
  TransferCounter();

  /// A snapshot, in order.
  std::vector<TransferEvent> events() const;
  /// All events but syncs.
  std::size_t total() const;
  std::size_t count(TransferKind kind) const;
  std::size_t bytes(TransferKind kind) const;
  /// A line with the totals, then one line per kind and call site with number and bytes.
  std::string report() const;

 private:
  friend class TransferScope;
  friend struct TransferLog;
  struct State;
  std::shared_ptr<State> state_;
};

/// While it lives, its counter sees the events of all threads. The same counter in nested scopes counts an event once.
class [[nodiscard]] TransferScope {
 public:
  explicit TransferScope(TransferCounter counter = {});
  ~TransferScope();
  TransferScope(const TransferScope&) = delete;
  TransferScope& operator=(const TransferScope&) = delete;

  const TransferCounter& counter() const noexcept { return counter_; }
  const TransferCounter* operator->() const noexcept { return &counter_; }

 private:
  TransferCounter counter_;
};

/// auto transfers = count_transfers(); ...; transfers->total();
inline TransferScope count_transfers(TransferCounter counter = {}) {
  return TransferScope(std::move(counter));
}

struct NoTransferOptions {
  bool forbid_syncs = false;  // waits for the device count as violations too
};

/// A stretch of code in which only copies within device memory are allowed. check() says so; the destructor never
/// throws, and only warns if check() was forgotten and there was something to say.
class [[nodiscard]] NoTransferScope {
 public:
  explicit NoTransferScope(NoTransferOptions options = {}, CallSite where = CallSite::current());
  ~NoTransferScope();
  NoTransferScope(const NoTransferScope&) = delete;
  NoTransferScope& operator=(const NoTransferScope&) = delete;

  /// Throws TransferViolation with the report if anything forbidden happened so far.
  void check();
  const TransferCounter& counter() const noexcept { return scope_.counter(); }

 private:
  std::string violation() const;

  NoTransferOptions options_;
  CallSite where_;
  TransferScope scope_;
  int exceptions_;
  bool is_checked_ = false;
};

/// Runs `body` and returns what it returns. Throws TransferViolation at its normal end if it made transfers; an
/// exception of `body` passes through.
template <class F>
decltype(auto) assert_no_transfers(F&& body, NoTransferOptions options = {}, CallSite where = CallSite::current()) {
  NoTransferScope scope(options, where);
  if constexpr (std::is_void_v<decltype(std::forward<F>(body)())>) {
    std::forward<F>(body)();
    scope.check();
  } else {
    decltype(auto) result = std::forward<F>(body)();
    scope.check();
    return result;
  }
}

/// What one kind of transfer may amount to; what is not given is free.
struct TransferLimit {
  TransferKind kind = TransferKind::to_host;
  std::optional<std::size_t> count{}, bytes{};
};

struct TransferLimits {
  std::optional<std::size_t> count{}, bytes{};  // of all transfers together, syncs not counted
  std::vector<TransferLimit> kinds{};
};

/// A stretch of code that may make so many transfers and no more; counts what happens while it lives, on all threads,
/// also within budgets inside of it. The destructor never throws, and only warns if check() was forgotten.
class [[nodiscard]] TransferBudget {
 public:
  /// `name` is for messages. Throws InvalidArgument for a kind that is named twice.
  TransferBudget(std::string name, TransferLimits limits, CallSite where = CallSite::current());
  ~TransferBudget();
  TransferBudget(const TransferBudget&) = delete;
  TransferBudget& operator=(const TransferBudget&) = delete;

  /// One line per limit that was exceeded so far, with the call site that did it.
  std::vector<std::string> violations() const;
  /// Throws TransferViolation with the lines and the report if there are any.
  void check();
  /// As check(), but warns.
  void warn_if_exceeded();
  const TransferCounter& counter() const noexcept { return scope_.counter(); }

 private:
  std::string message() const;

  std::string name_;
  TransferLimits limits_;
  CallSite where_;
  TransferScope scope_;
  int exceptions_;
  bool is_checked_ = false;
};

/// True if some counter is active, so that building an event is worth while.
bool transfers_are_counted() noexcept;

/// Tells the active counters of a transfer; call it after the copy succeeded.
void record_transfer(const TransferEvent& event);

}  // namespace kparity
