// One copy to the device and one back per run, whatever the number of arrays: guard zones, poison and exact extents are
// those of the host workspace.
#include "subject.hpp"

#include <memory>

#include "kparity/array.hpp"
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
  if (has_witness) subject.calls = [&host] { return *host.witness; };
  return subject;
}

Subject device_subject(const Kernel& kernel) {
  const BackendScope cuda(Backend::cuda);
  kernel.compile();
  Subject subject;
  subject.name = cuda_name;
  subject.run = [kernel, arena = std::make_shared<Arena>()](std::size_t instantiation,
                                                            Workspace& workspace) -> std::optional<RunFinding> {
    unsigned char* const memory = arena->of_at_least(workspace.bytes().size());
    workspace.point_into(reinterpret_cast<std::byte*>(memory));
    const BackendScope on_device(Backend::cuda);
    try {
      copy_whole(memory, workspace.bytes(), true);
      kernel.call_erased(instantiation, workspace.arguments());
      copy_whole(memory, workspace.bytes(), false);
    } catch (const RuntimeFailure& failure) {
      throw DeviceLost(failure.what());  // a failed launch or a fault poisons the context
    }
    return std::nullopt;
  };
  return subject;
}

std::string_view usual_place(std::string_view implementation) {
  return implementation == cuda_name ? "device" : "host";
}

Subject load_subject(const Kernel& kernel, std::string_view implementation, std::string_view place) {
  if (place == "emulated") return emulated_subject(kernel);
  if (place == "checked") return checked_subject(kernel);
  if (implementation == cuda_name) return device_subject(kernel);
  return host_subject(std::string(implementation), kernel.host(implementation));
}

}  // namespace kparity::parity
