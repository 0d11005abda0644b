// A jump out of the signal handler: what the foreign code held is lost, which its end is, too.
#include "kparity/emulate/host_code.hpp"

#include <csetjmp>

#include "fault.hpp"

namespace kparity::emulate {

namespace {

struct Run {
  const std::function<bool(const void*)>& is_device;
  const void* address = nullptr;
  std::jmp_buf before{};
};

}  // namespace

std::optional<const void*> touched_by_host(const std::function<void()>& code,
                                           const std::function<bool(const void*)>& is_device) {
  Run run{is_device};
  const FaultWatch watch(
      [](void* self, const Fault& fault) {
        Run& running = *static_cast<Run*>(self);
        running.address = reinterpret_cast<const void*>(fault.address);
        if (running.is_device(running.address)) std::longjmp(running.before, 1);
      },
      &run);
  if (setjmp(run.before) != 0) return run.address;
  code();
  return std::nullopt;
}

}  // namespace kparity::emulate
