// One copy to the device and one back per run, whatever the number of arrays: guard zones, poison and exact extents are
// those of the host workspace.
#include "subject.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "kparity/array.hpp"
#include "kparity/device_calls.hpp"
#include "kparity/device_memory.hpp"
#include "kparity/parity/place.hpp"
#include "kparity/selection.hpp"

namespace kparity::parity {

namespace {

/// Device memory that grows and is never given back.
class Arena {
 public:
  unsigned char* of_at_least(std::size_t bytes) {
    if (!memory_ || memory_->size() < bytes)
      memory_ = std::make_unique<Array<unsigned char>>(Shape(static_cast<std::int64_t>(2 * bytes)), Place::device);
    return memory_->data();
  }

 private:
  std::unique_ptr<Array<unsigned char>> memory_;
};

void copy_whole(unsigned char* device, std::span<std::byte> host, bool to_device) {
  const Shape shape(static_cast<std::int64_t>(host.size()));
  const auto there = array_ref(device, shape, Place::device);
  const auto here = array_ref(reinterpret_cast<unsigned char*>(host.data()), shape);
  to_device ? copy(here, there) : copy(there, here);
}

}  // namespace

Subject host_subject(std::string name, const LoadedHost& host) {
  const bool has_witness = !host.witnessed.empty();
  const auto& entries = has_witness ? host.witnessed : host.entries;
  Subject subject;
  subject.name = std::move(name);
  subject.run = [&entries](std::size_t instantiation, Workspace& workspace) -> std::optional<RunFinding> {
    entries.at(instantiation)(workspace.arguments());
    return std::nullopt;
  };
  subject.run_in_place = subject.run;
  if (has_witness) subject.calls = [&host] { return *host.witness; };
  return subject;
}

namespace {

/// The host implementations that could run in place of a device one: the reference, and the one that is used by
/// default.
std::vector<const LoadedHost*> stand_ins(const Kernel& kernel) {
  std::vector<const LoadedHost*> hosts;
  const auto add = [&](const std::string& name) {
    if (const LoadedHost& host = kernel.host(name); host.witness != nullptr) hosts.push_back(&host);
  };
  const auto names = kernel.implementations();  // in order of preference
  const auto used = std::find_if(names.begin(), names.end(),
                                 [&](const std::string& name) { return name != cuda_name && kernel.available(name); });
  if (used != names.end()) add(*used);
  if (used == names.end() || *used != reference_name) add(std::string(reference_name));
  return hosts;
}

/// The whole workspace there and back in two copies.
void run_in_arena(const Kernel& kernel, std::size_t instantiation, Workspace& workspace, Arena& arena) {
  unsigned char* const memory = arena.of_at_least(workspace.bytes().size());
  workspace.point_into(reinterpret_cast<std::byte*>(memory));
  copy_whole(memory, workspace.bytes(), true);
  kernel.call_erased(instantiation, workspace.arguments());
  copy_whole(memory, workspace.bytes(), false);
}

/// Array by array. Scratch stays where it is: nobody compares it, and a tool would call its copy a read of what nobody
/// wrote.
void run_in_allocations(const Kernel& kernel, std::size_t instantiation, Workspace& workspace) {
  std::vector<std::unique_ptr<DeviceMemory>> copies;
  for (std::size_t i = 0; i < workspace.array_count(); ++i) {
    copies.push_back(std::make_unique<DeviceMemory>(workspace.array(i).size()));
    if (workspace.is_input(i)) copies.back()->write(workspace.array(i).data());
    workspace.point_at(i, copies.back()->data());
  }
  for (std::size_t i = 0; i < workspace.array_count(); ++i)
    if (const auto other = workspace.shares(i)) workspace.point_at(i, copies[*other]->data());
  kernel.call_erased(instantiation, workspace.arguments());
  for (std::size_t i = 0; i < workspace.array_count(); ++i)
    if (!workspace.is_scratch(i) && !workspace.shares(i)) copies[i]->read(workspace.array(i).data());
}

}  // namespace

Subject device_subject(const Kernel& kernel, DeviceLayout layout) {
  const BackendScope cuda(Backend::cuda);
  kernel.compile();
  Subject subject;
  subject.name = cuda_name;
  subject.calls = [] { return static_cast<unsigned long long>(device_calls()); };
  subject.calls_of_others = [hosts = stand_ins(kernel)] {
    unsigned long long calls = 0;
    for (const LoadedHost* host : hosts) calls += *host->witness;
    return calls;
  };
  subject.run = [kernel, layout, arena = std::make_shared<Arena>()](std::size_t instantiation,
                                                                    Workspace& workspace) -> std::optional<RunFinding> {
    const BackendScope on_device(Backend::cuda);
    try {
      layout == DeviceLayout::arena ? run_in_arena(kernel, instantiation, workspace, *arena)
                                    : run_in_allocations(kernel, instantiation, workspace);
    } catch (const RuntimeFailure& failure) {
      throw DeviceLost(failure.what());  // a failed launch or a fault poisons the context
    }
    return std::nullopt;
  };
  return subject;
}

void compile_subject(const Kernel& kernel, std::string_view place) {
  if (place == "emulated") compile_emulated(kernel);
  if (place == "checked") compile_checked(kernel);
  if (place == asan_place) compile_asan(kernel);
  if (place == msan_place) compile_msan(kernel);
}

Subject load_subject(const spec::KernelSpec& spec, const Kernel& kernel, std::string_view implementation,
                     std::string_view place, DeviceLayout layout) {
  if (place == "emulated") return emulated_subject(spec, kernel);
  if (place == "checked") return checked_subject(spec, kernel);
  if (place == asan_place) return asan_subject(spec, kernel);
  if (place == msan_place) return msan_subject(spec, kernel);
  if (implementation == cuda_name) return device_subject(kernel, layout);
  return host_subject(std::string(implementation), kernel.host(implementation));
}

}  // namespace kparity::parity
