// How long a stretch of code takes: on the host's clock, and between two marks in a stream of the device.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "kparity/call_site.hpp"

namespace kparity {

struct TimingOptions {
  void* stream = nullptr;   // a cudaStream_t: where the marks go, and what is waited for
  bool synchronize = true;  // wait for the stream before the start and before the end
};

struct RegionTime {
  double seconds = 0;                    // on the host
  std::optional<double> device_seconds;  // between the marks; none without a device, or while the stream is captured
  bool is_synchronized = false;          // `seconds` includes the work of the stream
};

/// Measures from its construction to stop(). Without a device it measures on the host only.
class TimedRegion {
 public:
  /// Throws RuntimeFailure if the device fails.
  explicit TimedRegion(const TimingOptions& options = {}, CallSite where = CallSite::current());
  /// The time since the construction; may be called again. Throws RuntimeFailure.
  RegionTime stop();

 private:
  bool wait() const;

  TimingOptions options_;
  CallSite where_;
  bool has_device_ = false;
  std::shared_ptr<const void> mark_;
  std::chrono::steady_clock::time_point start_;
};

/// Runs `body` and returns its time; an exception of `body` passes through.
template <class F>
RegionTime timed_region(F&& body, const TimingOptions& options = {}, CallSite where = CallSite::current()) {
  TimedRegion region(options, where);
  std::forward<F>(body)();
  return region.stop();
}

}  // namespace kparity
