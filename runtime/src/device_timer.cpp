// The order of things around a hold: whatever happens while it lasts, it is released.
#include "kparity/device_timer.hpp"

#include "device/device.hpp"

namespace kparity {

namespace {

/// Ends a hold when it goes, also by an exception.
class Hold {
 public:
  Hold(device::TimedStream& stream, double seconds) : stream_(stream) {
    if (seconds > 0) stream_.hold(seconds);
  }
  ~Hold() {
    try {
      stream_.release();
    } catch (...) {  // NOLINT(bugprone-empty-catch): the device failed, and the next call says so
    }
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  device::TimedStream& stream_;
};

}  // namespace

DeviceTimer::DeviceTimer() : stream_(device::active().timed_stream(device::active().current())) {}

DeviceTimer::~DeviceTimer() = default;

void* DeviceTimer::stream() const noexcept {
  return stream_->stream();
}

DeviceTimes DeviceTimer::time(std::size_t stretches, double hold_seconds, const std::function<void(std::size_t)>& work,
                              const std::function<void(std::size_t)>& after) const {
  stream_->prepare(2 * stretches);
  {
    const Hold hold(*stream_, hold_seconds);
    for (std::size_t i = 0; i < stretches; ++i) {
      stream_->mark(2 * i);
      work(i);
      stream_->mark(2 * i + 1);
      if (after) after(i);
    }
  }
  const auto finished = stream_->finish();
  DeviceTimes out;
  out.timed_out = finished.timed_out;
  out.clock_hertz = finished.clock_hertz;
  out.seconds_after = finished.seconds_after;
  for (std::size_t i = 0; i < stretches; ++i) out.seconds.push_back(stream_->seconds_between(2 * i, 2 * i + 1));
  return out;
}

void DeviceTimer::launch_nothing(const LaunchShape& shape) const {
  stream_->launch_nothing(shape);
}

void DeviceTimer::copy_within(void* to, const void* from, std::size_t bytes) const {
  if (bytes != 0) stream_->copy_within(to, from, bytes);
}

void DeviceTimer::wait() const {
  device::active().synchronize(stream_->stream());
}

}  // namespace kparity
