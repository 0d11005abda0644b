// Host copies of the device arrays of one call, for a host kernel that stands in for a missing CUDA kernel. Arrays that
// share memory on the device share it on the host; strides and memory order stay what they are.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kparity/array.hpp"

namespace kparity {

class HostMirror {
 public:
  /// Copies the device arrays among `arrays` (one copy and one event per stretch of memory, however many arrays lie in
  /// it); host arrays stay as they are. `what` names the call in events and messages. Throws InvalidArgument for a
  /// device array of unknown extent, with its index.
  HostMirror(std::span<const ArrayRef> arrays, std::string what, CallSite where);

  /// What to hand to the host kernel in place of array `index`.
  const ArrayRef& host(std::size_t index) const { return hosts_[index]; }
  /// True if at least one array was copied.
  bool has_copies() const noexcept { return !regions_.empty(); }
  /// Copies these arrays back, each array once and only its own elements; host arrays need nothing.
  void write_back(std::span<const std::size_t> written);

 private:
  struct Region {
    AddressRange range;
    detail::Buffer bytes;
  };
  void add_region(AddressRange range);
  void fetch(Region& region) const;
  ArrayRef mirrored(const ArrayRef& array);

  std::vector<ArrayRef> devices_, hosts_;
  std::vector<Region> regions_;
  detail::Buffer nothing_;  // where empty arrays point
  std::string what_;
  CallSite where_;
};

}  // namespace kparity
