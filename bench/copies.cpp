// The rate of copies between host and device: through kparity from ordinary memory, plainly from ordinary memory, and
// from pinned memory; and of conversions within the device. Prints GB/s, each the fastest of several runs.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "kparity/runtime.hpp"

namespace {

using namespace kparity;

template <class F>
void print(const char* what, std::size_t bytes, F&& run) {
  double fastest = std::numeric_limits<double>::max();
  for (int round = 0; round < 10; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    fastest = std::min(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("  %-44s %7.2f GB/s\n", what, static_cast<double>(bytes) / fastest * 1e-9);
}

void measure(std::size_t count) {
  const std::size_t bytes = count * sizeof(double);
  std::printf("%.1f MB\n", static_cast<double>(bytes) * 1e-6);
  std::vector<double> host(count, 1.0);
  Array<double> there(Shape(static_cast<std::int64_t>(count)), Place::device);
  Array<float> narrow(Shape(static_cast<std::int64_t>(count)), Place::device);
  void* pinned = nullptr;
  if (cudaHostAlloc(&pinned, bytes, cudaHostAllocDefault) != cudaSuccess) return;
  const auto plain = [&](void* to, const void* from, cudaMemcpyKind kind) {
    cudaMemcpy(to, from, bytes, kind);
    cudaStreamSynchronize(nullptr);
  };
  print("to the device, kparity", bytes, [&] { copy(array_ref(host), there.array_ref()); });
  print("to the device, cudaMemcpy", bytes, [&] { plain(there.data(), host.data(), cudaMemcpyHostToDevice); });
  print("to the device, pinned", bytes, [&] { plain(there.data(), pinned, cudaMemcpyHostToDevice); });
  print("from the device, kparity", bytes, [&] { copy(there.array_ref(), array_ref(host)); });
  print("from the device, cudaMemcpy", bytes, [&] { plain(host.data(), there.data(), cudaMemcpyDeviceToHost); });
  print("from the device, pinned", bytes, [&] { plain(pinned, there.data(), cudaMemcpyDeviceToHost); });
  print("double to float on the device", bytes, [&] { copy(there.array_ref(), narrow.array_ref()); });
  cudaFreeHost(pinned);
}

}  // namespace

int main() {
  const std::string reason = why_no_device();
  if (!reason.empty()) {
    std::printf("skipped: %s\n", reason.c_str());
    return 0;
  }
  std::printf("%s\n", device_name(0).c_str());
  for (const std::size_t count : {std::size_t{100'000}, std::size_t{1'000'000}, std::size_t{30'000'000}})
    measure(count);
  return 0;
}
