// Arrays as kernels take them: ArrayRef describes the memory of somebody else without owning it, Array owns memory on
// the host or on the device. Everything contiguous that a program already has becomes an ArrayRef by array_ref(), for
// free.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "kparity/call_site.hpp"
#include "kparity/dtype.hpp"

namespace kparity {

/// Where memory is.
enum class Place : std::uint8_t { host, device };

/// "host", "device".
std::string_view name_of(Place place);

/// Arrays have at most this many axes.
inline constexpr std::size_t max_rank = 8;
/// The device index of memory whose device is not known: taken to be the device that is current at the call.
inline constexpr int any_device = -1;
/// The only extent of an array known by a bare pointer.
inline constexpr std::int64_t unknown_extent = -1;

/// Up to max_rank extents or strides.
class Shape {
 public:
  Shape() = default;
  /// One axis.
  Shape(std::int64_t extent) : rank_(1), values_{extent} {}  // NOLINT(google-explicit-constructor)
  /// Throws InvalidArgument for more than max_rank axes.
  Shape(std::initializer_list<std::int64_t> values);
  explicit Shape(std::span<const std::int64_t> values);

  std::size_t rank() const noexcept { return rank_; }
  std::int64_t operator[](std::size_t axis) const noexcept { return values_[axis]; }
  const std::int64_t* begin() const noexcept { return values_.data(); }
  const std::int64_t* end() const noexcept { return values_.data() + rank_; }
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::size_t rank_ = 0;
  std::array<std::int64_t, max_rank> values_{};
};

/// One array of known type, described and not owned. A plain value; only the first `rank` entries of `shape` and
/// `strides` are set, so that describing a vector costs a few stores. An array known by a bare pointer has rank 1 and
/// the extent unknown_extent.
struct ArrayRef {
  void* data = nullptr;  // written only if !is_const; dereferenced only if place is host
  DType dtype = DType::float64;
  Place place = Place::host;
  bool is_const = false;  // the elements are const
  std::uint8_t rank = 0;
  std::int32_t device = any_device;            // which device; any_device on the host
  std::array<std::int64_t, max_rank> shape;    // NOLINT: extents, see above
  std::array<std::int64_t, max_rank> strides;  // NOLINT: in elements, may be negative or 0

  /// The elements as host memory of type T. Throws TypeMismatch if the type or the place is another, if T is not const
  /// although the array is, or if the array is not contiguous; InvalidArgument if the extent is unknown.
  template <Scalar T>
  std::span<T> as() const {
    return {static_cast<T*>(host_data(dtype_of<T>, std::is_const_v<T>)), element_count_as_size()};
  }

