// The shape of a launch: what a call gives, what the kernel's rule gives, and the grid and block that follow. The same
// function serves calls, the host path and whoever only wants to know.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace kparity {

/// Up to three sizes, as given: `{n}`, `{nx, ny}`. Any number and any value can be built; launch_shape() judges.
class LaunchExtent {
 public:
  LaunchExtent() = default;  // not given
  template <std::integral... N>
  requires(sizeof...(N) > 0) LaunchExtent(N... sizes)  // NOLINT(google-explicit-constructor)
      : rank_(sizeof...(N)) {
    std::size_t axis = 0;
    (set(axis++, sizes), ...);
  }
  /// For sizes whose number is known at run time.
  static LaunchExtent of(std::span<const std::int64_t> sizes);

  bool is_given() const noexcept { return rank_ > 0; }
  std::size_t rank() const noexcept { return rank_; }
  /// Sizes beyond the third are counted by rank() only.
  std::int64_t operator[](std::size_t axis) const noexcept { return sizes_[axis]; }
  friend bool operator==(const LaunchExtent&, const LaunchExtent&) = default;

 private:
  template <std::integral N>
  void set(std::size_t axis, N size) noexcept {
    // What does not fit is too large for a launch anyhow.
    if (axis < sizes_.size()) {
      constexpr auto largest = std::numeric_limits<std::int64_t>::max();
      sizes_[axis] = std::in_range<std::int64_t>(size) ? static_cast<std::int64_t>(size) : largest;
    }
  }

  std::size_t rank_ = 0;
  std::array<std::int64_t, 3> sizes_{1, 1, 1};
};

/// What a call may say about its launch: `kernel.with({.threads = {n}, .block = {256}, .stream = s})(...)`.
struct LaunchOptions {
  LaunchExtent threads{};  // the number of threads needed; the grid is rounded up. Not together with `grid`
  LaunchExtent grid{};     // the number of blocks
  LaunchExtent block{};    // threads per block
  std::optional<std::int64_t> shared_memory{};  // bytes of dynamic shared memory per block
  void* stream = nullptr;                       // a cudaStream_t; null is the default stream
  std::optional<bool> check_finite{};           // overrides the kernel's; see KernelDefinition
};

/// A launch that a device can be asked for.
struct LaunchShape {
  std::array<unsigned, 3> grid{1, 1, 1};
  std::array<unsigned, 3> block{1, 1, 1};
  std::size_t shared_memory = 0;
  /// Nothing to launch: a size was 0.
  bool is_empty() const noexcept { return grid[0] == 0 || grid[1] == 0 || grid[2] == 0; }
  friend bool operator==(const LaunchShape&, const LaunchShape&) = default;
};

/// The limits that hold on every device and are checked everywhere; those of one device come at the launch.
inline constexpr std::int64_t max_threads_per_block = 1024;
inline constexpr std::array<std::int64_t, 3> max_grid{2147483647, 65535, 65535};

/// Rounds `threads` up to whole blocks. A 1-dimensional block is padded with ones to the rank of the threads. Throws
/// TypeMismatch if threads and grid are both given; InvalidArgument if neither is, for another difference of rank, more
/// than three dimensions, a size that is negative (or, in a block, 0), more than 1024 threads per block, or beyond the
/// limits of every device. Messages begin with the kernel's name.
LaunchShape launch_shape(std::string_view kernel, const LaunchOptions& options);

/// The same checks for a call that needs no size, because it runs on the host.
void check_launch_options(std::string_view kernel, const LaunchOptions& options);

/// The options of a call completed by defaults: a size of the call, of either kind, replaces the default's size.
LaunchOptions merged(const LaunchOptions& call, const LaunchOptions& defaults);

}  // namespace kparity
