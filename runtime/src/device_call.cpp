// Compile, check the limits of this device, launch.
#include "device_call.hpp"

#include "kparity/error.hpp"
#include "kparity/settings.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

device::Device& usable_device(const KernelState& kernel) {
  device::Device& device = device::active();
  const std::string reason = device.why_unavailable();
  if (!reason.empty())
    throw RuntimeFailure(text::concat(kernel_name(kernel), " cannot run on the CUDA side: ", reason));
  return device;
}

[[noreturn]] void refuse_limit(const KernelState& kernel, device::Device& device, int index, const char* quantity,
                               std::size_t wanted, std::size_t limit) {
  throw InvalidArgument(text::concat(kernel_name(kernel), " on device ", index, " (", device.name(index),
                                     "): ", quantity, " ", wanted, " is beyond the limit of ", limit));
}

void check_device_limits(const KernelState& kernel, device::Device& device, int index, const LaunchShape& shape,
                         const device::LoadedKernel& loaded) {
  const device::Limits& limits = device.limits(index);
  constexpr std::array<const char*, 3> block_axes{"block.x", "block.y", "block.z"};
  constexpr std::array<const char*, 3> grid_axes{"grid.x", "grid.y", "grid.z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape.block[axis] > limits.block[axis]) {
      refuse_limit(kernel, device, index, block_axes[axis], shape.block[axis], limits.block[axis]);
    }
    if (shape.grid[axis] > limits.grid[axis]) {
      refuse_limit(kernel, device, index, grid_axes[axis], shape.grid[axis], limits.grid[axis]);
    }
  }
  const std::size_t threads = std::size_t{shape.block[0]} * shape.block[1] * shape.block[2];
  if (threads > limits.threads_per_block) {
    refuse_limit(kernel, device, index, "threads per block", threads, limits.threads_per_block);
  }
  if (threads > loaded.threads_per_block) {
    refuse_limit(kernel, device, index, "threads per block of the compiled kernel", threads, loaded.threads_per_block);
  }
  const std::size_t shared = loaded.static_shared_memory + shape.shared_memory;
  if (shared > limits.shared_memory_opt_in) {
    refuse_limit(kernel, device, index, "static and dynamic shared memory in bytes", shared,
                 limits.shared_memory_opt_in);
  }
}

void check_stream(const KernelState& kernel, device::Device& device, int index, void* stream) {
  if (stream == nullptr || device.is_capturing(stream)) return;  // a capturing stream cannot be asked
  const int owner = device.device_of(stream);
  if (owner == index) return;
  throw InvalidArgument(text::concat(kernel_name(kernel), " on device ", index, " (", device.name(index),
                                     "): the stream belongs to device ", owner));
}

// In debug mode an error shows at its own launch, not at a later call.
void wait_if_debugging(const KernelState& kernel, device::Device& device, const LaunchShape& shape, void* stream) {
  if (!settings().cuda_debug || device.is_capturing(stream)) return;
  try {
    device.synchronize(stream);
  } catch (const Error& error) {
    const auto shown = [](const std::array<unsigned, 3>& s) { return text::concat(s[0], "x", s[1], "x", s[2]); };
    std::throw_with_nested(RuntimeFailure(text::concat(kernel_name(kernel), " failed with grid ", shown(shape.grid),
                                                       " and block ", shown(shape.block), ": ", error.what())));
  }
}

device::CompileRequest compile_request(const KernelState& kernel, int device) {
  device::CompileRequest request;
  request.kernel = kernel.definition.name;
  request.source = &*kernel.definition.cuda;
  request.instantiations = kernel.definition.instantiations;
  request.device = device;
  request.debug = settings().cuda_debug;
  return request;
}

}  // namespace

int current_device(const KernelState& kernel) {
  return usable_device(kernel).current();
}

const device::Program& compiled_program(const KernelState& kernel, int device) {
  return kernel.programs.get(compile_request(kernel, device));
}

void recompile_program(const KernelState& kernel, int device) {
  kernel.programs.renew(compile_request(kernel, device));
}

void check_devices(const KernelState& kernel, const Signature& signature, std::span<const Argument> arguments) {
  const int current = current_device(kernel);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const int device = arguments[i].device;
    if (device == any_device || device == current) continue;
    throw InvalidArgument(text::concat(kernel_name(kernel), ": ", argument_name(signature, i), " is on device ", device,
                                       ", but the current device is ", current));
  }
}

void launch_on_device(const KernelState& kernel, std::size_t instantiation, const LaunchShape& shape, void* stream,
                      void** values) {
  device::Device& device = usable_device(kernel);
  const int current = device.current();
  const device::Program& program = compiled_program(kernel, current);
  const device::LoadedKernel& loaded = program.kernels.at(instantiation);
  device::LaunchRequest request;
  request.kernel = &loaded;
  request.grid = shape.grid;
  request.block = shape.block;
  request.shared_memory = shape.shared_memory;
  request.stream = stream;
  request.arguments = values;
  request.device = current;
  check_device_limits(kernel, device, request.device, shape, loaded);
  check_stream(kernel, device, request.device, stream);
  device.launch(request);
  wait_if_debugging(kernel, device, shape, stream);
}

}  // namespace kparity::detail