 private:
  void* host_data(DType wanted, bool wants_const) const;
  std::size_t element_count_as_size() const;
};

/// The extents, or the strides in elements, as a value of their own.
Shape shape_of(const ArrayRef& array);
Shape strides_of(const ArrayRef& array);
/// False for an array known by a bare pointer only.
bool has_extent(const ArrayRef& array) noexcept;
/// The number of elements: 1 for rank 0. Throws InvalidArgument if the extent is unknown or the product overflows.
std::int64_t element_count(const ArrayRef& array);
/// element_count times the element's size.
std::size_t byte_count(const ArrayRef& array);
/// Elements lie one after another, last axis fastest. Empty arrays, rank 0 and bare pointers are contiguous.
bool is_contiguous(const ArrayRef& array) noexcept;

/// The bytes an array lies in: [begin, end), from its lowest to its highest element, gaps included; empty if it has
/// none.
struct AddressRange {
  std::uintptr_t begin = 0, end = 0;
  std::size_t size() const noexcept { return end - begin; }
  bool is_empty() const noexcept { return begin == end; }
  friend bool operator==(const AddressRange&, const AddressRange&) = default;
};
/// Throws InvalidArgument if the extent is unknown.
AddressRange address_range(const ArrayRef& array);
/// True if the two ranges share a byte.
bool overlap(const AddressRange& a, const AddressRange& b) noexcept;

/// "host double[3][4]", "device const float[n unknown]": for messages.
std::string to_string(const ArrayRef& array);

namespace detail {

template <class R>
using ElementOf = std::remove_pointer_t<decltype(std::data(std::declval<R&>()))>;

template <class T>
concept DescribesItself = requires(T& t) {
  { t.array_ref() } -> std::same_as<ArrayRef>;
};

template <class R>
concept ContiguousMemory = !DescribesItself<R> && requires(R & r) {
  std::data(r);
  { std::size(r) } -> std::convertible_to<std::size_t>;
}
&&Scalar<ElementOf<R>>;

template <class T>
ArrayRef flat(T* data, std::int64_t extent, Place place, int device) noexcept {
  ArrayRef ref;
  ref.data = const_cast<std::remove_const_t<T>*>(data);
  ref.dtype = dtype_of<T>;
  ref.place = place;
  ref.is_const = std::is_const_v<T>;
  ref.rank = 1;
  ref.device = device;
  ref.shape[0] = extent;
  ref.strides[0] = 1;
  return ref;
}

template <class P>
concept ScalarPointer =
    std::is_pointer_v<std::remove_cvref_t<P>> && Scalar<std::remove_pointer_t<std::remove_cvref_t<P>>>;

/// Views like std::mdspan, of whatever library.
template <class V>
concept MultiDimensional = requires(const V& view) {
  { view.data_handle() } -> ScalarPointer;
  { V::rank() } -> std::convertible_to<std::size_t>;
  { view.extent(0) } -> std::convertible_to<std::int64_t>;
  { view.stride(0) } -> std::convertible_to<std::int64_t>;
};

template <class T>
inline constexpr bool is_span = false;
template <class T, std::size_t N>
inline constexpr bool is_span<std::span<T, N>> = true;

/// Gives a description the axes of a contiguous array, whose shape must have been checked.
inline void set_axes(ArrayRef& array, const Shape& shape) noexcept {
  bool is_empty = false;
  for (const std::int64_t extent : shape) is_empty = is_empty || extent == 0;
  array.rank = static_cast<std::uint8_t>(shape.rank());
  std::int64_t stride = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    array.shape[axis] = shape[axis];
    array.strides[axis] = stride;
    if (!is_empty) stride *= shape[axis];  // the strides of an empty array are never used, but could overflow
  }
}

ArrayRef shaped(ArrayRef flat, const Shape& shape);
ArrayRef shaped(ArrayRef flat, const Shape& shape, const Shape& strides);

/// Throws TypeMismatch naming both.
void require_dtype(const ArrayRef& array, DType wanted);

}  // namespace detail

/// A description is its own.
inline ArrayRef array_ref(const ArrayRef& array) noexcept {
  return array;
}

/// Types with a member `ArrayRef array_ref()`: Array, the results of as_kernel_array and kernel_output, your own.
template <detail::DescribesItself T>
ArrayRef array_ref(T&& array) {
  return array.array_ref();
}

/// Host memory with std::data and std::size: vector, array, span, C arrays. Elements const where those of the range
/// are.
template <detail::ContiguousMemory R>
ArrayRef array_ref(R&& range) {
  return detail::flat(std::data(range), static_cast<std::int64_t>(std::size(range)), Place::host, any_device);
}

/// A bare pointer to host memory; how far it reaches is not known.
template <detail::ScalarPointer P>
ArrayRef array_ref(P&& data) noexcept {
  return detail::flat(data, unknown_extent, Place::host, any_device);
}

/// Memory with extents, last axis fastest. Throws InvalidArgument for a negative extent.
template <Scalar T>
ArrayRef array_ref(T* data, const Shape& shape, Place place = Place::host, int device = any_device) {
  return detail::shaped(detail::flat(data, unknown_extent, place, device), shape);
}

/// Memory with extents and strides in elements; `data` is the element with all indices 0. Throws InvalidArgument for a
/// negative extent or another number of strides than of extents.
template <Scalar T>
ArrayRef array_ref(T* data, const Shape& shape, const Shape& strides, Place place = Place::host,
                   int device = any_device) {
  return detail::shaped(detail::flat(data, unknown_extent, place, device), shape, strides);
}

/// Marks a pointer as device memory (from cudaMalloc). Without an extent it can be passed to kernels but not be copied.
template <Scalar T>
ArrayRef device_pointer(T* data, std::int64_t extent = unknown_extent, int device = any_device) noexcept {
  return detail::flat(data, extent, Place::device, device);
}

/// Host memory behind a view like std::mdspan: rank(), data_handle(), extent(axis), stride(axis).
template <detail::MultiDimensional V>
ArrayRef array_ref(const V& view) {
  static_assert(V::rank() <= max_rank, "too many axes");
  std::array<std::int64_t, max_rank> extents{}, strides{};
  for (std::size_t axis = 0; axis < V::rank(); ++axis) {
    extents[axis] = static_cast<std::int64_t>(view.extent(axis));
    strides[axis] = static_cast<std::int64_t>(view.stride(axis));
  }
  return array_ref(view.data_handle(), Shape(std::span<const std::int64_t>(extents.data(), V::rank())),
                   Shape(std::span<const std::int64_t>(strides.data(), V::rank())));
}

