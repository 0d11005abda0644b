// The device of a build with the CUDA toolkit. Nothing here needs a driver to be installed: without one, every request
// is answered with that reason.
#include "device/cuda/check.hpp"
#include "device/cuda/devices.hpp"
#include "device/cuda/events.hpp"
#include "device/cuda/kernels.hpp"
#include "device/cuda/memory.hpp"
#include "device/cuda/timed_stream.hpp"

namespace kparity::device {

namespace {

class CudaDevice final : public Device {
 public:
  std::string why_unavailable() override { return probe().reason; }
  int count() override { return static_cast<int>(probe().devices.size()); }
  [[gnu::hot]] int current() override {
    check_usable("ask for the current CUDA device");
    if (probe().devices.size() == 1) return 0;  // asking takes longer than all checks of a launch together
    int device = 0;
    check(cudaGetDevice(&device), "ask for the current CUDA device");
    return device;
  }
  std::string name(int device) override { return facts_of(device, "name a CUDA device").name; }
  const Limits& limits(int device) override { return facts_of(device, "ask for the limits of a CUDA device").limits; }
  DeviceDescription describe(int device) override { return describe_device(device); }

  void* allocate(std::size_t bytes, int device) override { return allocate_memory(bytes, device); }
  void* allocate_unset(std::size_t bytes, int device) override { return allocate_unset_memory(bytes, device); }
  void free(void* memory, int device) noexcept override { free_memory(memory, device); }
  void copy(void* to, const void* from, std::size_t bytes, Direction direction) override {
    copy_memory(to, from, bytes, direction);
  }
  void convert(const ArrayRef& from, const ArrayRef& to) override { convert_memory(from, to); }

  void* allocate_pinned(std::size_t bytes) override { return allocate_pinned_memory(bytes); }
  void free_pinned(void* memory) noexcept override { free_pinned_memory(memory); }

  void synchronize(Stream stream) override {
    check_usable("wait for the CUDA device");
    check(cudaStreamSynchronize(static_cast<cudaStream_t>(stream)), "wait for a CUDA stream");
  }
  int device_of(Stream stream) override {
    if (stream == nullptr) return current();
    check_usable("use a CUDA stream");
    int device = 0;
    check(cudaStreamGetDevice(static_cast<cudaStream_t>(stream), &device), "ask for the device of a CUDA stream");
    return device;
  }
  bool is_capturing(Stream stream) override {
    check_usable("use a CUDA stream");
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing(static_cast<cudaStream_t>(stream), &status);
    if (error == cudaErrorStreamCaptureImplicit) {  // the default stream, while some other stream records
      cudaGetLastError();
      return true;
    }
    check(error, "ask whether a CUDA stream is recording a graph");
    return status != cudaStreamCaptureStatusNone;
  }

  std::shared_ptr<const void> mark(Stream stream) override { return mark_stream(stream, device_of(stream)); }
  double seconds_between(const std::shared_ptr<const void>& first, const std::shared_ptr<const void>& second) override {
    return seconds_between_marks(first, second);
  }

  std::unique_ptr<TimedStream> timed_stream(int device) override { return make_timed_stream(device); }

  Program compile(const CompileRequest& request) override { return load(request); }
  [[gnu::hot]] void launch(const LaunchRequest& request) override { launch_kernel(request); }
};

}  // namespace

[[gnu::hot]] Device& built_in() {
  static CudaDevice device;
  return device;
}

}  // namespace kparity::device
