// Commands are kept and laid along the device's clock when somebody waits for them.
#include "support/fake_timed_stream.hpp"

#include <algorithm>
#include <cstring>

#include "kparity/error.hpp"

namespace kparity::test {

FakeTimedStream::FakeTimedStream(FakeDevice& device, device::Stream stream) : device_(device), stream_(stream) {
  device_.timed_streams_[stream_] = this;
}

FakeTimedStream::~FakeTimedStream() {
  device_.timed_streams_.erase(stream_);
}

void FakeTimedStream::push(double length, std::optional<std::size_t> mark) {
  device_.time.now += device_.time.per_enqueue;
  commands_.push_back({device_.time.now, length, mark});
}

void FakeTimedStream::enqueue(double seconds) {
  has_launched_ = true;
  push(seconds);
}

void FakeTimedStream::wait() {
  double now = device_.time.now;
  if (is_held_) {  // nobody releases it while the host waits
    now = std::max(now, hold_ends_);
    released_ = hold_ends_;
    is_held_ = false;
    gave_up_ = true;
  }
  double at = std::max(free_at_, was_held_ ? released_ : 0.0);
  for (const Command& command : commands_) {
    at = std::max(at, command.enqueued) + command.length;
    if (command.mark) marks_.at(*command.mark) = at;
  }
  commands_.clear();
  free_at_ = at;
  device_.time.now = std::max(now, at);
}

void FakeTimedStream::prepare(std::size_t marks) {
  marks_.resize(std::max(marks_.size(), marks));
}

void FakeTimedStream::hold(double seconds) {
  device_.time.hold_limits.push_back(seconds);
  device_.time.now += device_.time.per_enqueue;
  if (commands_.empty()) has_launched_ = false;  // what was waited for is over
  is_held_ = was_held_ = true;
  gave_up_ = false;
  hold_ends_ = device_.time.now + seconds;
}

void FakeTimedStream::release() {
  if (!is_held_) return;
  is_held_ = false;
  gave_up_ = device_.time.now > hold_ends_;
  released_ = std::min(device_.time.now, hold_ends_);
}

void FakeTimedStream::mark(std::size_t index) {
  prepare(index + 1);
  push(0, index);
}

void FakeTimedStream::launch_nothing(const LaunchShape&) {
  push(device_.time.nothing);
}

void FakeTimedStream::copy_within(void* to, const void* from, std::size_t bytes) {
  push(device_.time.copy_within);
  device_.copy(to, from, bytes, device::Direction::device_to_device);
}

device::TimedStream::Finished FakeTimedStream::finish() {
  if (is_held_) throw RuntimeFailure("fake device: waited for a stream that is still held");
  wait();
  Finished out;
  out.timed_out = was_held_ && gave_up_;
  out.clock_hertz = was_held_ ? device_.time.clock_hertz : 0;
  out.seconds_after = has_launched_ ? device_.time.after : 0;
  device_.time.now += out.seconds_after;
  was_held_ = gave_up_ = has_launched_ = false;
  return out;
}

double FakeTimedStream::seconds_between(std::size_t first, std::size_t second) {
  return marks_.at(second) - marks_.at(first);
}

}  // namespace kparity::test