/// Whatever array_ref() accepts. For a view of another library, write a function `kparity::ArrayRef array_ref(const
/// View&)` in the view's namespace.
template <class T>
concept ArrayLike = requires(T& t) {
  { array_ref(t) } -> std::same_as<ArrayRef>;
};

/// Copies all elements, between any places, strides and data types (values are converted: floating to integer truncates
/// and saturates, NaN becomes 0). Throws TypeMismatch if the shapes differ, InvalidArgument if an extent is unknown or
/// `to` is const, RuntimeFailure if the device fails. Copies that involve the device are counted, see transfers.hpp.
void copy(const ArrayRef& from, const ArrayRef& to, CallSite where = CallSite::current());

namespace detail {

/// Owned bytes on one side.
class Buffer {
 public:
  Buffer() = default;
  /// Zeroed. Throws std::bad_alloc, or RuntimeFailure if there is no device or no memory on it.
  Buffer(std::size_t bytes, Place place, int device = any_device);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  void* data() const noexcept { return data_; }
  Place place() const noexcept { return place_; }
  int device() const noexcept { return device_; }

 private:
  void* data_ = nullptr;
  Place place_ = Place::host;
  int device_ = any_device;
};

/// Bytes of a contiguous array. Throws InvalidArgument for negative or overflowing extents.
std::size_t bytes_of(const Shape& shape, DType dtype);

}  // namespace detail

/// A contiguous array that owns its memory, on the host or on the device. Copying is always spelled out:
/// Array<double> copy(other, Place::device).
template <Scalar T>
requires(!std::is_const_v<T>) class Array {
 public:
  Array() : Array(Shape(0)) {}
  /// Zeros, on the current device if the place is the device.
  explicit Array(const Shape& shape, Place place = Place::host)
      : shape_(shape), buffer_(detail::bytes_of(shape, dtype_of<T>), place) {}
  Array(std::initializer_list<T> values, Place place = Place::host, CallSite where = CallSite::current())
      : Array(std::span<const T>(values.begin(), values.size()), place, where) {}
  /// A copy of anything array_ref() accepts, of the same element type (TypeMismatch) and known extent
  /// (InvalidArgument).
  template <ArrayLike R>
  requires(!std::is_same_v<std::remove_cvref_t<R>, Array>) explicit Array(const R& values, Place place = Place::host,
                                                                          CallSite where = CallSite::current())
      : Array(kparity::array_ref(values), Copied{}, place, where) {}
  Array(const Array& values, Place place, CallSite where = CallSite::current())
      : Array(values.array_ref(), Copied{}, place, where) {}

  Array(Array&&) noexcept = default;
  Array& operator=(Array&&) noexcept = default;

  /// For a device array this is a device address.
  T* data() noexcept { return static_cast<T*>(buffer_.data()); }
  const T* data() const noexcept { return static_cast<const T*>(buffer_.data()); }
  std::size_t size() const { return detail::bytes_of(shape_, dtype_of<T>) / sizeof(T); }
  const Shape& shape() const noexcept { return shape_; }
  Place place() const noexcept { return buffer_.place(); }
  int device() const noexcept { return buffer_.device(); }

  ArrayRef array_ref() { return described(data()); }
  ArrayRef array_ref() const { return described(data()); }

  /// The elements of a host array. Throws TypeMismatch for a device array.
  std::span<T> values() { return array_ref().template as<T>(); }
  std::span<const T> values() const { return array_ref().template as<const T>(); }

  /// A host copy of the elements, last axis fastest.
  std::vector<T> to_vector(CallSite where = CallSite::current()) const requires(!std::is_same_v<T, bool>) {
    std::vector<T> result(size());
    copy(array_ref(), kparity::array_ref(result.data(), shape_), where);
    return result;
  }

 private:
  template <class Element>
  ArrayRef described(Element* elements) const {
    ArrayRef array = detail::flat(elements, unknown_extent, place(), device());
    detail::set_axes(array, shape_);
    return array;
  }

  struct Copied {};
  Array(const ArrayRef& values, Copied, Place place, CallSite where) : Array(shape_of(values), place) {
    detail::require_dtype(values, dtype_of<T>);
    copy(values, array_ref(), where);
  }

  Shape shape_;
  detail::Buffer buffer_;
};

}  // namespace kparity
