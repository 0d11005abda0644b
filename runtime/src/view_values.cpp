// The layout of views by value: an address, extents, strides if there are any, and the parameter's position.
#include "view_values.hpp"

#include <cstring>

namespace kparity::detail {

namespace {

// Copies one field, and gives the place of the next.
template <class T>
std::byte* put(std::byte* to, T value) {
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

template <class T>
T get(const std::byte*& from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
  return value;
}

}  // namespace

void* ViewValues::add(const Parameter& view, const ArrayRef& array, std::size_t position) {
  const std::size_t size = size_of(view);  // a multiple of 8
  std::byte* start = bytes_.data() + used_;
  if (used_ + size > room) {
    start = more_.emplace_back(std::make_unique<std::byte[]>(size)).get();
  } else {
    used_ += size;
  }
  std::byte* next = put(start, array.data);
  const auto rank = static_cast<std::size_t>(view.view_rank);
  for (std::size_t axis = 0; axis < rank; ++axis) next = put<long long>(next, array.shape[axis]);
  for (std::size_t axis = 0; view.is_strided_view && axis < rank; ++axis) {
    next = put<long long>(next, array.strides[axis]);
  }
  put(next, static_cast<int>(position + 1));
  return start;
}

void ViewValues::place(const Signature& signature, std::span<const Argument> arguments, void** values) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (parameter.view_rank != 0) values[i] = add(parameter, array_of(arguments[i]), i);
  }
}

ArrayRef array_of_view(const Parameter& view, const void* value, Place place) {
  const auto* next = static_cast<const std::byte*>(value);
  ArrayRef array;
  array.data = get<void*>(next);
  array.dtype = view.fields.front().dtype;
  array.is_const = view.fields.front().is_const;
  array.place = place;
  array.rank = static_cast<std::uint8_t>(view.view_rank);
  for (std::size_t axis = 0; axis < array.rank; ++axis) array.shape[axis] = get<long long>(next);
  std::int64_t stride = 1;
  for (std::size_t axis = array.rank; axis-- > 0;) {
    array.strides[axis] = stride;
    stride *= array.shape[axis];
  }
  for (std::size_t axis = 0; view.is_strided_view && axis < array.rank; ++axis)
    array.strides[axis] = get<long long>(next);
  return array;
}

}  // namespace kparity::detail
