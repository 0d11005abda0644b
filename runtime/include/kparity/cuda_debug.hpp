// Debug mode of CUDA kernels. They are compiled with line information and checks of the bounds of views, and each call
// waits for its launch, so that an error is thrown where it arose, with the kernel, its grid and its block.
#pragma once

namespace kparity {

/// For the calling thread's next call; KPARITY_CUDA_DEBUG unless set. A kernel compiled for one mode is compiled again
/// when first called in the other. While a stream is captured a call does not wait. Throws InvalidArgument for a bad
/// KPARITY_CUDA_DEBUG.
bool cuda_debug();
/// For all threads, outside of their scopes.
void set_cuda_debug(bool debug);

/// The mode of the calling thread while it lives.
class [[nodiscard]] CudaDebugScope {
 public:
  explicit CudaDebugScope(bool debug = true);
  ~CudaDebugScope();
  CudaDebugScope(const CudaDebugScope&) = delete;
  CudaDebugScope& operator=(const CudaDebugScope&) = delete;

 private:
  int previous_;
};

}  // namespace kparity
