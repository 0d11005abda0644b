// Compilation on first use.
#include "device_programs.hpp"

namespace kparity::detail {

const device::Program& DevicePrograms::get(const device::CompileRequest& request) {
  if (const device::Program* program = find(request.device, request.debug)) return *program;
  const std::lock_guard lock(compiling_);
  if (const device::Program* program = find(request.device, request.debug)) return *program;
  return compile(request);
}

const device::Program& DevicePrograms::renew(const device::CompileRequest& request) {
  const std::lock_guard lock(compiling_);
  return compile(request);
}

const device::Program& DevicePrograms::compile(const device::CompileRequest& request) {
  device::Program program = device::active().compile(request);
  program.limits = device::active().limits(request.device);
  const Compiled& compiled = compiled_.emplace_back(
      Compiled{request.device, request.debug, std::move(program), head_.load(std::memory_order_relaxed)});
  head_.store(&compiled, std::memory_order_release);
  return compiled.program;
}

}  // namespace kparity::detail
