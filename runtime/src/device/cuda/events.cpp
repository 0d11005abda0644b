// Marks are CUDA events that keep the time.
#include "device/cuda/events.hpp"

#include <cuda_runtime_api.h>

#include "device/cuda/check.hpp"
#include "device/cuda/devices.hpp"

namespace kparity::device {

std::shared_ptr<const void> mark_stream(Stream stream, int device) {
  const OnDevice on_device(device, "mark a CUDA stream");
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "make a CUDA event");
  std::shared_ptr<const void> mark(event, [](cudaEvent_t made) {
    if (is_alive()) cudaEventDestroy(made);
  });
  check(cudaEventRecord(event, static_cast<cudaStream_t>(stream)), "mark a CUDA stream");
  return mark;
}

double seconds_between_marks(const std::shared_ptr<const void>& first, const std::shared_ptr<const void>& second) {
  check_usable("read the time between two marks");
  const auto event = [](const std::shared_ptr<const void>& mark) {
    return static_cast<cudaEvent_t>(const_cast<void*>(mark.get()));
  };
  check(cudaEventSynchronize(event(second)), "wait for a CUDA event");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, event(first), event(second)), "read the time between two marks");
  return static_cast<double>(milliseconds) / 1000;
}

}  // namespace kparity::device
