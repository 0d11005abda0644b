// Loads compiled code on a device and launches its kernels.
#include "device/cuda/kernels.hpp"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>

#include "cuda/program.hpp"
#include "device/cuda/check.hpp"
#include "device/cuda/devices.hpp"

namespace kparity::device {

namespace {

/// Lets a kernel use more dynamic shared memory on a device than all kernels may. What a kernel may use is never
/// lowered: a small launch must not take from a large one what it asked for.
void raise_shared_memory(const LoadedKernel& kernel, int device, std::size_t bytes) {
  static auto* const raising = new std::mutex;  // never destroyed: kernels may be launched until the process ends
  std::atomic<std::size_t>& mark = *kernel.shared_memory_mark;
  const std::lock_guard lock(*raising);
  if (bytes <= mark.load(std::memory_order_relaxed)) return;
  check(cudaKernelSetAttributeForDevice(static_cast<cudaKernel_t>(const_cast<void*>(kernel.function)),
                                        cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes), device),
        [&] { return "let a kernel use " + std::to_string(bytes) + " bytes of dynamic shared memory"; });
  mark.store(bytes, std::memory_order_release);
}

/// The loaded code of a program, with the bytes that it was made from.
class Library {
 public:
  Library(std::string code, const std::string& kernel) : code_(std::move(code)), kernel_(kernel) {
    check(cudaLibraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          [&] { return "load the compiled code of kernel '" + kernel_ + "'"; });
  }
  ~Library() {
    if (is_alive()) cudaLibraryUnload(library_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  LoadedKernel get(const std::string& symbol) {
    const auto action = [&] { return "load kernel '" + kernel_ + "' (" + symbol + ")"; };
    cudaKernel_t function = nullptr;
    check(cudaLibraryGetKernel(&function, library_, symbol.c_str()), action);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, static_cast<const void*>(function)), action);
    return {function, static_cast<unsigned>(attributes.maxThreadsPerBlock), attributes.sharedSizeBytes,
            &shared_memory_marks_.emplace_back(0)};
  }

 private:
  std::string code_;
  std::string kernel_;
  cudaLibrary_t library_ = nullptr;
  std::deque<std::atomic<std::size_t>> shared_memory_marks_;  // one per kernel; they keep their places
};

std::string sizes(const std::array<unsigned, 3>& s) {
  return std::to_string(s[0]) + "x" + std::to_string(s[1]) + "x" + std::to_string(s[2]);
}

std::string launching(const LaunchRequest& request) {
  const char* name = nullptr;
  if (cudaFuncGetName(&name, request.kernel->function) != cudaSuccess || name == nullptr) name = "?";
  return std::string("launch kernel ") + name + " with grid " + sizes(request.shape.grid) + ", block " +
         sizes(request.shape.block) + " and " + std::to_string(request.shape.shared_memory) + " bytes of shared memory";
}

/// The driver's own launch, which the runtime's ends in; null if there is none. The runtime spends a tenth of a
/// microsecond on the way there, more than all that kparity does for a call.
decltype(&cuLaunchKernel) find_driver_launch() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);  // loaded by the CUDA runtime long ago
  if (driver == nullptr) return nullptr;
  return reinterpret_cast<decltype(&cuLaunchKernel)>(dlsym(driver, "cuLaunchKernel"));
}

/// Whether the driver took the launch. It refuses where the thread has no context yet, among other things.
bool launched_by_driver(const LaunchRequest& request) {
  static const auto launch = find_driver_launch();
  if (launch == nullptr) return false;
  const auto& [grid, block, shared_memory] = request.shape;
  // cudaKernel_t and CUkernel are one type, and CUkernel may stand for CUfunction (driver API, cuLaunchKernel).
  const auto function = static_cast<CUfunction>(const_cast<void*>(request.kernel->function));
  return launch(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], static_cast<unsigned>(shared_memory),
                static_cast<CUstream>(request.stream), request.arguments, nullptr) == CUDA_SUCCESS;
}

/// By the CUDA runtime: makes the device's context the thread's if need be, and names errors.
void launch_by_runtime(const LaunchRequest& request) {
  const dim3 grid{request.shape.grid[0], request.shape.grid[1], request.shape.grid[2]};
  const dim3 block{request.shape.block[0], request.shape.block[1], request.shape.block[2]};
  check(cudaLaunchKernel(request.kernel->function, grid, block, request.arguments, request.shape.shared_memory,
                         static_cast<cudaStream_t>(request.stream)),
        [&] { return launching(request); });
}

}  // namespace

Program load(const CompileRequest& request) {
  const DeviceFacts& device = facts_of(request.device, "compile a CUDA kernel");
  cuda::CompiledProgram compiled =
      cuda::compile_program({request.kernel, request.source, request.instantiations,
                             cuda::architecture_for(device.major, device.minor), request.debug, true});
  const OnDevice on_device(request.device, "load a CUDA kernel");
  const auto library = std::make_shared<Library>(std::move(compiled.code), request.kernel);
  Program out;
  for (const std::string& symbol : compiled.symbols) out.kernels.push_back(library->get(symbol));
  out.log = std::move(compiled.log);
  out.owner = library;
  return out;
}

[[gnu::hot]] void launch_kernel(const LaunchRequest& request) {
  check_usable("launch a CUDA kernel");
  const LoadedKernel& kernel = *request.kernel;
  constexpr std::size_t free_for_all = 49152;  // static and dynamic together, on every device
  if (request.shape.shared_memory + kernel.static_shared_memory > free_for_all &&
      request.shape.shared_memory > kernel.shared_memory_mark->load(std::memory_order_acquire)) {
    raise_shared_memory(kernel, request.device, request.shape.shared_memory);
  }
  if (!launched_by_driver(request)) launch_by_runtime(request);
}

}  // namespace kparity::device
