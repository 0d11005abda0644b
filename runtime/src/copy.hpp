// How arrays are copied between places: what copy(), the conversions and the fallback to host kernels share.
#pragma once

#include <string_view>

#include "kparity/array.hpp"

namespace kparity {

/// What the events of a copy say.
struct CopyNote {
  std::string_view what;
  CallSite where;
  bool implicit = false;
};

/// kparity::copy with its events named.
void copy(const ArrayRef& from, const ArrayRef& to, const CopyNote& note);

/// Both in host memory, same shapes, known extents, not overlapping; any strides and data types.
void convert_elements(const ArrayRef& from, const ArrayRef& to);

/// `bytes` from one place to the other, or within the device; counted.
void copy_bytes(const void* from, Place from_place, void* to, Place to_place, std::size_t bytes, const CopyNote& note);

/// The same array with its data at `data`, contiguous.
ArrayRef contiguous_like(const ArrayRef& array, const detail::Buffer& buffer, DType dtype);

}  // namespace kparity
