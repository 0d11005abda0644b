// The cost of a launch on a GPU: a loop of cudaLaunchKernel against calls of the same kernel, typed and with all
// arguments checked. Prints microseconds per launch and the ratio to the plain loop, both the medians of many rounds in
// each of which all ways take their turn.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "device/device.hpp"
#include "kparity/runtime.hpp"
#include "nothing.hpp"

namespace {

using namespace kparity;

struct Way {
  std::string name;
  std::function<void(int)> launch;     // so many times; through one indirect call for all of them
  std::vector<double> microseconds{};  // of each round
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// One run of a way, without the wait for the device at its end: what a launch costs the host.
double microseconds(const Way& way) {
  constexpr int launches = 500;  // fewer than the device queues, so that none waits for room
  const auto start = std::chrono::steady_clock::now();
  way.launch(launches);
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  device::active().synchronize(nullptr);
  return passed.count() / launches;
}

template <class F>
Way way(const std::string& name, F launch) {
  return {name, [launch](int times) {
            for (int i = 0; i < times; ++i) launch();
          }};
}

void measure() {
  const Kernel kernel = kernel_of_nothing();
  const CudaSource& source = *kernel.definition().cuda;
  device::CompileRequest request;
  request.kernel = "nothing";
  request.source = &source;
  request.instantiations = kernel.definition().instantiations;
  request.device = device::active().current();
  const device::Program program = device::active().compile(request);
  const void* const function = program.kernels.front().function;

  const int n = 1000;
  Array<double> x(Shape(n), Place::device), y(Shape(n), Place::device);
  double* const px = x.data();
  double* const py = y.data();
  const auto typed = kernel.typed<void(double, const double*, double*, int)>();
  const KernelCall with_options = kernel.with({.threads = {n}, .block = {128}});

  std::array ways{
      way("cudaLaunchKernel",
          [=] {
            double a = 2;
            const double* from = px;
            double* to = py;
            int count = n;
            void* arguments[]{&a, &from, &to, &count};
            if (cudaLaunchKernel(function, dim3(8), dim3(128), arguments, 0, nullptr) != cudaSuccess) std::abort();
          }),
      way("typed", [=] { typed(2.0, px, py, n); }),
      way("erased, device arrays", [&] { kernel(2.0, x, y, n); }),
      way("erased, device pointers", [&] { kernel(2.0, device_pointer(px), device_pointer(py), n); }),
      way("erased, with launch options", [&] { with_options(2.0, x, y, n); }),
      way("erased, a long long for the int", [&] { kernel(2.0, x, y, static_cast<long long>(n)); }),
  };
  constexpr int rounds = 500;
  for (int round = 0; round < rounds; ++round) {
    for (Way& each : ways) each.microseconds.push_back(microseconds(each));
  }
  for (const Way& each : ways) {
    std::vector<double> ratios;  // within a round, in which all ways meet the same disturbances
    for (std::size_t i = 0; i < each.microseconds.size(); ++i) {
      ratios.push_back(each.microseconds[i] / ways[0].microseconds[i]);
    }
    std::printf("%-34s %7.3f us   %6.3f x\n", each.name.c_str(), median(each.microseconds), median(ratios));
  }
}

}  // namespace

int main() {
  const std::string reason = why_no_device();
  if (!reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    return 0;
  }
  std::printf("%s\n", device_name(0).c_str());
  const BackendScope cuda(Backend::cuda);
  measure();
  return 0;
}
