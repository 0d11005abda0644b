// The device of a build without the CUDA toolkit: there is none, and every request is answered with that reason.
#include "device/device.hpp"
#include "kparity/error.hpp"

namespace kparity::device {

namespace {

constexpr const char* reason = "kparity was built without the CUDA toolkit";

[[noreturn]] void refuse(const std::string& what) {
  throw RuntimeFailure("cannot " + what + ": there is no CUDA device (" + reason + ")");
}

class NoDevice final : public Device {
 public:
  std::string why_unavailable() override { return reason; }
  int count() override { return 0; }
  int current() override { refuse("use the device"); }
  std::string name(int) override { refuse("name a device"); }
  const Limits& limits(int) override { refuse("ask for the limits of a device"); }

  DeviceDescription describe(int) override { refuse("describe a device"); }

  void* allocate(std::size_t bytes, int) override {
    refuse("allocate " + std::to_string(bytes) + " bytes on the device");
  }
  void free(void*, int) noexcept override {}
  void copy(void*, const void*, std::size_t bytes, Direction) override {
    refuse("copy " + std::to_string(bytes) + " bytes to or from the device");
  }
  void convert(const ArrayRef& from, const ArrayRef&) override { refuse("convert a " + to_string(from)); }

  void* allocate_pinned(std::size_t bytes) override {
    refuse("allocate " + std::to_string(bytes) + " bytes of pinned memory");
  }
  void free_pinned(void*) noexcept override {}

  void synchronize(Stream) override { refuse("wait for the device"); }
  int device_of(Stream) override { refuse("use a stream"); }
  bool is_capturing(Stream) override { refuse("use a stream"); }

  std::shared_ptr<const void> mark(Stream) override { refuse("mark a stream"); }
  double seconds_between(const std::shared_ptr<const void>&, const std::shared_ptr<const void>&) override {
    refuse("read the time between two marks");
  }

  std::unique_ptr<TimedStream> timed_stream(int) override { refuse("time work on a device"); }

  Program compile(const CompileRequest& request) override {
    refuse("compile the CUDA kernel '" + request.kernel + "'");
  }
  void launch(const LaunchRequest&) override { refuse("launch a CUDA kernel"); }
};

}  // namespace

Device& built_in() {
  static NoDevice device;
  return device;
}

}  // namespace kparity::device
