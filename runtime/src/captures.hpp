// Which calls of one kernel write their arguments to files: those that KPARITY_CAPTURE names, and the next one after
// Kernel::capture(). While there are none left, nobody counts.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "kparity/settings.hpp"

namespace kparity::detail {

/// A file that a call is to write.
struct WantedCapture {
  std::string path;
  bool by_program = false;  // by Kernel::capture(), which wants to hear of failures
};

class Captures {
 public:
  /// Whether a call has to ask next_call(): one relaxed load. True before the settings were read.
  bool are_open() const noexcept { return open_.load(std::memory_order_relaxed); }

  /// The next call writes to `path`.
  void add(std::string path);

  /// Counts one call and says what it is to write. `settings` count at the first call.
  std::vector<WantedCapture> next_call(const std::string& kernel, const Settings& settings);

 private:
  void read(const std::string& kernel, const Settings& settings);

  struct Numbered {
    std::uint64_t call;
    std::string path;
  };
  std::atomic<bool> open_{true};
  std::mutex mutex_;
  bool has_read_settings_ = false;
  std::uint64_t calls_ = 0;
  std::vector<Numbered> numbered_;
  std::vector<std::string> next_;
};

}  // namespace kparity::detail
