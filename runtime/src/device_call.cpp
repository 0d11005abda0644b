// Compile, check the limits of this device, launch.
#include "device_call.hpp"

#include "finite_check.hpp"
#include "kparity/cuda_debug.hpp"
#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

int current_device(const KernelState& kernel, device::Device& device) {
  try {
    return device.current();
  } catch (const RuntimeFailure&) {
    const std::string reason = device.why_unavailable();
    if (reason.empty()) throw;
    throw RuntimeFailure(text::concat(kernel_name(kernel), " cannot run on the CUDA side: ", reason));
  }
}

bool is_within(const std::array<unsigned, 3>& sizes, const std::array<unsigned, 3>& limits) {
  return sizes[0] <= limits[0] && sizes[1] <= limits[1] && sizes[2] <= limits[2];
}

std::size_t threads_of(const LaunchShape& shape) {
  return std::size_t{shape.block[0]} * shape.block[1] * shape.block[2];
}

bool is_within_limits(const LaunchShape& shape, const device::Limits& limits, const device::LoadedKernel& loaded) {
  const std::size_t threads = threads_of(shape);
  return is_within(shape.block, limits.block) && is_within(shape.grid, limits.grid) &&
         threads <= limits.threads_per_block && threads <= loaded.threads_per_block &&
         loaded.static_shared_memory + shape.shared_memory <= limits.shared_memory_opt_in;
}

[[noreturn, gnu::cold]] void refuse_shape(const KernelState& kernel, device::Device& device, int index,
                                          const LaunchShape& shape, const device::Limits& limits,
                                          const device::LoadedKernel& loaded) {
  const auto check = [&](const char* quantity, std::size_t wanted, std::size_t limit) {
    if (wanted <= limit) return;
    throw InvalidArgument(text::concat(kernel_name(kernel), " on device ", index, " (", device.name(index),
                                       "): ", quantity, " ", wanted, " is beyond the limit of ", limit));
  };
  constexpr std::array<const char*, 3> block_axes{"block.x", "block.y", "block.z"};
  constexpr std::array<const char*, 3> grid_axes{"grid.x", "grid.y", "grid.z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    check(block_axes[axis], shape.block[axis], limits.block[axis]);
    check(grid_axes[axis], shape.grid[axis], limits.grid[axis]);
  }
  check("threads per block", threads_of(shape), limits.threads_per_block);
  check("threads per block of the compiled kernel", threads_of(shape), loaded.threads_per_block);
  check("static and dynamic shared memory in bytes", loaded.static_shared_memory + shape.shared_memory,
        limits.shared_memory_opt_in);
  __builtin_unreachable();
}

void check_devices(const DeviceCall& call, int current) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const int device = call.arguments[i].device;
    if (device == any_device || device == current) continue;
    const Signature& signature = call.kernel.definition.instantiations[call.instantiation];
    throw InvalidArgument(text::concat(kernel_name(call.kernel), ": ", argument_name(signature, i), " is on device ",
                                       device, ", but the current device is ", current));
  }
}

void check_stream(const DeviceCall& call, device::Device& device, int index) {
  if (call.stream == nullptr || device.count() == 1) return;
  if (device.is_capturing(call.stream)) return;  // cannot be asked
  const int owner = device.device_of(call.stream);
  if (owner == index) return;
  throw InvalidArgument(text::concat(kernel_name(call.kernel), " on device ", index, " (", device.name(index),
                                     "): the stream belongs to device ", owner));
}

// An error shows at its own launch, not at a later call.
void wait_for(const DeviceCall& call, device::Device& device) {
  try {
    device.synchronize(call.stream);
  } catch (const Error& error) {
    const auto shown = [](const std::array<unsigned, 3>& s) { return text::concat(s[0], "x", s[1], "x", s[2]); };
    std::throw_with_nested(
        RuntimeFailure(text::concat(kernel_name(call.kernel), " failed with grid ", shown(call.shape.grid),
                                    " and block ", shown(call.shape.block), ": ", error.what())));
  }
}

bool debugs(const KernelState& kernel) {
  return kernel.definition.debug ? *kernel.definition.debug : cuda_debug();
}

device::CompileRequest compile_request(const KernelState& kernel, int device, bool debug) {
  device::CompileRequest request;
  request.kernel = kernel.definition.name;
  request.source = &*kernel.definition.cuda;
  request.instantiations = kernel.definition.instantiations;
  request.device = device;
  request.debug = debug;
  return request;
}

const device::Program& compiled_program(const KernelState& kernel, int device, bool debug) {
  if (const device::Program* program = kernel.programs.find(device, debug)) return *program;
  return kernel.programs.get(compile_request(kernel, device, debug));
}

// Launches and waits, unless the stream is captured: then neither waiting nor looking at memory is possible.
void launch_and_look(const DeviceCall& call, device::Device& device, const device::LaunchRequest& request) {
  if (device.is_capturing(call.stream)) {
    device.launch(request);
    return;
  }
  std::optional<FiniteCheck> finite;
  if (call.checks_finite) {
    device.synchronize(call.stream);  // what earlier work writes must be there before it is looked at
    finite.emplace(call.kernel, call.kernel.definition.instantiations[call.instantiation], call.arguments, call.where);
  }
  device.launch(request);
  wait_for(call, device);
  if (finite) finite->check();
}

}  // namespace

int current_device(const KernelState& kernel) {
  return current_device(kernel, device::active());
}

const device::Program& compiled_program(const KernelState& kernel, int device) {
  return compiled_program(kernel, device, debugs(kernel));
}

void recompile_program(const KernelState& kernel, int device) {
  kernel.programs.renew(compile_request(kernel, device, debugs(kernel)));
}

[[gnu::hot]] void launch_on_device(const DeviceCall& call) {
  device::Device& device = device::active();
  const int current = current_device(call.kernel, device);
  const bool debug = debugs(call.kernel);
  const device::Program& program = compiled_program(call.kernel, current, debug);
  const device::LoadedKernel& loaded = program.kernels[call.instantiation];
  if (!is_within_limits(call.shape, program.limits, loaded)) {
    refuse_shape(call.kernel, device, current, call.shape, program.limits, loaded);
  }
  check_devices(call, current);
  check_stream(call, device, current);
  const device::LaunchRequest request{
      .kernel = &loaded, .shape = call.shape, .stream = call.stream, .arguments = call.values, .device = current};
  if (call.checks_finite || debug) {
    launch_and_look(call, device, request);
  } else {
    device.launch(request);
  }
}

}  // namespace kparity::detail
