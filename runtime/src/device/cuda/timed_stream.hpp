// A stream that can be held back while work is enqueued, and the times that the device notes in it.
#pragma once

#include <memory>

#include "device/device.hpp"

namespace kparity::device {

std::unique_ptr<TimedStream> make_timed_stream(int device);

/// The kernels that it launches, for tests that compile them.
struct TimingKernel {
  const CudaSource* source = nullptr;
  const Signature* signature = nullptr;
};
TimingKernel hold_kernel();
TimingKernel nothing_kernel();

}  // namespace kparity::device
