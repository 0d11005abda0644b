// One benchmark at a time on a machine: two of them beside each other would measure each other.
#pragma once

#include <functional>
#include <string>

namespace kparity::tool {

/// Holds a lock on a file for as long as it lives; the system takes it back when the process ends, however it ends.
class MachineLock {
 public:
  /// Waits at most `seconds`, telling once that it does; `is_stopped` ends the waiting. Throws RuntimeFailure if the
  /// lock does not become free, or if the file cannot be opened.
  MachineLock(const std::string& file, double seconds, const std::function<void()>& waiting,
              const std::function<bool()>& is_stopped);
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// The file that all users of the machine share.
std::string machine_lock_file();

}  // namespace kparity::tool
