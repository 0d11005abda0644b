// The hold is a kernel of one thread that watches a word of host memory. It gives up by itself, so that work which
// waits for the device while it is held costs time and not the process.
#include "device/cuda/timed_stream.hpp"

#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "device/cuda/check.hpp"
#include "device/cuda/devices.hpp"
#include "device/cuda/kernels.hpp"
#include "device/cuda/memory.hpp"
#include "kparity/cuda_source.hpp"

namespace kparity::device {

namespace {

constexpr const char* hold_text =
    R"(// Waits for the host, measures its own clock meanwhile, and gives up after a while.
__device__ unsigned long long nanoseconds_now() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void kparity_hold(unsigned long long* shared, unsigned long long most_nanoseconds) {
  volatile unsigned long long* const words = shared;
  const unsigned long long start = nanoseconds_now();
  const long long start_clock = clock64();
  unsigned long long passed = 0;
  while (words[0] == 0) {
    passed = nanoseconds_now() - start;
    if (passed > most_nanoseconds) {
      words[1] = 1;
      break;
    }
  }
  words[2] = nanoseconds_now() - start;
  words[3] = clock64() - start_clock;
  __threadfence_system();
}
)";

constexpr const char* nothing_text = "__global__ void kparity_nothing() {}\n";

/// What host and device share of a hold.
struct Words {
  std::uint64_t released = 0, gave_up = 0, nanoseconds = 0, cycles = 0;
};

enum class Helper : std::uint8_t { hold, nothing };

Signature signature_of_hold() {
  void (*const hold)(unsigned long long*, unsigned long long) = nullptr;
  Signature out = detail::signature_of_type(hold);
  out.kernel = "kparity_hold";
  out.parameters[0].name = "shared";
  out.parameters[1].name = "most_nanoseconds";
  return out;
}

Signature signature_of_nothing() {
  void (*const nothing)() = nullptr;
  Signature out = detail::signature_of_type(nothing);
  out.kernel = "kparity_nothing";
  return out;
}

CompileRequest request_of(const TimingKernel& kernel) {
  CompileRequest request;
  request.kernel = kernel.signature->kernel;
  request.source = kernel.source;
  request.instantiations = std::span(kernel.signature, 1);
  return request;
}

/// Compiled once per device; kept until the process ends, as the code of kernels is.
const LoadedKernel& loaded(Helper helper, int device) {
  static auto* const programs = new std::map<std::pair<Helper, int>, Program>;
  static auto* const mutex = new std::mutex;
  const std::lock_guard lock(*mutex);
  auto found = programs->find({helper, device});
  if (found == programs->end()) {
    CompileRequest request = request_of(helper == Helper::hold ? hold_kernel() : nothing_kernel());
    request.device = device;
    found = programs->emplace(std::pair(helper, device), load(request)).first;
  }
  return found->second.kernels.front();
}

class CudaTimedStream final : public TimedStream {
 public:
  explicit CudaTimedStream(int device) : device_(device) {
    const OnDevice on_device(device_, "time work on a CUDA device");
    loaded(Helper::hold, device_);
    loaded(Helper::nothing, device_);
    words_ = static_cast<Words*>(allocate_pinned_memory(sizeof(Words)));
    *words_ = {};
    const cudaError_t error = cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
    if (error != cudaSuccess) free_pinned_memory(words_);
    check(error, "make a CUDA stream");
  }
  ~CudaTimedStream() override {
    if (!is_alive()) return;
    release();
    cudaStreamSynchronize(stream_);
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
    cudaStreamDestroy(stream_);
    free_pinned_memory(words_);
  }
  CudaTimedStream(const CudaTimedStream&) = delete;
  CudaTimedStream& operator=(const CudaTimedStream&) = delete;

  Stream stream() override { return stream_; }

  void prepare(std::size_t marks) override {
    const OnDevice on_device(device_, "make a CUDA event");
    while (events_.size() < marks) {
      cudaEvent_t event = nullptr;
      check(cudaEventCreate(&event), "make a CUDA event");
      events_.push_back(event);
    }
  }

  void hold(double seconds) override {
    if (is_held_) finish();  // after an exception: its kernel may still look at the words
    *words_ = {};
    void* shared = words_;
    unsigned long long nanoseconds = static_cast<unsigned long long>(seconds * 1e9);
    void* arguments[]{&shared, &nanoseconds};
    is_held_ = true;
    launch(Helper::hold, {}, arguments);
  }

  void release() override {
    if (!is_held_) return;
    std::atomic_ref(words_->released).store(1, std::memory_order_release);
  }

  void mark(std::size_t index) override {
    prepare(index + 1);
    check(cudaEventRecord(events_[index], stream_), "mark a CUDA stream");
  }

  void launch_nothing(const LaunchShape& shape) override { launch(Helper::nothing, shape, nullptr); }

  void copy_within(void* to, const void* from, std::size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copy within the CUDA device");
  }

  Finished finish() override {
    const OnDevice on_device(device_, "wait for the CUDA device");
    check(cudaStreamSynchronize(stream_), "wait for a CUDA stream");
    const auto done = std::chrono::steady_clock::now();
    check(cudaDeviceSynchronize(), "wait for the CUDA device");
    Finished out;
    out.seconds_after = std::chrono::duration<double>(std::chrono::steady_clock::now() - done).count();
    if (is_held_) {
      constexpr std::uint64_t shortest = 50'000;  // nanoseconds; the timer may step by a microsecond
      out.timed_out = words_->gave_up != 0;
      if (words_->nanoseconds >= shortest)
        out.clock_hertz = static_cast<double>(words_->cycles) * 1e9 / static_cast<double>(words_->nanoseconds);
    }
    is_held_ = false;
    return out;
  }

  double seconds_between(std::size_t first, std::size_t second) override {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, events_.at(first), events_.at(second)),
          "read the time between two marks");
    return static_cast<double>(milliseconds) / 1000;
  }

 private:
  void launch(Helper helper, const LaunchShape& shape, void** arguments) {
    LaunchRequest request;
    request.kernel = &loaded(helper, device_);
    request.shape = shape;
    request.shape.shared_memory = 0;
    request.stream = stream_;
    request.arguments = arguments;
    request.device = device_;
    launch_kernel(request);
  }

  int device_;
  cudaStream_t stream_ = nullptr;
  Words* words_ = nullptr;
  bool is_held_ = false;
  std::vector<cudaEvent_t> events_;
};

}  // namespace

TimingKernel hold_kernel() {
  static const CudaSource source = cuda_source(hold_text, "kparity_hold.cu");
  static const Signature signature = signature_of_hold();
  return {&source, &signature};
}

TimingKernel nothing_kernel() {
  static const CudaSource source = cuda_source(nothing_text, "kparity_nothing.cu");
  static const Signature signature = signature_of_nothing();
  return {&source, &signature};
}

std::unique_ptr<TimedStream> make_timed_stream(int device) {
  check_usable("time work on a CUDA device");
  return std::make_unique<CudaTimedStream>(device);
}

}  // namespace kparity::device
