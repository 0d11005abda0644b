// Counts copies between host and device, and refuses them where none is allowed.
#include "kparity/transfers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>

#include "kparity/error.hpp"
#include "kparity/warning.hpp"

namespace kparity {

struct TransferCounter::State {
  mutable std::mutex mutex;
  std::vector<TransferEvent> events;
};

/// The counters of the whole process that are listening now.
struct TransferLog {
  struct Active {
    std::shared_ptr<TransferCounter::State> counter;
    std::size_t scopes = 0;
  };

  static TransferLog& instance() {
    static auto* log = new TransferLog;  // never destroyed: a static array may be freed after everything else
    return *log;
  }

  void enter(const std::shared_ptr<TransferCounter::State>& counter) {
    const std::lock_guard lock(mutex);
    const auto found = find(counter);
    if (found != active.end()) {
      ++found->scopes;
    } else {
      active.push_back({counter, 1});
    }
    is_active.store(true, std::memory_order_relaxed);
  }

  void leave(const std::shared_ptr<TransferCounter::State>& counter) {
    const std::lock_guard lock(mutex);
    const auto found = find(counter);
    if (--found->scopes == 0) active.erase(found);
    is_active.store(!active.empty(), std::memory_order_relaxed);
  }

  void record(const TransferEvent& event) {
    const std::lock_guard lock(mutex);
    for (const Active& entry : active) {
      const std::lock_guard counter_lock(entry.counter->mutex);
      entry.counter->events.push_back(event);
    }
  }

  std::vector<Active>::iterator find(const std::shared_ptr<TransferCounter::State>& counter) {
    return std::find_if(active.begin(), active.end(), [&](const Active& entry) { return entry.counter == counter; });
  }

  std::mutex mutex;
  std::vector<Active> active;
  std::atomic<bool> is_active{false};
};

namespace {

constexpr std::array all_kinds{TransferKind::to_host,  TransferKind::to_device,   TransferKind::kernel_conversion,
                               TransferKind::fallback, TransferKind::device_copy, TransferKind::sync};

/// Events of one kind from one line.
struct Group {
  TransferEvent first;
  std::size_t count = 0;
  std::size_t bytes = 0;
};

bool belongs(const Group& group, const TransferEvent& event) {
  return group.first.kind == event.kind && group.first.where.line == event.where.line &&
         std::strcmp(group.first.where.file, event.where.file) == 0 && group.first.what == event.what;
}

std::vector<Group> grouped(const std::vector<TransferEvent>& events, TransferKind kind) {
  std::vector<Group> groups;
  for (const TransferEvent& event : events) {
    if (event.kind != kind) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return belongs(g, event); });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{event});
    ++group->count;
    group->bytes += event.bytes.value_or(0);
  }
  return groups;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string site_text(const CallSite& where) {
  if (where.line == 0) return "(call site not known)";
  return std::string(where.file) + ":" + std::to_string(where.line);
}

std::string group_line(const Group& group) {
  const std::string amount = group.first.bytes ? counted(group.count, "time") + ", " + counted(group.bytes, "byte")
                                               : counted(group.count, "time");
  return "  " + padded(std::string(name_of(group.first.kind)), 18) + padded(amount, 28) + " " +
         site_text(group.first.where) + "  " + group.first.what + (group.first.implicit ? " (implicit)" : "") + "\n";
}

/// A line for each of the two limits that the chosen events exceed, naming the event that did.
template <class Choose>
void add_violations(const std::vector<TransferEvent>& events, Choose choose, const std::string& noun,
                    std::optional<std::size_t> most, std::optional<std::size_t> most_bytes,
                    std::vector<std::string>& out) {
  std::size_t count = 0, bytes = 0;
  const TransferEvent *over_count = nullptr, *over_bytes = nullptr;
  for (const TransferEvent& event : events) {
    if (!choose(event)) continue;
    bytes += event.bytes.value_or(0);
    ++count;
    if (over_count == nullptr && most && count > *most) over_count = &event;
    if (over_bytes == nullptr && most_bytes && bytes > *most_bytes) over_bytes = &event;
  }
  const auto add = [&](std::size_t amount, const std::string& unit, std::size_t limit, const TransferEvent& event) {
    out.push_back(noun + ": " + std::to_string(amount) + unit + ", " + std::to_string(limit) +
                  " allowed; exceeded at " + site_text(event.where) + "  " + event.what);
  };
  if (over_count != nullptr) add(count, "", *most, *over_count);
  if (over_bytes != nullptr) add(bytes, " bytes", *most_bytes, *over_bytes);
}

bool is_violation(TransferKind kind, const NoTransferOptions& options) {
  switch (kind) {
    case TransferKind::device_copy: return false;
    case TransferKind::sync: return options.forbid_syncs;
    default: return true;
  }
}

}  // namespace

std::string_view name_of(TransferKind kind) {
  switch (kind) {
    case TransferKind::to_host: return "to_host";
    case TransferKind::to_device: return "to_device";
    case TransferKind::kernel_conversion: return "kernel_conversion";
    case TransferKind::fallback: return "fallback";
    case TransferKind::device_copy: return "device_copy";
    case TransferKind::sync: return "sync";
  }
  __builtin_unreachable();
}

