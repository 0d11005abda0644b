// Where a thread is in its grid, and loops over more elements than threads, for authors of CUDA kernels. All in 64
// bits: the last block of a large launch may reach beyond 2^31.
#pragma once

namespace kparity {

/// The thread's position in the whole grid along one axis.
__device__ inline long long global_x() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline long long global_y() {
  return static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
}
__device__ inline long long global_z() {
  return static_cast<long long>(blockIdx.z) * blockDim.z + threadIdx.z;
}

/// The number of threads of the whole grid along one axis.
__device__ inline long long threads_x() {
  return static_cast<long long>(gridDim.x) * blockDim.x;
}
__device__ inline long long threads_y() {
  return static_cast<long long>(gridDim.y) * blockDim.y;
}
__device__ inline long long threads_z() {
  return static_cast<long long>(gridDim.z) * blockDim.z;
}

/// The indices of one thread out of 0 ... end - 1: `first`, then every `step`-th. For range-based loops.
struct GridStride {
  struct Iterator {
    long long index, step;
    __device__ long long operator*() const { return index; }
    __device__ Iterator& operator++() {
      index += step;
      return *this;
    }
    /// The end is reached by passing it.
    __device__ bool operator!=(const Iterator& end) const { return index < end.index; }
  };
  long long first, step, last;
  __device__ Iterator begin() const { return {first, step}; }
  __device__ Iterator end() const { return {last, step}; }
};

/// `for (const long long i : kparity::grid_stride(n))` gives every i from 0 to n - 1 to exactly one thread of a grid of
/// any size. The forms for the axes nest: `for (y : grid_stride_y(ny)) for (x : grid_stride_x(nx))`.
__device__ inline GridStride grid_stride_x(long long n) {
  return {global_x(), threads_x(), n};
}
__device__ inline GridStride grid_stride_y(long long n) {
  return {global_y(), threads_y(), n};
}
__device__ inline GridStride grid_stride_z(long long n) {
  return {global_z(), threads_z(), n};
}
__device__ inline GridStride grid_stride(long long n) {
  return grid_stride_x(n);
}

}  // namespace kparity
