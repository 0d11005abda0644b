// A device made of protected pages: touching its memory outside a kernel call is a crash, as on a real one.
#include "support/fake_device.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>

#include "copy.hpp"
#include "kparity/error.hpp"
#include "support/fake_timed_stream.hpp"

namespace kparity::test {

namespace {

constexpr std::size_t alignment = 256;  // of device memory, as cudaMalloc promises

std::size_t page_size() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t rounded_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::string key(const std::string& kernel, const std::string& types) {
  return kernel + "<" + types + ">";
}

}  // namespace

/// Opens the memory of one device (or of all) while it lives.
class FakeDevice::Unlocked {
 public:
  static constexpr int all = -1;
  Unlocked(const FakeDevice& fake, int device) : fake_(fake), device_(device) { protect(PROT_READ | PROT_WRITE); }
  ~Unlocked() { protect(PROT_NONE); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  void protect(int access) const {
    for (const auto& [data, allocation] : fake_.allocations_) {
      if (!allocation.is_live || (device_ != all && allocation.device != device_)) continue;
      const std::size_t page = page_size();
      ::mprotect(allocation.mapping + page, allocation.mapped - 2 * page, access);
    }
  }

  const FakeDevice& fake_;
  int device_;
};

FakeDevice::~FakeDevice() {
  for (const auto& [data, allocation] : allocations_) ::munmap(allocation.mapping, allocation.mapped);
}

void FakeDevice::add_kernel(const std::string& name, FakeKernel body, const std::string& types) {
  const std::lock_guard lock(mutex_);
  kernels_[key(name, types)] = std::move(body);
}

std::size_t FakeDevice::live_allocations() const {
  const std::lock_guard lock(mutex_);
  std::size_t live = 0;
  for (const auto& [data, allocation] : allocations_) live += allocation.is_live ? 1 : 0;
  return live;
}

int FakeDevice::compilations(const std::string& kernel) const {
  const std::lock_guard lock(mutex_);
  int count = 0;
  for (const device::CompileRequest& request : compile_requests_) count += request.kernel == kernel ? 1 : 0;
  return count;
}

bool FakeDevice::owns(const void* memory) const {
  const std::lock_guard lock(mutex_);
  return find(memory) != nullptr;
}

device::Stream FakeDevice::new_stream(int device, bool is_capturing) {
  const std::lock_guard lock(mutex_);
  require_device(device);
  streams_.push_back(std::make_unique<FakeStream>(FakeStream{device, is_capturing}));
  return streams_.back().get();
}

void* FakeDevice::allocate(std::size_t bytes, int device) {
  const std::lock_guard lock(mutex_);
  require_device(device);
  const std::size_t page = page_size();
  Allocation allocation;
  const std::size_t usable = rounded_up(bytes == 0 ? 1 : bytes, page);
  allocation.mapped = usable + 2 * page;
  void* mapping = ::mmap(nullptr, allocation.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) {
    throw RuntimeFailure("fake device: out of memory for " + std::to_string(bytes) + " bytes");
  }
  allocation.mapping = static_cast<std::byte*>(mapping);
  // As near to the end as the alignment allows: a write behind the array meets the closed page.
  allocation.data = allocation.mapping + page + usable - rounded_up(bytes == 0 ? 1 : bytes, alignment);
  allocation.bytes = bytes;
  allocation.device = device;
  return allocations_.emplace(allocation.data, allocation).first->second.data;
}

void FakeDevice::free(void* memory, int device) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<const std::byte*>(memory));
  if (found == allocations_.end() || !found->second.is_live || found->second.device != device) {
    std::fputs("fake device: freed what is no live allocation of that device\n", stderr);
    std::abort();
  }
  found->second.is_live = false;
}

void FakeDevice::copy(void* to, const void* from, std::size_t bytes, device::Direction direction) {
  const std::lock_guard lock(mutex_);
  if (!copy_failure_.empty()) throw RuntimeFailure(std::exchange(copy_failure_, {}));
  if (direction == device::Direction::host_to_device) {
    require_host_memory(from, "source");
  } else {
    require_device_memory(from, bytes, "source");
  }
  if (direction == device::Direction::device_to_host) {
    require_host_memory(to, "target");
  } else {
    require_device_memory(to, bytes, "target");
  }
  const void* const host = direction == device::Direction::host_to_device ? from : to;
  const double per_byte = pinned_.contains(host) ? time.pinned_byte : time.pageable_byte;
  if (direction != device::Direction::device_to_device) time.now += per_byte * static_cast<double>(bytes);
  const Unlocked unlocked(*this, Unlocked::all);
  std::memmove(to, from, bytes);
}

void* FakeDevice::allocate_pinned(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  auto memory = std::make_unique<std::byte[]>(bytes + 1);
  void* const address = memory.get();
  pinned_[address] = std::move(memory);
  return address;
}

void FakeDevice::free_pinned(void* memory) noexcept {
  const std::lock_guard lock(mutex_);
  pinned_.erase(memory);
}

DeviceDescription FakeDevice::describe(int device) {
  return {.name = name(device),
          .major = 9,
          .minor = 0,
          .multiprocessors = 132,
          .memory = total_memory,
          .level_2_cache = 4096,
          .pci_bus = "0000:00:00.0",
          .driver = "13.0",
          .runtime = "13.0"};
}

std::unique_ptr<device::TimedStream> FakeDevice::timed_stream(int device) {
  const std::lock_guard lock(mutex_);
  return std::make_unique<FakeTimedStream>(*this, new_stream(device));
}

