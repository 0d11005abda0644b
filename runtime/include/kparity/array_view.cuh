// Views of arrays as kernel parameters, by value: an address with extents, and with strides where elements need not lie
// one after another. The same text is host C++, CUDA for nvcc and NVRTC, and includes nothing; with
// KPARITY_CHECK_BOUNDS every access is checked.
#pragma once

#if defined(__CUDACC__)
#define KPARITY_ON_BOTH_SIDES __host__ __device__
#else
#define KPARITY_ON_BOTH_SIDES
#endif

namespace kparity {

namespace detail {

#ifdef KPARITY_CHECK_BOUNDS
inline constexpr bool views_are_checked = true;
#else
inline constexpr bool views_are_checked = false;
#endif

/// KPARITY_VIEW_KERNEL and KPARITY_VIEW_PARAMETERS are set where one kernel is compiled by itself, as in debug mode.
KPARITY_ON_BOTH_SIDES inline const char* view_kernel() {
#ifdef KPARITY_VIEW_KERNEL
  return KPARITY_VIEW_KERNEL;
#else
  return "(name not known)";
#endif
}

/// The name of the kernel's parameter with that position, counted from 1.
KPARITY_ON_BOTH_SIDES inline const char* view_parameter(int position) {
#ifdef KPARITY_VIEW_PARAMETERS
  const char* const names[]{KPARITY_VIEW_PARAMETERS};
  if (position >= 1 && position <= static_cast<int>(sizeof names / sizeof names[0])) return names[position - 1];
#endif
  return position >= 1 ? "" : "(no parameter)";
}

/// Says what is wrong, and ends the kernel (the process, on the host).
KPARITY_ON_BOTH_SIDES inline void refuse_index(int position, int axis, long long index, long long extent) {
#if defined(__CUDA_ARCH__)
  printf(
      "kparity: kernel %s: index %lld of axis %d of array %s (parameter %d) is outside 0 ... %lld: block (%u, %u, %u), "
      "thread (%u, %u, %u)\n",
      view_kernel(), index, axis, view_parameter(position), position, extent - 1, blockIdx.x, blockIdx.y, blockIdx.z,
      threadIdx.x, threadIdx.y, threadIdx.z);
  __trap();
#else
  __builtin_printf("kparity: kernel %s: index %lld of axis %d of array %s (parameter %d) is outside 0 ... %lld\n",
                   view_kernel(), index, axis, view_parameter(position), position, extent - 1);
  __builtin_trap();
#endif
}

KPARITY_ON_BOTH_SIDES inline void check_index(int position, int axis, long long index, long long extent) {
  if (views_are_checked && (index < 0 || index >= extent)) refuse_index(position, axis, index, extent);
}

}  // namespace detail

/// A view whose elements may be any distance apart: `view(i, j)`, and `view[i]` for one axis. Made by a call from any
/// array of the right element type and number of axes (arrays, spans, views of other libraries); it owns nothing.
template <class T, int Rank>
struct ArrayView {
  static_assert(Rank >= 1 && Rank <= 8, "a view has 1 to 8 axes");
  using Element = T;
  static constexpr int rank = Rank;
  static constexpr bool is_strided = true;

  T* data;                  // the element with all indices 0
  long long shape[Rank];    // extents
  long long strides[Rank];  // in elements; may be negative or 0
  int parameter;            // the position among the kernel's parameters from 1, for messages; 0: not known

  template <class... I>
  KPARITY_ON_BOTH_SIDES T& operator()(I... indices) const {
    static_assert(sizeof...(I) == Rank, "one index for each axis");
    const long long index[]{static_cast<long long>(indices)...};
    long long offset = 0;
    for (int axis = 0; axis < Rank; ++axis) {
      detail::check_index(parameter, axis, index[axis], shape[axis]);
      offset += index[axis] * strides[axis];
    }
    return data[offset];
  }
  KPARITY_ON_BOTH_SIDES T& operator[](long long index) const {
    static_assert(Rank == 1, "view(i, j) for more than one axis");
    return (*this)(index);
  }
  /// The number of elements.
  KPARITY_ON_BOTH_SIDES long long size() const {
    long long count = 1;
    for (int axis = 0; axis < Rank; ++axis) count *= shape[axis];
    return count;
  }
};

/// A view whose elements lie one after another, the last axis fastest. A call refuses an array that is not so.
template <class T, int Rank>
struct ContiguousView {
  static_assert(Rank >= 1 && Rank <= 8, "a view has 1 to 8 axes");
  using Element = T;
  static constexpr int rank = Rank;
  static constexpr bool is_strided = false;

  T* data;
  long long shape[Rank];
  int parameter;  // as in ArrayView

  template <class... I>
  KPARITY_ON_BOTH_SIDES T& operator()(I... indices) const {
    static_assert(sizeof...(I) == Rank, "one index for each axis");
    const long long index[]{static_cast<long long>(indices)...};
    long long offset = 0;
    for (int axis = 0; axis < Rank; ++axis) {
      detail::check_index(parameter, axis, index[axis], shape[axis]);
      offset = offset * shape[axis] + index[axis];
    }
    return data[offset];
  }
  KPARITY_ON_BOTH_SIDES T& operator[](long long index) const {
    static_assert(Rank == 1, "view(i, j) for more than one axis");
    return (*this)(index);
  }
  KPARITY_ON_BOTH_SIDES long long size() const {
    long long count = 1;
    for (int axis = 0; axis < Rank; ++axis) count *= shape[axis];
    return count;
  }
};

}  // namespace kparity

#undef KPARITY_ON_BOTH_SIDES
