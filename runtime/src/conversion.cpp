// What an array must be for a kernel, and the copy that makes it so where it is not.
#include "kparity/conversion.hpp"

#include <string>

#include "copy.hpp"
#include "kparity/error.hpp"

namespace kparity {

namespace {

bool is_on_side(const ArrayRef& array, const Side& side) {
  if (array.place != side.place) return false;
  return array.device == any_device || side.device == any_device || array.device == side.device;
}

const ArrayRef& writable(const ArrayRef& out) {
  if (out.is_const) throw InvalidArgument("kernel_output: cannot write to a " + to_string(out));
  return out;
}

}  // namespace

namespace detail {

KernelArray make_kernel_array(const ArrayRef& value, const Side& like, std::optional<DType> dtype, Source source) {
  const DType wanted = dtype.value_or(value.dtype);
  KernelArray result;
  if (is_on_side(value, like) && value.dtype == wanted && is_contiguous(value) && !source.is_temporary) {
    result.ref_ = value;
    return result;
  }
  element_count(value);  // refuses bare pointers, saying what to pass
  result.buffer_ = Buffer(bytes_of(shape_of(value), wanted), like.place, like.device);
  result.ref_ = contiguous_like(value, result.buffer_, wanted);
  result.is_borrowed_ = false;
  copy(value, result.ref_, CopyNote{source.what, source.where});
  return result;
}

}  // namespace detail

KernelOutput::KernelOutput(const ArrayRef& out, const Side& like, std::optional<DType> dtype, CallSite where)
    : out_(out),
      buffer_(detail::make_kernel_array(writable(out), like, dtype, {"kernel_output", where})),
      where_(where) {}

void KernelOutput::commit() {
  if (!is_borrowed()) copy(buffer_.array_ref(), out_, CopyNote{"kernel_output", where_});
}

}  // namespace kparity
