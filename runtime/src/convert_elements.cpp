// Element by element from one type to another. Every conversion is defined, also where a plain cast is not.
#include <cstring>
#include <limits>
#include <type_traits>

#include "copy.hpp"

namespace kparity {

namespace {

/// Defined for every value: saturates, and NaN becomes 0, where a plain cast would be undefined.
template <class To, class From>
To converted(From value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Bounds = std::numeric_limits<To>;
    if (value != value) return To{};
    if (value <= static_cast<From>(Bounds::min())) return Bounds::min();
    if (value >= static_cast<From>(Bounds::max())) return Bounds::max();
    return static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

/// One row: `count` elements at fixed strides in elements.
using ConvertRow = void (*)(const void* from, std::int64_t from_stride, void* to, std::int64_t to_stride,
                            std::int64_t count);

template <class From, class To>
void convert_row(const void* from, std::int64_t from_stride, void* to, std::int64_t to_stride, std::int64_t count) {
  if constexpr (std::is_same_v<From, To>) {
    if (from_stride == 1 && to_stride == 1) {
      std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(From));
      return;
    }
  }
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (std::int64_t i = 0; i < count; ++i) target[i * to_stride] = converted<To>(source[i * from_stride]);
}

ConvertRow row_converter(DType from, DType to) {
  return visit_dtype(from, [&]<class From>(std::type_identity<From>) {
    return visit_dtype(to, []<class To>(std::type_identity<To>) -> ConvertRow { return &convert_row<From, To>; });
  });
}

/// All indices of the axes before the last, in order, with the byte offsets of both arrays.
class Rows {
 public:
  Rows(const ArrayRef& from, const ArrayRef& to) : from_(from), to_(to) {}

  const void* source() const { return static_cast<const std::byte*>(from_.data) + from_offset_; }
  void* target() const { return static_cast<std::byte*>(to_.data) + to_offset_; }

  bool advance() {
    for (std::size_t axis = from_.rank < 2 ? 0 : from_.rank - 1; axis-- > 0;) {
      move(axis, 1);
      if (++index_[axis] < from_.shape[axis]) return true;
      move(axis, -index_[axis]);
      index_[axis] = 0;
    }
    return false;
  }

 private:
  void move(std::size_t axis, std::int64_t steps) {
    from_offset_ += steps * from_.strides[axis] * static_cast<std::int64_t>(size_of(from_.dtype));
    to_offset_ += steps * to_.strides[axis] * static_cast<std::int64_t>(size_of(to_.dtype));
  }

  const ArrayRef& from_;
  const ArrayRef& to_;
  std::array<std::int64_t, max_rank> index_{};
  std::int64_t from_offset_ = 0, to_offset_ = 0;
};

/// An array whose elements lie one after another is one row.
ArrayRef as_one_row(ArrayRef array) {
  array.shape[0] = element_count(array);
  array.strides[0] = 1;
  array.rank = 1;
  return array;
}

}  // namespace

void convert_elements(const ArrayRef& from, const ArrayRef& to) {
  if (element_count(from) == 0) return;
  if ((from.rank != 1 || to.rank != 1) && is_contiguous(from) && is_contiguous(to)) {
    return convert_elements(as_one_row(from), as_one_row(to));
  }
  const ConvertRow convert = row_converter(from.dtype, to.dtype);
  const std::size_t last = static_cast<std::size_t>(from.rank) - 1;
  Rows rows(from, to);
  do {
    convert(rows.source(), from.strides[last], rows.target(), to.strides[last], from.shape[last]);
  } while (rows.advance());
}

}  // namespace kparity
