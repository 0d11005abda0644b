// Words for errors of the CUDA runtime, and the memory of those that end its use.
#include "device/cuda/check.hpp"

#include <atomic>
#include <mutex>

#include "kparity/error.hpp"

namespace kparity::device {

namespace {

/// After these the context is lost, and only a new process gets another.
bool is_final(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorDevicesUnavailable: return true;
    default: return false;
  }
}

/// What ended the use of the device; written once.
struct Death {
  std::once_flag once;
  std::string cause;
};

Death& death() {
  static Death state;
  return state;
}

std::atomic<bool>& has_died() {
  static constinit std::atomic<bool> flag{false};  // apart, since each launch looks at it
  return flag;
}

constexpr const char* consequence =
    "; the CUDA device cannot be used by this process any more, only a new process can use it again";

void remember(const std::string& cause) {
  std::call_once(death().once, [&] {
    death().cause = cause;
    has_died().store(true, std::memory_order_release);
  });
}

}  // namespace

std::string error_text(cudaError_t error) {
  return std::string(cudaGetErrorString(error)) + " (CUDA error " + std::to_string(static_cast<int>(error)) + ", " +
         cudaGetErrorName(error) + ")";
}

void fail(cudaError_t error, const std::string& action) {
  cudaGetLastError();  // or the next call of somebody else would report it
  const std::string message = "cannot " + action + ": " + error_text(error);
  if (!is_final(error)) throw RuntimeFailure(message);
  remember("while it was to " + action + ": " + error_text(error));
  throw RuntimeFailure(message + ", from this or an earlier kernel" + consequence);
}

[[gnu::hot]] bool is_alive() noexcept {
  return !has_died().load(std::memory_order_acquire);
}

[[gnu::hot]] void check_alive(const char* action) {
  if (is_alive()) [[likely]]
    return;
  throw RuntimeFailure(std::string("cannot ") + action + ": an earlier error was found " + death().cause + consequence);
}

}  // namespace kparity::device
