// One host implementation of one kernel: loaded on first use, by one thread, once; success and failure are remembered.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>

#include "kparity/implementation.hpp"

namespace kparity {

/// what() of an exception, or a word on an exception of another type.
std::string message_of(const std::exception_ptr& error);

class HostSlot {
 public:
  /// `implementation` must outlive the slot.
  void bind(const HostImplementation& implementation, std::size_t instantiations);

  std::string_view name() const noexcept { return implementation_->name; }
  /// The id of its name, see selection.hpp.
  unsigned id() const noexcept { return id_; }
  /// Loads on the first call; true if the implementation can run. Never throws what the loader throws.
  bool load();
  bool is_loaded() const noexcept { return status_.load(std::memory_order_acquire) == Status::loaded; }
  bool failed() const noexcept { return status_.load(std::memory_order_acquire) == Status::failed; }
  /// After load() returned true.
  const LoadedHost& loaded() const noexcept { return loaded_; }
  /// After load() returned false.
  const std::exception_ptr& error() const noexcept { return error_; }

 private:
  enum class Status : unsigned char { untried, loaded, failed };

  void load_now();

  const HostImplementation* implementation_ = nullptr;
  std::size_t instantiations_ = 0;
  unsigned id_ = 0;
  std::once_flag once_;
  std::atomic<Status> status_{Status::untried};
  LoadedHost loaded_;
  std::exception_ptr error_;
};

}  // namespace kparity
