// Copies between layouts, types and sides; all other files of the runtime copy through this one.
#include "copy.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <string>

#include "device/device.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"

namespace kparity {

namespace {

void check_copy(const ArrayRef& from, const ArrayRef& to) {
  if (to.is_const) throw InvalidArgument("cannot copy into a " + to_string(to) + ", its elements are const");
  const std::int64_t count = element_count(from);
  element_count(to);  // refuses bare pointers
  if (shape_of(from) != shape_of(to)) {
    throw TypeMismatch("cannot copy a " + to_string(from) + " into a " + to_string(to) + ", their shapes differ");
  }
  if (count == 0) return;
  if (from.data == nullptr) throw InvalidArgument("cannot copy a " + to_string(from) + " at the null pointer");
  if (to.data == nullptr) throw InvalidArgument("cannot copy into a " + to_string(to) + " at the null pointer");
}

/// The elements fill their address range, each place once, in whatever order of axes and directions.
bool is_dense(const ArrayRef& array) {
  std::array<std::size_t, max_rank> axes{};
  std::iota(axes.begin(), axes.begin() + array.rank, std::size_t{0});
  std::sort(axes.begin(), axes.begin() + array.rank,
            [&](std::size_t a, std::size_t b) { return std::abs(array.strides[a]) < std::abs(array.strides[b]); });
  std::int64_t expected = 1;
  for (std::size_t i = 0; i < array.rank; ++i) {
    if (array.shape[axes[i]] == 1) continue;
    if (std::abs(array.strides[axes[i]]) != expected) return false;
    expected *= array.shape[axes[i]];
  }
  return true;
}

/// Byte for byte the same, so that one plain copy will do.
bool is_same_layout(const ArrayRef& a, const ArrayRef& b) {
  if (a.dtype != b.dtype) return false;
  if (is_contiguous(a) && is_contiguous(b)) return true;
  for (std::size_t axis = 0; axis < a.rank; ++axis) {
    if (a.shape[axis] != 1 && a.strides[axis] != b.strides[axis]) return false;
  }
  return is_dense(a);
}

void* lowest_address(const ArrayRef& array) {
  const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(array.data) - address_range(array).begin;
  return static_cast<std::byte*>(array.data) - distance;
}

/// Both with the same layout.
void copy_plainly(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  copy_bytes(lowest_address(from), from.place, lowest_address(to), to.place, byte_count(from), note);
}

void convert_on_device(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  device::active().convert(from, to);
  if (transfers_are_counted()) {
    record_transfer({.kind = TransferKind::device_copy,
                     .what = std::string(note.what),
                     .where = note.where,
                     .bytes = byte_count(to),
                     .implicit = note.implicit});
  }
}

void copy_on_host(const ArrayRef& from, const ArrayRef& to) {
  if (!overlap(address_range(from), address_range(to))) return convert_elements(from, to);
  const detail::Buffer buffer(byte_count(from), Place::host);
  const ArrayRef staged = contiguous_like(from, buffer, from.dtype);
  convert_elements(from, staged);
  convert_elements(staged, to);
}

void copy_to_device(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  if (is_same_layout(from, to)) return copy_plainly(from, to, note);
  if (!is_contiguous(from)) {
    const detail::Buffer buffer(byte_count(from), Place::host);
    const ArrayRef staged = contiguous_like(from, buffer, from.dtype);
    convert_elements(from, staged);
    return copy_to_device(staged, to, note);
  }
  const detail::Buffer buffer(byte_count(from), Place::device, to.device);
  const ArrayRef moved = contiguous_like(from, buffer, from.dtype);
  copy_plainly(from, moved, note);
  convert_on_device(moved, to, note);
}

void copy_to_host(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  if (is_same_layout(from, to)) return copy_plainly(from, to, note);
  if (!is_contiguous(from)) {
    const detail::Buffer buffer(byte_count(from), Place::device, from.device);
    const ArrayRef gathered = contiguous_like(from, buffer, from.dtype);
    convert_on_device(from, gathered, note);
    return copy_to_host(gathered, to, note);
  }
  const detail::Buffer buffer(byte_count(from), Place::host);
  const ArrayRef moved = contiguous_like(from, buffer, from.dtype);
  copy_plainly(from, moved, note);
  convert_elements(moved, to);
}

bool are_on_different_devices(const ArrayRef& a, const ArrayRef& b) {
  return a.device != any_device && b.device != any_device && a.device != b.device;
}

void copy_within_devices(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  const bool overlaps = overlap(address_range(from), address_range(to));
  if (is_same_layout(from, to) && !overlaps) return copy_plainly(from, to, note);
  if (!are_on_different_devices(from, to) && !overlaps) return convert_on_device(from, to, note);
  const detail::Buffer buffer(byte_count(from), Place::device, to.device);
  const ArrayRef moved = contiguous_like(from, buffer, from.dtype);
  if (overlaps || is_contiguous(from)) {
    copy_within_devices(from, moved, note);
  } else {
    const detail::Buffer gathered_buffer(byte_count(from), Place::device, from.device);
    const ArrayRef gathered = contiguous_like(from, gathered_buffer, from.dtype);
    convert_on_device(from, gathered, note);
    copy_plainly(gathered, moved, note);
  }
  copy_within_devices(moved, to, note);
}

device::Direction direction(Place from, Place to) {
  if (from == Place::host) return device::Direction::host_to_device;
  return to == Place::host ? device::Direction::device_to_host : device::Direction::device_to_device;
}

TransferKind kind_of(device::Direction direction) {
  switch (direction) {
    case device::Direction::host_to_device: return TransferKind::to_device;
    case device::Direction::device_to_host: return TransferKind::to_host;
    case device::Direction::device_to_device: return TransferKind::device_copy;
  }
  __builtin_unreachable();
}

}  // namespace

void copy_bytes(const void* from, Place from_place, void* to, Place to_place, std::size_t bytes, const CopyNote& note) {
  const device::Direction way = direction(from_place, to_place);
  device::active().copy(to, from, bytes, way);
  if (transfers_are_counted()) {
    record_transfer({.kind = kind_of(way),
                     .what = std::string(note.what),
                     .where = note.where,
                     .bytes = bytes,
                     .implicit = note.implicit});
  }
}

ArrayRef contiguous_like(const ArrayRef& array, const detail::Buffer& buffer, DType dtype) {
  ArrayRef result = detail::shaped(array, shape_of(array));
  result.data = buffer.data();
  result.dtype = dtype;
  result.place = buffer.place();
  result.device = buffer.device();
  result.is_const = false;
  return result;
}

void copy(const ArrayRef& from, const ArrayRef& to, const CopyNote& note) {
  check_copy(from, to);
  if (element_count(from) == 0) return;
  if (from.place == Place::host) {
    return to.place == Place::host ? copy_on_host(from, to) : copy_to_device(from, to, note);
  }
  return to.place == Place::host ? copy_to_host(from, to, note) : copy_within_devices(from, to, note);
}

void copy(const ArrayRef& from, const ArrayRef& to, CallSite where) {
  copy(from, to, CopyNote{"copy", where});
}

}  // namespace kparity
