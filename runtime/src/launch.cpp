// Launch arithmetic and its error messages.
#include "kparity/launch.hpp"

#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace {

constexpr std::array<std::int64_t, 3> max_block{1024, 1024, 64};
constexpr std::array<char, 3> axis_names{'x', 'y', 'z'};

template <class... Part>
[[noreturn]] void refuse(std::string_view kernel, const Part&... problem) {
  throw InvalidArgument(text::concat("kernel '", kernel, "': ", problem...));
}

std::string shown(const LaunchExtent& extent) {
  std::vector<std::string> sizes;
  for (std::size_t axis = 0; axis < extent.rank() && axis < 3; ++axis) sizes.push_back(std::to_string(extent[axis]));
  if (extent.rank() > 3) sizes.emplace_back("...");
  return "{" + text::join(sizes) + "}";
}

void check_sizes(std::string_view kernel, const char* what, const LaunchExtent& extent, std::int64_t smallest) {
  if (extent.rank() > 3) {
    refuse(kernel, what, " ", shown(extent), " has ", extent.rank(), " dimensions; a launch has 1 to 3");
  }
  for (std::size_t axis = 0; axis < extent.rank(); ++axis) {
    if (extent[axis] < smallest) {
      refuse(kernel, what, " ", shown(extent), ": ", axis_names[axis], " must be at least ", smallest);
    }
  }
}

void check_limits(std::string_view kernel, const char* what, const LaunchExtent& extent,
                  const std::array<std::int64_t, 3>& limits) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (extent[axis] > limits[axis]) {
      refuse(kernel, what, " ", shown(extent), ": ", axis_names[axis], " is beyond ", limits[axis],
             ", the limit of every device");
    }
  }
}

void check_block(std::string_view kernel, const LaunchExtent& block) {
  check_sizes(kernel, "block", block, 1);
  check_limits(kernel, "block", block, max_block);
  const std::int64_t threads = block[0] * block[1] * block[2];
  if (threads > max_threads_per_block) {
    refuse(kernel, "block ", shown(block), " has ", threads, " threads; the limit is ", max_threads_per_block);
  }
}

void check_one_size(std::string_view kernel, const LaunchOptions& options) {
  if (options.threads.is_given() && options.grid.is_given()) {
    throw TypeMismatch(text::concat("kernel '", kernel,
                                    "': a launch takes either .threads or .grid, not both; got .threads ",
                                    shown(options.threads), " and .grid ", shown(options.grid)));
  }
}

void check_ranks(std::string_view kernel, const LaunchOptions& options) {
  const LaunchExtent& threads = options.threads;
  const LaunchExtent& block = options.block;
  if (!threads.is_given() || !block.is_given() || block.rank() == 1 || block.rank() == threads.rank()) return;
  refuse(kernel, "block ", shown(block), " has ", block.rank(), " dimensions, but threads ", shown(threads), " ",
         threads.rank(), "; give a block of 1 or ", threads.rank(), " dimensions");
}

LaunchExtent blocks_for(const LaunchExtent& threads, const LaunchExtent& block) {
  std::array<std::int64_t, 3> blocks{};
  for (std::size_t axis = 0; axis < threads.rank(); ++axis) {
    const std::int64_t width = block[axis];  // 1 where the block is padded
    blocks[axis] = threads[axis] / width + (threads[axis] % width != 0 ? 1 : 0);
  }
  return LaunchExtent::of(std::span(blocks).first(threads.rank()));
}

std::array<unsigned, 3> to_unsigned(const LaunchExtent& extent) {
  return {static_cast<unsigned>(extent[0]), static_cast<unsigned>(extent[1]), static_cast<unsigned>(extent[2])};
}

LaunchExtent grid_of(const LaunchOptions& options) {
  return options.grid.is_given() ? options.grid : blocks_for(options.threads, options.block);
}

}  // namespace

LaunchExtent LaunchExtent::of(std::span<const std::int64_t> sizes) {
  LaunchExtent extent;
  extent.rank_ = sizes.size();
  for (std::size_t axis = 0; axis < sizes.size() && axis < 3; ++axis) extent.sizes_[axis] = sizes[axis];
  return extent;
}

void check_launch_options(std::string_view kernel, const LaunchOptions& options) {
  check_one_size(kernel, options);
  check_sizes(kernel, "threads", options.threads, 0);
  check_sizes(kernel, "grid", options.grid, 0);
  check_block(kernel, options.block);
  check_ranks(kernel, options);
  if (options.threads.is_given() || options.grid.is_given()) check_limits(kernel, "grid", grid_of(options), max_grid);
  if (options.shared_memory.value_or(0) < 0) {
    refuse(kernel, "shared memory of ", *options.shared_memory, " bytes; it must be at least 0");
  }
}

LaunchShape launch_shape(std::string_view kernel, const LaunchOptions& options) {
  check_one_size(kernel, options);
  if (!options.threads.is_given() && !options.grid.is_given()) {
    refuse(
        kernel,
        "needs a launch size on the CUDA side: give .threads or .grid in with({...}), a rule `launch: {threads: ...}` "
        "in its spec, or threads_from in its definition");
  }
  check_launch_options(kernel, options);
  LaunchShape shape;
  shape.grid = to_unsigned(grid_of(options));
  shape.block = to_unsigned(options.block);
  shape.shared_memory = static_cast<std::size_t>(options.shared_memory.value_or(0));
  return shape;
}

LaunchOptions merged(const LaunchOptions& call, const LaunchOptions& defaults) {
  LaunchOptions out = call;
  if (!call.threads.is_given() && !call.grid.is_given()) {
    out.threads = defaults.threads;
    out.grid = defaults.grid;
  }
  if (!call.block.is_given()) out.block = defaults.block;
  if (!call.shared_memory) out.shared_memory = defaults.shared_memory;
  if (!call.check_finite) out.check_finite = defaults.check_finite;
  return out;
}

}  // namespace kparity
