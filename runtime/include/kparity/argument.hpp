// One argument of a call with its C++ type erased: a small value on the stack that still knows what was passed. Also
// the two ways in which types of your own take part: visit_arrays for structures, host_form and device_form for groups.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kparity/array.hpp"
#include "kparity/array_view.cuh"
#include "kparity/signature.hpp"

namespace kparity {

/// Sees the arrays of a structure that is passed by value, and may replace their addresses. Declare them for a
/// structure of yours by a function in its namespace, with the extents in elements:
///   template <class V> void visit_arrays(Particles& p, V&& visit) { visit(p.x, p.n); visit(p.v, p.n); }
class ArrayVisitor {
 public:
  explicit ArrayVisitor(Place place, int device = any_device) : place_(place), device_(device) {}
  virtual ~ArrayVisitor() = default;

  template <class T>
  requires Scalar<T>
  void operator()(T*& field, std::int64_t extent) {
    field = static_cast<T*>(on_array(detail::flat(field, extent, place_, device_), &field));
  }

 protected:
  /// Returns the address that the field gets. `field` is where the pointer lies within the structure.
  virtual void* on_array(const ArrayRef& array, const void* field) = 0;

 private:
  Place place_;
  int device_;
};

template <class S>
concept HasVisitor = requires(S& object, ArrayVisitor& visitor) {
  visit_arrays(object, visitor);
};

namespace detail {

template <int Rank>
Shape axes(const long long (&values)[Rank]) {
  std::array<std::int64_t, Rank> copy;
  for (std::size_t axis = 0; axis < copy.size(); ++axis) copy[axis] = values[axis];
  return Shape(std::span<const std::int64_t>(copy));
}

}  // namespace detail

/// The elements of a view, on the host.
template <Scalar T, int Rank>
ArrayRef array_ref(const ArrayView<T, Rank>& view) {
  return array_ref(view.data, detail::axes(view.shape), detail::axes(view.strides));
}
template <Scalar T, int Rank>
ArrayRef array_ref(const ContiguousView<T, Rank>& view) {
  return array_ref(view.data, detail::axes(view.shape));
}

/// A structure whose pointers are device addresses; made by device_struct().
template <class S>
struct DeviceStruct {
  S value;
  int device = any_device;
};

/// Marks a structure by value as holding device addresses, as device_pointer() does for one pointer.
template <class S>
DeviceStruct<S> device_struct(const S& value, int device = any_device) {
  static_assert(std::is_class_v<S> && std::is_trivially_copyable_v<S>);
  return {value, device};
}

/// An argument group: an object that stands for one or more arguments. A call on the host uses what `host_form()`
/// returns, a call on the CUDA side `device_form()`: one argument or a std::tuple of arguments. Only top-level
/// arguments are groups; the object builds and keeps its forms itself.
template <class T>
concept HasHostForm = requires(T& group) {
  group.host_form();
};
template <class T>
concept HasDeviceForm = requires(T& group) {
  group.device_form();
};

namespace detail {

enum class ArgumentKind : std::uint8_t { scalar, array, structure, null };

/// What a check compares, in one word: bits 0-1 kind, 2-5 dtype, 6 const elements, 7 on the device, 8 not contiguous,
/// 9-11 log2 of a structure's alignment, 12 it has a visitor, 13 an array that can be described, 16-31 a structure's
/// size.
using ArgumentCode = std::uint32_t;
inline constexpr ArgumentCode kind_bits = 0x00000003;
inline constexpr ArgumentCode dtype_bits = 0x0000003c;
inline constexpr ArgumentCode const_bit = 0x00000040;
inline constexpr ArgumentCode device_bit = 0x00000080;
inline constexpr ArgumentCode strided_bit = 0x00000100;
inline constexpr ArgumentCode alignment_bits = 0x00000e00;
inline constexpr ArgumentCode visitor_bit = 0x00001000;
inline constexpr ArgumentCode described_bit = 0x00002000;
inline constexpr ArgumentCode size_bits = 0xffff0000;
inline constexpr std::size_t max_structure_size = 0xffff;

constexpr ArgumentCode code_of(ArgumentKind kind, DType dtype) {
  return static_cast<ArgumentCode>(kind) | (static_cast<ArgumentCode>(dtype) << 2);
}
constexpr ArgumentCode structure_code(std::size_t size, std::size_t alignment) {
  return static_cast<ArgumentCode>(ArgumentKind::structure) |
         (static_cast<ArgumentCode>(std::countr_zero(alignment)) << 9) | (static_cast<ArgumentCode>(size) << 16);
}

using VisitFunction = void (*)(void* object, ArrayVisitor& visitor);
using DescribeFunction = ArrayRef (*)(const void* object);

/// Filled field by field where it lies: copying one just after its parts were stored would stall for longer than a
/// whole call takes. Only `code` and `device` are always set.
struct Argument {
  alignas(8) std::array<std::byte, 8> bytes;  // a scalar's value; the address of an array or of a structure
  std::int64_t count;                         // arrays: elements, or unknown_extent
  std::int64_t leading;                       // arrays: extent of the first axis; 0 for rank 0
  ArgumentCode code;
  std::int32_t device;
  VisitFunction visit;        // structures: null without visit_arrays
  const void* object;         // arrays with described_bit: what was passed, and how to ask it for its shape
  DescribeFunction describe;  // likewise

