// Headers of an installed toolkit, which have no substitute in the emulation.
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

#include "check.cuh"

template <class T>
__device__ T largest_of(cuda::std::span<const T> values) {
  static_assert(cuda::std::is_floating_point_v<T>, "of numbers");
  T largest = -cuda::std::numeric_limits<T>::infinity();
  for (const T value : values) largest = value > largest ? value : largest;
  return largest;
}

// One thread.
__global__ void toolkit(int* failures, float one) {
  const cuda::std::array<float, 3> values = {one, 3 * one, 2 * one};
  CHECK(largest_of<float>(values) == 3.0f);
  CHECK(cuda::std::numeric_limits<int>::max() == 0x7fffffff);
  CHECK(cuda::std::sqrt(4 * one) == 2.0f && cuda::std::isnan(cuda::std::numeric_limits<float>::quiet_NaN()));
  const cuda::std::complex<double> z(1, 2);
  CHECK((z * z).real() == -3 && cuda::std::conj(z).imag() == -2);
  const auto [first, second] = cuda::std::make_tuple(1, 2.5);
  CHECK(first == 1 && second == 2.5);
  int numbers[6] = {0, 1, 2, 3, 4, 5};
  const cuda::std::mdspan<int, cuda::std::extents<int, 2, 3>> table(numbers);
  CHECK(table.extent(1) == 3);
  // What the emulation has of its own is as before.
  CHECK(fmax(one, 2) == 2.0f && signbit(-one) && clock64() != clock64());
}
