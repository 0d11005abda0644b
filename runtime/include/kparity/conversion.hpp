// Brings arrays to the side, the layout and the data type that a kernel takes: as_kernel_array for inputs,
// kernel_output for outputs, which are copied back. What already fits is used as it is, without a copy.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <type_traits>

#include "kparity/array.hpp"

namespace kparity {

/// Which side a kernel's arrays must be on: that of an array, or one given outright.
struct Side {
  Place place = Place::host;
  int device = any_device;

  Side(Place where) : place(where) {}  // NOLINT(google-explicit-constructor)
  template <ArrayLike A>
  Side(const A& like) {  // NOLINT(google-explicit-constructor)
    const ArrayRef ref = array_ref(like);
    place = ref.place;
    device = ref.device;
  }
};

class KernelArray;

namespace detail {

/// What is converted, for events and messages, and whether its memory may go away.
struct Source {
  std::string_view what;
  CallSite where;
  bool is_temporary = false;
};

KernelArray make_kernel_array(const ArrayRef& value, const Side& like, std::optional<DType> dtype, Source source);

}  // namespace detail

/// A contiguous array that either borrows the caller's memory or owns a copy.
class KernelArray {
 public:
  /// The very memory of the value it was made from.
  bool is_borrowed() const noexcept { return is_borrowed_; }
  ArrayRef array_ref() const noexcept { return ref_; }

 private:
  friend KernelArray detail::make_kernel_array(const ArrayRef&, const Side&, std::optional<DType>, detail::Source);
  ArrayRef ref_;
  detail::Buffer buffer_;
  bool is_borrowed_ = true;
};

/// `value` on the side of `like`, contiguous, of data type `dtype` (its own if none is given). Borrows if it fits;
/// otherwise one copy, moved to the side first and converted there. A temporary container is always copied. Throws
/// InvalidArgument if a bare pointer would have to be copied, RuntimeFailure if there is no device.
template <ArrayLike V>
KernelArray as_kernel_array(V&& value, const Side& like, std::optional<DType> dtype = {},
                            CallSite where = CallSite::current()) {
  using Value = std::remove_cvref_t<V>;
  constexpr bool dies = !std::is_lvalue_reference_v<V> && !std::is_same_v<Value, ArrayRef> &&
                        !std::is_pointer_v<Value> && !detail::is_span<Value>;
  return detail::make_kernel_array(array_ref(value), like, dtype, {"as_kernel_array", where, dies});
}

/// A list: `as_kernel_array({1.0, 2.0}, field)`.
template <Scalar T>
KernelArray as_kernel_array(std::initializer_list<T> values, const Side& like, std::optional<DType> dtype = {},
                            CallSite where = CallSite::current()) {
  return detail::make_kernel_array(array_ref(values), like, dtype, {"as_kernel_array", where, true});
}

/// The buffer for an output: `out` itself if it fits, else a converted copy that holds out's current contents. commit()
/// copies it back to out's side, data type and strides; without it nothing is copied back. The destructor does not
/// throw.
class [[nodiscard]] KernelOutput {
 public:
  /// Throws InvalidArgument if the elements of `out` are const, or a bare pointer would have to be copied.
  KernelOutput(const ArrayRef& out, const Side& like, std::optional<DType> dtype, CallSite where);

  bool is_borrowed() const noexcept { return buffer_.is_borrowed(); }
  ArrayRef array_ref() const noexcept { return buffer_.array_ref(); }
  void commit();

 private:
  ArrayRef out_;
  KernelArray buffer_;
  CallSite where_;
};

template <ArrayLike O>
KernelOutput kernel_output(O&& out, const Side& like, std::optional<DType> dtype = {},
                           CallSite where = CallSite::current()) {
  return KernelOutput(array_ref(out), like, dtype, where);
}

/// Calls `body(buffer)` with the kernel_output of `out` and commits it. After an exception nothing is copied back.
template <ArrayLike O, class F>
void with_kernel_output(O&& out, const Side& like, std::optional<DType> dtype, F&& body,
                        CallSite where = CallSite::current()) {
  KernelOutput buffer(array_ref(out), like, dtype, where);
  body(buffer);
  buffer.commit();
}

template <ArrayLike O, class F>
requires std::is_invocable_v<F&, KernelOutput&>
void with_kernel_output(O&& out, const Side& like, F&& body, CallSite where = CallSite::current()) {
  with_kernel_output(std::forward<O>(out), like, std::nullopt, std::forward<F>(body), where);
}

}  // namespace kparity