  ArgumentKind kind() const { return static_cast<ArgumentKind>(code & kind_bits); }
  DType dtype() const { return static_cast<DType>((code & dtype_bits) >> 2); }
  Place place() const { return (code & device_bit) != 0 ? Place::device : Place::host; }
  bool is_const() const { return (code & const_bit) != 0; }
  void* address() const { return std::bit_cast<void*>(bytes); }
  void set_address(const void* to) { std::memcpy(bytes.data(), &to, sizeof to); }
  /// What the calling convention passes for it.
  void* value() { return kind() == ArgumentKind::structure ? address() : bytes.data(); }
};

template <Scalar T>
void set_scalar(Argument& argument, const T& value) {
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  argument.code = code_of(ArgumentKind::scalar, dtype_of<T>);
  argument.device = any_device;
}

inline void set_array(Argument& argument, const void* data, std::int64_t count, ArgumentCode code) {
  argument.set_address(data);
  argument.count = count;
  argument.leading = count;
  argument.code = code;
  argument.device = any_device;
}

inline void set_structure(Argument& argument, const void* object, ArgumentCode code, int device, VisitFunction visit) {
  argument.set_address(object);
  argument.code = code;
  argument.device = device;
  argument.visit = visit;
}

/// `array` is what describe(object) says now.
void set_described_array(Argument& argument, const ArrayRef& array, const void* object, DescribeFunction describe);
/// The array that an array argument is, with its shape as far as it is known.
ArrayRef array_of(const Argument& argument);

template <class T>
inline constexpr bool is_device_struct = false;
template <class S>
inline constexpr bool is_device_struct<DeviceStruct<S>> = true;
template <class S>
inline constexpr bool is_device_struct<const DeviceStruct<S>> = true;

template <class T>
concept PlainStructure = std::is_class_v<T> && std::is_trivially_copyable_v<T> && !ArrayLike<const T>;

template <class T>
constexpr ArgumentCode array_code() {
  return code_of(ArgumentKind::array, dtype_of<T>) | (std::is_const_v<T> ? const_bit : 0);
}

template <class S>
void erase_structure(Argument& argument, const S& object, ArgumentCode side, int device) {
  static_assert(sizeof(S) <= max_structure_size && alignof(S) <= 128, "too large for a kernel parameter");
  constexpr ArgumentCode code = structure_code(sizeof(S), alignof(S));
  if constexpr (HasVisitor<S>) {
    const VisitFunction visit = [](void* copy, ArrayVisitor& visitor) {
      visit_arrays(*static_cast<S*>(copy), visitor);
    };
    set_structure(argument, &object, code | side | visitor_bit, device, visit);
  } else {
    set_structure(argument, &object, code | side, device, nullptr);
  }
}

/// Arguments whose code follows from their type alone.
template <class T>
inline constexpr bool is_array_argument = ScalarPointer<std::remove_const_t<T>> || ContiguousMemory<T>;
template <class T>
inline constexpr bool has_static_code = Scalar<T> || is_array_argument<T> ||
                                        (PlainStructure<T> && !HasVisitor<std::remove_const_t<T>> &&
                                         !is_device_struct<T>);

template <class T>
constexpr ArgumentCode static_code() {
  using Value = std::remove_const_t<T>;
  if constexpr (Scalar<Value>) {
    return code_of(ArgumentKind::scalar, dtype_of<Value>);
  } else if constexpr (ScalarPointer<Value>) {
    return array_code<std::remove_pointer_t<Value>>();
  } else if constexpr (ContiguousMemory<T>) {
    return array_code<ElementOf<T>>();
  } else {
    return structure_code(sizeof(Value), alignof(Value));
  }
}

/// Where an array's elements are, or where any other argument lies.
template <class T>
const void* static_address(const T& value) {
  if constexpr (ScalarPointer<T>) {
    return value;
  } else if constexpr (ContiguousMemory<const T>) {
    return std::data(value);
  } else {
    return &value;
  }
}

template <class T>
inline constexpr bool is_no_argument = false;

/// Describes whatever a call accepts. `value` must outlive `argument`.
template <class T>
void erase(Argument& argument, T& value) {
  using Value = std::remove_const_t<T>;
  if constexpr (Scalar<Value>) {
    set_scalar(argument, value);
  } else if constexpr (std::is_null_pointer_v<Value>) {
    set_array(argument, nullptr, 0, static_cast<ArgumentCode>(ArgumentKind::null));
  } else if constexpr (ScalarPointer<Value>) {
    set_array(argument, value, unknown_extent, array_code<std::remove_pointer_t<Value>>());
  } else if constexpr (ContiguousMemory<T>) {
    set_array(argument, std::data(value), static_cast<std::int64_t>(std::size(value)), array_code<ElementOf<T>>());
  } else if constexpr (std::is_same_v<Value, ArrayRef>) {
    // In place: copying one just after its parts were stored would stall.
    set_described_array(argument, value, &value,
                        [](const void* object) { return *static_cast<const ArrayRef*>(object); });
  } else if constexpr (ArrayLike<T>) {
    set_described_array(argument, array_ref(value), &value,
                        [](const void* object) { return array_ref(*const_cast<T*>(static_cast<const T*>(object))); });
  } else if constexpr (is_device_struct<Value>) {
    erase_structure(argument, value.value, device_bit, value.device);
  } else if constexpr (PlainStructure<Value>) {
    erase_structure(argument, value, 0, any_device);
  } else {
    static_assert(
        is_no_argument<T>,
        "not a kernel argument: pass a scalar, a pointer to scalars, a contiguous range or array, a trivially "
        "copyable structure, or a group with host_form() or device_form()");
  }
}

template <class T>
inline constexpr bool is_group = HasHostForm<std::remove_reference_t<T>> || HasDeviceForm<std::remove_reference_t<T>>;

/// True if a top-level argument by itself asks for the CUDA side under `dispatch: arrays`.
template <class T>
bool is_on_device(T&& value) {
  if constexpr (is_group<T>) {
    return !HasHostForm<std::remove_reference_t<T>>;
  } else {
    Argument argument;
    erase(argument, value);
    return (argument.code & device_bit) != 0;
  }
}

template <class T>
inline constexpr bool is_tuple = false;
template <class... E>
inline constexpr bool is_tuple<std::tuple<E...>> = true;

struct KernelFront;

/// Throws TypeMismatch.
[[noreturn]] void refuse_missing_form(const KernelFront& kernel, const char* form);

template <class Form>
auto form_tuple(Form&& form) {
  if constexpr (is_tuple<std::remove_cvref_t<Form>>) {
    return std::remove_cvref_t<Form>(std::forward<Form>(form));
  } else {
    return std::tuple<Form>(std::forward<Form>(form));  // an lvalue stays a reference
  }
}

/// A tuple of what an argument contributes on one side. Throws TypeMismatch if a group lacks the form.
template <bool on_device, class T>
auto flattened(const KernelFront& kernel, T&& value) {
  using Value = std::remove_reference_t<T>;
  if constexpr (!is_group<T>) {
    return std::tuple<T&&>(std::forward<T>(value));
  } else if constexpr (on_device && HasDeviceForm<Value>) {
    return form_tuple(value.device_form());
  } else if constexpr (!on_device && HasHostForm<Value>) {
    return form_tuple(value.host_form());
  } else {
    refuse_missing_form(kernel, on_device ? "device_form" : "host_form");
    return std::tuple<>();
  }
}

}  // namespace detail

/// The arguments of one call, for rules that compute a launch size from them.
class CallArguments {
 public:
  CallArguments(const Signature& signature, std::span<const detail::Argument> arguments, void** values)
      : signature_(&signature), arguments_(arguments), values_(values) {}

  std::size_t size() const noexcept { return signature_->parameters.size(); }
  const Signature& signature() const noexcept { return *signature_; }
  /// As for the calling convention: values()[i] points at the value of parameter i.
  void** values() const noexcept { return values_; }
  /// The value of an integer parameter or field, "n" or "particles.n". Throws InvalidArgument.
  std::int64_t integer(std::string_view path) const;
  /// The extent of the first axis of an array parameter. Throws InvalidArgument if it is no array or unknown.
  std::int64_t extent(std::string_view parameter) const;
  /// The extent of the first axis of the first array that has one. Throws InvalidArgument if there is none.
  std::int64_t first_array_extent() const;

 private:
  const Signature* signature_;
  std::span<const detail::Argument> arguments_;
  void** values_;
};

}  // namespace kparity