TransferBudget::TransferBudget(std::string name, TransferLimits limits, CallSite where)
    : name_(std::move(name)), limits_(std::move(limits)), where_(where), exceptions_(std::uncaught_exceptions()) {
  for (const TransferLimit& limit : limits_.kinds) {
    const auto same = [&](const TransferLimit& other) { return other.kind == limit.kind; };
    if (std::count_if(limits_.kinds.begin(), limits_.kinds.end(), same) > 1) {
      throw InvalidArgument("transfer budget '" + name_ + "' limits " + std::string(name_of(limit.kind)) + " twice");
    }
  }
}

TransferBudget::~TransferBudget() {
  if (is_checked_ || std::uncaught_exceptions() > exceptions_) return;
  try {
    warn_if_exceeded();
  } catch (...) {  // a destructor must not throw, even if warnings are errors
  }
}

std::vector<std::string> TransferBudget::violations() const {
  const std::vector<TransferEvent> events = counter().events();
  const auto is_counted = [](const TransferEvent& event) { return event.kind != TransferKind::sync; };
  std::vector<std::string> out;
  add_violations(events, is_counted, "transfers", limits_.count, limits_.bytes, out);
  for (const TransferLimit& limit : limits_.kinds) {
    const auto is_of_kind = [&](const TransferEvent& event) { return event.kind == limit.kind; };
    add_violations(events, is_of_kind, std::string(name_of(limit.kind)), limit.count, limit.bytes, out);
  }
  return out;
}

std::string TransferBudget::message() const {
  std::string text;
  for (const std::string& line : violations()) text += "  " + line + "\n";
  if (text.empty()) return "";
  return "transfer budget '" + name_ + "' at " + site_text(where_) + " is exceeded:\n" + text + counter().report();
}

void TransferBudget::check() {
  is_checked_ = true;
  const std::string text = message();
  if (!text.empty()) throw TransferViolation(text);
}

void TransferBudget::warn_if_exceeded() {
  is_checked_ = true;
  const std::string text = message();
  if (!text.empty()) warn(text);
}

TransferCounter::TransferCounter() : state_(std::make_shared<State>()) {}

std::vector<TransferEvent> TransferCounter::events() const {
  const std::lock_guard lock(state_->mutex);
  return state_->events;
}

std::size_t TransferCounter::total() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<std::size_t>(std::count_if(state_->events.begin(), state_->events.end(),
                                                [](const auto& event) { return event.kind != TransferKind::sync; }));
}

std::size_t TransferCounter::count(TransferKind kind) const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<std::size_t>(std::count_if(state_->events.begin(), state_->events.end(),
                                                [&](const auto& event) { return event.kind == kind; }));
}

std::size_t TransferCounter::bytes(TransferKind kind) const {
  const std::lock_guard lock(state_->mutex);
  std::size_t sum = 0;
  for (const TransferEvent& event : state_->events) {
    if (event.kind == kind) sum += event.bytes.value_or(0);
  }
  return sum;
}

std::string TransferCounter::report() const {
  const std::vector<TransferEvent> all = events();
  const std::size_t syncs = count(TransferKind::sync);
  std::string text = counted(total(), "transfer") + (syncs == 0 ? "" : " and " + counted(syncs, "sync")) + "\n";
  for (const TransferKind kind : all_kinds) {
    for (const Group& group : grouped(all, kind)) text += group_line(group);
  }
  return text;
}

TransferScope::TransferScope(TransferCounter counter) : counter_(std::move(counter)) {
  TransferLog::instance().enter(counter_.state_);
}

TransferScope::~TransferScope() {
  TransferLog::instance().leave(counter_.state_);
}

bool transfers_are_counted() noexcept {
  return TransferLog::instance().is_active.load(std::memory_order_relaxed);
}

void record_transfer(const TransferEvent& event) {
  TransferLog::instance().record(event);
}

NoTransferScope::NoTransferScope(NoTransferOptions options, CallSite where)
    : options_(options), where_(where), exceptions_(std::uncaught_exceptions()) {}

NoTransferScope::~NoTransferScope() {
  if (is_checked_ || std::uncaught_exceptions() > exceptions_) return;
  try {
    const std::string message = violation();
    if (!message.empty()) warn("nobody called check() on it: " + message);
  } catch (...) {  // a destructor must not throw, even if warnings are errors
  }
}

std::string NoTransferScope::violation() const {
  const std::vector<TransferEvent> events = counter().events();
  if (std::none_of(events.begin(), events.end(), [&](const auto& e) { return is_violation(e.kind, options_); })) {
    return "";
  }
  return "transfers in a block at " + site_text(where_) + " that must not make any: " + counter().report();
}

void NoTransferScope::check() {
  is_checked_ = true;
  const std::string message = violation();
  if (!message.empty()) throw TransferViolation(message);
}

}  // namespace kparity
