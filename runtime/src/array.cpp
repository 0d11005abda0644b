// Memory of arrays, made, copied and given back through the device interface: host and device are one code path.
#include "kparity/array.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "device/device.hpp"
#include "kparity/error.hpp"

namespace kparity {

namespace {

constexpr std::align_val_t host_alignment{64};

void check_rank(std::size_t rank) {
  if (rank > max_rank) {
    throw InvalidArgument("an array has " + std::to_string(rank) + " axes, at most " + std::to_string(max_rank) +
                          " are supported");
  }
}

/// The number of elements; also refuses what does not fit 64 bits in bytes.
std::int64_t checked_count(std::span<const std::int64_t> extents, std::size_t element_size) {
  std::int64_t count = 1;
  bool is_empty = false, overflows = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) throw InvalidArgument("an array has the negative extent " + std::to_string(extent));
    is_empty = is_empty || extent == 0;
    overflows = overflows || __builtin_mul_overflow(count, extent, &count);
  }
  std::int64_t bytes = 0;
  if (is_empty) return 0;
  if (overflows || __builtin_mul_overflow(count, static_cast<std::int64_t>(element_size), &bytes)) {
    throw InvalidArgument("the extents of an array overflow 64 bits");
  }
  return count;
}

std::span<const std::int64_t> extents_of(const ArrayRef& array) {
  return {array.shape.data(), array.rank};
}

void require_extent(const ArrayRef& array) {
  if (has_extent(array)) return;
  throw InvalidArgument("the extent of a " + std::string(name_of(array.place)) +
                        " array is not known, because it was given as a bare pointer; pass its extent too, as in " +
                        (array.place == Place::host ? "array_ref(p, n)" : "device_pointer(p, n)") +
                        (array.place == Place::host ? " or std::span(p, n)" : ""));
}

}  // namespace

std::string_view name_of(Place place) {
  return place == Place::host ? "host" : "device";
}

Shape::Shape(std::initializer_list<std::int64_t> values)
    : Shape(std::span<const std::int64_t>(values.begin(), values.size())) {}

Shape::Shape(std::span<const std::int64_t> values) : rank_(values.size()) {
  check_rank(rank_);
  std::copy(values.begin(), values.end(), values_.begin());
}

void* ArrayRef::host_data(DType wanted, bool wants_const) const {
  detail::require_dtype(*this, wanted);
  if (place != Place::host) throw TypeMismatch("cannot look at the elements of a " + to_string(*this) + " on the host");
  if (is_const && !wants_const) throw TypeMismatch("the elements of a " + to_string(*this) + " must not be written");
  if (!is_contiguous(*this)) throw TypeMismatch("the elements of a " + to_string(*this) + " are not contiguous");
  return data;
}

std::size_t ArrayRef::element_count_as_size() const {
  return static_cast<std::size_t>(element_count(*this));
}

Shape shape_of(const ArrayRef& array) {
  return Shape(extents_of(array));
}

Shape strides_of(const ArrayRef& array) {
  return Shape(std::span(array.strides.data(), array.rank));
}

bool has_extent(const ArrayRef& array) noexcept {
  return array.rank != 1 || array.shape[0] != unknown_extent;
}

std::int64_t element_count(const ArrayRef& array) {
  require_extent(array);
  return checked_count(extents_of(array), size_of(array.dtype));
}

std::size_t byte_count(const ArrayRef& array) {
  return static_cast<std::size_t>(element_count(array)) * size_of(array.dtype);
}

bool is_contiguous(const ArrayRef& array) noexcept {
  if (!has_extent(array)) return true;
  std::int64_t expected = 1;
  bool matches = true;
  for (std::size_t axis = array.rank; axis-- > 0;) {
    const std::int64_t extent = array.shape[axis];
    if (extent == 0) return true;
    if (extent == 1) continue;  // its stride is never used
    matches = matches && array.strides[axis] == expected;
    if (__builtin_mul_overflow(expected, extent, &expected)) matches = false;  // unless another extent is 0
  }
  return matches;
}

AddressRange address_range(const ArrayRef& array) {
  const auto base = reinterpret_cast<std::uintptr_t>(array.data);
  if (element_count(array) == 0) return {base, base};
  const auto element = static_cast<std::int64_t>(size_of(array.dtype));
  std::int64_t lowest = 0, highest = 0;
  for (std::size_t axis = 0; axis < array.rank; ++axis) {
    std::int64_t reach = 0;
    std::int64_t& end = array.strides[axis] < 0 ? lowest : highest;
    if (__builtin_mul_overflow((array.shape[axis] - 1) * element, array.strides[axis], &reach) ||
        __builtin_add_overflow(end, reach, &end)) {
      throw InvalidArgument("the strides of an array overflow 64 bits");
    }
  }
  return {base + static_cast<std::uintptr_t>(lowest), base + static_cast<std::uintptr_t>(highest + element)};
}

bool overlap(const AddressRange& a, const AddressRange& b) noexcept {
  return !a.is_empty() && !b.is_empty() && a.begin < b.end && b.begin < a.end;
}

std::string to_string(const ArrayRef& array) {
  std::string text = std::string(name_of(array.place)) + (array.is_const ? " const " : " ");
  text += c_name(array.dtype);
  if (!has_extent(array)) return text + "[unknown extent]";
  for (const std::int64_t extent : extents_of(array)) text += "[" + std::to_string(extent) + "]";
  if (array.rank == 0) text += " of rank 0";
  if (is_contiguous(array)) return text;
  text += " with strides (";
  for (std::size_t axis = 0; axis < array.rank; ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(array.strides[axis]);
  }
  return text + ")";
}

namespace detail {

ArrayRef shaped(ArrayRef flat, const Shape& shape) {
  checked_count({shape.begin(), shape.end()}, size_of(flat.dtype));
  set_axes(flat, shape);
  return flat;
}

ArrayRef shaped(ArrayRef flat, const Shape& shape, const Shape& strides) {
  if (shape.rank() != strides.rank()) {
    throw InvalidArgument("an array has " + std::to_string(shape.rank()) + " extents but " +
                          std::to_string(strides.rank()) + " strides");
  }
  flat = shaped(flat, shape);
  std::copy(strides.begin(), strides.end(), flat.strides.begin());
  return flat;
}

void require_dtype(const ArrayRef& array, DType wanted) {
  if (array.dtype == wanted) return;
  throw TypeMismatch("expected elements of type " + std::string(c_name(wanted)) + ", got a " + to_string(array));
}

std::size_t bytes_of(const Shape& shape, DType dtype) {
  return static_cast<std::size_t>(checked_count({shape.begin(), shape.end()}, size_of(dtype))) * size_of(dtype);
}

Buffer::Buffer(std::size_t bytes, Place place, int device) : place_(place) {
  if (place == Place::device) {
    device_ = device == any_device ? device::active().current() : device;
    data_ = device::active().allocate(bytes, device_);
  } else {
    data_ = ::operator new(std::max<std::size_t>(bytes, 1), host_alignment);
    std::memset(data_, 0, bytes);
  }
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), place_(other.place_), device_(other.device_) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(place_, other.place_);
  std::swap(device_, other.device_);
  return *this;
}

Buffer::~Buffer() {
  if (data_ == nullptr) return;
  if (place_ == Place::device) {
    device::active().free(data_, device_);
  } else {
    ::operator delete(data_, host_alignment);
  }
}

}  // namespace detail

}  // namespace kparity
