// Host copies of device arrays for the time of one call, written back where the kernel writes.
#include "host_mirror.hpp"

#include <algorithm>
#include <utility>

#include "copy.hpp"
#include "kparity/error.hpp"

namespace kparity {

namespace {

constexpr std::uintptr_t alignment = 64;  // of host buffers; a mirror keeps the address modulo this

bool is_mirrored(const ArrayRef& array) {
  return array.place == Place::device;
}

bool is_same_array(const ArrayRef& a, const ArrayRef& b) {
  return a.data == b.data && a.dtype == b.dtype && shape_of(a) == shape_of(b) && strides_of(a) == strides_of(b);
}

AddressRange range_of(const ArrayRef& array, std::size_t index, const std::string& what) {
  if (has_extent(array)) return address_range(array);
  throw InvalidArgument(what + ": argument " + std::to_string(index) +
                        " is a device pointer without extent, so it cannot be copied to the host; pass " +
                        "device_pointer(p, n) or a device Array");
}

}  // namespace

HostMirror::HostMirror(std::span<const ArrayRef> arrays, std::string what, CallSite where)
    : devices_(arrays.begin(), arrays.end()), what_(std::move(what)), where_(where) {
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    if (is_mirrored(devices_[i])) add_region(range_of(devices_[i], i, what_));
  }
  for (Region& region : regions_) fetch(region);
  for (const ArrayRef& array : devices_) hosts_.push_back(is_mirrored(array) ? mirrored(array) : array);
}

/// Keeps the regions disjoint: what overlaps the new range is merged with it.
void HostMirror::add_region(AddressRange range) {
  if (range.is_empty()) return;
  const auto overlaps = [&](const Region& region) { return overlap(region.range, range); };
  for (auto found = std::find_if(regions_.begin(), regions_.end(), overlaps); found != regions_.end();
       found = std::find_if(regions_.begin(), regions_.end(), overlaps)) {
    range.begin = std::min(range.begin, found->range.begin);
    range.end = std::max(range.end, found->range.end);
    regions_.erase(found);
  }
  regions_.push_back({range, {}});
}

void HostMirror::fetch(Region& region) const {
  const std::uintptr_t lead = region.range.begin % alignment;
  region.bytes = detail::Buffer(region.range.size() + lead, Place::host);
  copy_bytes(reinterpret_cast<const void*>(region.range.begin), Place::device,
             static_cast<std::byte*>(region.bytes.data()) + lead, Place::host, region.range.size(),
             {what_, where_, true});
}

ArrayRef HostMirror::mirrored(const ArrayRef& array) {
  ArrayRef host = array;
  host.place = Place::host;
  host.device = any_device;
  const AddressRange range = address_range(array);
  if (range.is_empty()) {
    if (nothing_.data() == nullptr) nothing_ = detail::Buffer(0, Place::host);
    host.data = nothing_.data();
    return host;
  }
  const auto region = std::find_if(regions_.begin(), regions_.end(),
                                   [&](const Region& candidate) { return overlap(candidate.range, range); });
  const std::uintptr_t lead = region->range.begin % alignment;
  host.data = static_cast<std::byte*>(region->bytes.data()) + lead +
              (reinterpret_cast<std::uintptr_t>(array.data) - region->range.begin);
  return host;
}

void HostMirror::write_back(std::span<const std::size_t> written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const ArrayRef& array = devices_[written[i]];
    const bool is_repeated = std::any_of(written.begin(), written.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](std::size_t index) { return is_same_array(devices_[index], array); });
    if (is_mirrored(array) && !is_repeated) copy(hosts_[written[i]], array, CopyNote{what_, where_, true});
  }
}

}  // namespace kparity
