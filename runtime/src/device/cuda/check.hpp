// Errors of the CUDA runtime as exceptions that say what was being done, and the memory of those that end the process's
// use of the device.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace kparity::device {

/// "an illegal memory access was encountered (CUDA error 700, cudaErrorIllegalAddress)".
std::string error_text(cudaError_t error);

/// Throws RuntimeFailure: "cannot <action>: <error>". After an error that leaves the process without a usable device,
/// the message says so, now and at every later call.
[[noreturn]] void fail(cudaError_t error, const std::string& action);

/// Throws RuntimeFailure if an earlier error has ended the use of the device.
void check_alive(const char* action);
bool is_alive() noexcept;

/// `action()` is the text for fail(); only called for an error.
template <class Action>
void check(cudaError_t error, Action action) {
  if (error != cudaSuccess) [[unlikely]]
    fail(error, action());
}
inline void check(cudaError_t error, const char* action) {
  if (error != cudaSuccess) [[unlikely]]
    fail(error, action);
}

}  // namespace kparity::device
