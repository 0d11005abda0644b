// The host's part of a launch, without a GPU: calls of a kernel on a device that does nothing, typed and with all
// arguments checked. Prints nanoseconds per launch; each is the fastest of several runs.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <new>
#include <string>

#include "device/device.hpp"
#include "kparity/runtime.hpp"
#include "nothing.hpp"

namespace {

using namespace kparity;

/// A device with memory of the host, which compiles and launches by doing nothing.
class IdleDevice final : public device::Device {
 public:
  std::string why_unavailable() override { return {}; }
  int count() override { return 1; }
  int current() override { return 0; }
  std::string name(int) override { return "idle device"; }
  const device::Limits& limits(int) override { return limits_; }
  DeviceDescription describe(int) override { return {}; }
  void* allocate_pinned(std::size_t bytes) override { return ::operator new(bytes + 1); }
  void free_pinned(void* memory) noexcept override { ::operator delete(memory); }
  std::unique_ptr<device::TimedStream> timed_stream(int) override { return nullptr; }
  void* allocate(std::size_t bytes, int) override { return ::operator new(bytes + 1); }
  void free(void* memory, int) noexcept override { ::operator delete(memory); }
  void copy(void*, const void*, std::size_t, device::Direction) override {}
  void convert(const ArrayRef&, const ArrayRef&) override {}
  void synchronize(device::Stream) override {}
  int device_of(device::Stream) override { return 0; }
  bool is_capturing(device::Stream) override { return false; }
  std::shared_ptr<const void> mark(device::Stream) override { return {}; }
  double seconds_between(const std::shared_ptr<const void>&, const std::shared_ptr<const void>&) override { return 0; }
  device::Program compile(const device::CompileRequest& request) override {
    device::Program program;
    program.kernels.resize(request.instantiations.size());
    return program;
  }
  void launch(const device::LaunchRequest& request) override { blocks_ += request.shape.grid[0]; }

  unsigned long long blocks() const { return blocks_; }

 private:
  device::Limits limits_;
  unsigned long long blocks_ = 0;
};

template <class F>
void measure(const char* what, F&& launch) {
  constexpr int rounds = 100, launches = 20'000;  // short, so that some run is not interrupted
  double fastest = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) launch();
    const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    fastest = std::min(fastest, passed.count() / launches);
  }
  std::printf("%-34s %7.1f ns\n", what, fastest);
}

}  // namespace

int main() {
  IdleDevice idle;
  const device::DeviceOverride in_its_place(idle);
  const BackendScope cuda(Backend::cuda);
  const Kernel kernel = kernel_of_nothing();
  const int n = 1000;
  Array<double> x(Shape(n), Place::device), y(Shape(n), Place::device);
  double* const px = x.data();
  double* const py = y.data();
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const KernelCall with_options = kernel.with({.threads = {n}, .block = {128}});
  const KernelCall with_stream = kernel.with({.stream = &idle});
  measure("typed", [&] { typed(2.0, px, py, n); });
  measure("erased, device arrays", [&] { kernel(2.0, x, y, n); });
  measure("erased, device pointers", [&] { kernel(2.0, device_pointer(px), device_pointer(py), n); });
  measure("erased, with a stream", [&] { with_stream(2.0, x, y, n); });
  measure("erased, with launch options", [&] { with_options(2.0, x, y, n); });
  measure("erased, a long long for the int", [&] { kernel(2.0, x, y, static_cast<long long>(n)); });
  return idle.blocks() == 0 ? 1 : 0;
}