void FakeDevice::convert(const ArrayRef& from, const ArrayRef& to) {
  const std::lock_guard lock(mutex_);
  if (element_count(from) == 0) return;
  require_device_memory(reinterpret_cast<const void*>(address_range(from).begin), address_range(from).size(), "source");
  require_device_memory(reinterpret_cast<const void*>(address_range(to).begin), address_range(to).size(), "target");
  const Allocation* source = find(from.data);
  if (source->device != find(to.data)->device) throw RuntimeFailure("fake device: converted between two devices");
  const Unlocked unlocked(*this, source->device);
  convert_elements(from, to);
}

void FakeDevice::synchronize(device::Stream stream) {
  const std::lock_guard lock(mutex_);
  if (is_capturing(stream)) throw RuntimeFailure("fake device: waited for a stream that is capturing");
  if (!synchronization_failure_.empty()) throw RuntimeFailure(std::exchange(synchronization_failure_, {}));
  ++synchronizations_;
  if (const auto timed = timed_streams_.find(stream); timed != timed_streams_.end()) timed->second->wait();
}

int FakeDevice::device_of(device::Stream stream) {
  const std::lock_guard lock(mutex_);
  return stream == nullptr ? current_ : stream_of(stream).device;
}

bool FakeDevice::is_capturing(device::Stream stream) {
  const std::lock_guard lock(mutex_);
  return stream != nullptr && stream_of(stream).is_capturing;
}

std::shared_ptr<const void> FakeDevice::mark(device::Stream stream) {
  const std::lock_guard lock(mutex_);
  if (is_capturing(stream)) throw RuntimeFailure("fake device: marked a stream that is capturing");
  return std::make_shared<std::chrono::steady_clock::time_point>(std::chrono::steady_clock::now());
}

double FakeDevice::seconds_between(const std::shared_ptr<const void>& first,
                                   const std::shared_ptr<const void>& second) {
  const auto time_of = [](const std::shared_ptr<const void>& mark) {
    return *static_cast<const std::chrono::steady_clock::time_point*>(mark.get());
  };
  return std::chrono::duration<double>(time_of(second) - time_of(first)).count();
}

device::Program FakeDevice::compile(const device::CompileRequest& request) {
  const std::lock_guard lock(mutex_);
  require_device(request.device);
  compile_requests_.push_back(request);
  const auto failure = compile_failures_.find(request.kernel);
  if (failure != compile_failures_.end()) throw RuntimeFailure(failure->second);
  auto bodies = std::make_shared<std::vector<LoadedBody>>();
  for (const Signature& signature : request.instantiations) {
    auto body = kernels_.find(key(request.kernel, signature.types));
    if (body == kernels_.end()) body = kernels_.find(key(request.kernel, ""));
    if (body == kernels_.end()) throw RuntimeFailure("fake device: no __global__ function '" + request.kernel + "'");
    bodies->push_back({request.kernel, request.device, body->second});
  }
  device::Program program;
  for (const LoadedBody& body : *bodies) {
    program.kernels.push_back({&body, limits_of(request.device).threads_per_block, 0});
  }
  program.owner = bodies;
  return program;
}

void FakeDevice::launch(const device::LaunchRequest& request) {
  const std::lock_guard lock(mutex_);
  const auto& loaded = *static_cast<const LoadedBody*>(request.kernel->function);
  if (loaded.device != request.device || device_of(request.stream) != request.device) {
    throw RuntimeFailure("fake device: kernel '" + loaded.name +
                         "', its stream and the launch are on different devices");
  }
  if (!launch_failure_.empty()) throw RuntimeFailure(std::exchange(launch_failure_, {}));
  launches_.push_back(
      {request.shape.grid, request.shape.block, request.shape.shared_memory, request.stream, request.device, nullptr});
  FakeLaunch launch = launches_.back();
  launch.arguments = request.arguments;
  if (const auto timed = timed_streams_.find(request.stream); timed != timed_streams_.end()) {
    const auto seconds = time.launches.find(loaded.name);
    timed->second->enqueue(seconds == time.launches.end() ? time.launch : seconds->second);
  }
  const Unlocked unlocked(*this, request.device);
  loaded.body(launch);
}

const FakeDevice::Allocation* FakeDevice::find(const void* memory) const {
  const auto* address = static_cast<const std::byte*>(memory);
  auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return nullptr;
  const Allocation& candidate = std::prev(next)->second;
  return candidate.is_live && address < candidate.data + std::max<std::size_t>(candidate.bytes, 1) ? &candidate
                                                                                                   : nullptr;
}

void FakeDevice::require_device_memory(const void* memory, std::size_t bytes, const char* what) const {
  const Allocation* allocation = find(memory);
  if (allocation != nullptr && static_cast<const std::byte*>(memory) + bytes <= allocation->data + allocation->bytes) {
    return;
  }
  throw RuntimeFailure(std::string("fake device: the ") + what + " of a copy is not within live device memory");
}

void FakeDevice::require_host_memory(const void* memory, const char* what) const {
  if (find(memory) == nullptr) return;
  throw RuntimeFailure(std::string("fake device: the ") + what + " of a copy is device memory, said to be host memory");
}

const FakeDevice::FakeStream& FakeDevice::stream_of(device::Stream stream) const {
  for (const auto& known : streams_) {
    if (known.get() == stream) return *known;
  }
  throw RuntimeFailure("fake device: not a stream");
}

void FakeDevice::require_device(int device) const {
  if (device >= 0 && device < static_cast<int>(limits_.size())) return;
  throw RuntimeFailure("fake device: there is no device " + std::to_string(device));
}

}  // namespace kparity::test
