// A stream of the fake device with a clock of its own: what is enqueued has a length and begins when the work before it
// is done, not before the host has enqueued it, and not while the stream is held.
#pragma once

#include <optional>
#include <vector>

#include "support/fake_device.hpp"

namespace kparity::test {

class FakeTimedStream final : public device::TimedStream {
 public:
  FakeTimedStream(FakeDevice& device, device::Stream stream);
  ~FakeTimedStream() override;

  /// Work of that length.
  void enqueue(double seconds);
  /// What a host that waits for the stream does: until the end of the work, or of the hold if nobody releases it.
  void wait();

  device::Stream stream() override { return stream_; }
  void prepare(std::size_t marks) override;
  void hold(double seconds) override;
  void release() override;
  void mark(std::size_t index) override;
  void launch_nothing(const LaunchShape& shape) override;
  void copy_within(void* to, const void* from, std::size_t bytes) override;
  Finished finish() override;
  double seconds_between(std::size_t first, std::size_t second) override;

 private:
  struct Command {
    double enqueued = 0, length = 0;
    std::optional<std::size_t> mark{};
  };
  void push(double length, std::optional<std::size_t> mark = {});

  FakeDevice& device_;
  device::Stream stream_;
  std::vector<Command> commands_;
  std::vector<double> marks_;
  double free_at_ = 0;  // when the work of earlier rounds is done
  bool is_held_ = false, gave_up_ = false, was_held_ = false, has_launched_ = false;
  double hold_ends_ = 0;  // by itself
  double released_ = 0;
};

}  // namespace kparity::test
