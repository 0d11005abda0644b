// The parts of argument erasure that need no template.
#include "kparity/argument.hpp"

#include "kernel_state.hpp"
#include "kparity/error.hpp"
#include "text.hpp"

namespace kparity {

namespace detail {

void set_described_array(Argument& argument, const ArrayRef& array, const void* object, DescribeFunction describe) {
  // The usual array has one axis without gaps and nothing to compute. Its bytes are so few that they fit 64 bits.
  const bool is_simple = array.rank == 1 && array.strides[0] == 1 && array.shape[0] >= unknown_extent &&
                         array.shape[0] < std::int64_t{1} << 56;
  const std::int64_t count = is_simple ? array.shape[0] : has_extent(array) ? element_count(array) : unknown_extent;
  set_array(argument, array.data, count, code_of(ArgumentKind::array, array.dtype));
  argument.leading = array.rank == 0 ? 0 : array.shape[0];
  argument.device = array.device;
  if (array.is_const) argument.code |= const_bit;
  if (array.place == Place::device) argument.code |= device_bit;
  if (!is_simple && !is_contiguous(array)) argument.code |= strided_bit;
  argument.code |= described_bit;
  argument.object = object;
  argument.describe = describe;
}

ArrayRef array_of(const Argument& argument) {
  if ((argument.code & described_bit) != 0) return argument.describe(argument.object);
  ArrayRef array;
  array.data = argument.address();
  array.dtype = argument.dtype();
  array.place = argument.place();
  array.is_const = argument.is_const();
  array.rank = 1;
  array.device = argument.device;
  array.shape[0] = argument.count;
  array.strides[0] = 1;
  return array;
}

void refuse_missing_form(const KernelFront& kernel, const char* form) {
  throw TypeMismatch(text::concat(kernel_name(state_of(kernel)), ": an argument group has no ", form,
                                  "(), which a call on this side needs"));
}

}  // namespace detail

namespace {

std::size_t index_of(const Signature& signature, std::string_view parameter) {
  const auto path = find(signature, parameter);
  if (path && !path->field) return path->parameter;
  throw InvalidArgument(
      text::concat("kernel '", signature.kernel, "': '", parameter, "' is no parameter of ", to_string(signature)));
}

}  // namespace

std::int64_t CallArguments::integer(std::string_view path) const {
  const auto found = find(*signature_, path);
  const auto refuse = [&](const char* problem) {
    throw InvalidArgument(text::concat("kernel '", signature_->kernel, "': '", path, "' ", problem));
  };
  if (!found) refuse("is no parameter");
  const Parameter& parameter = at(*signature_, *found);
  if (parameter.kind != ParameterKind::scalar || is_floating(parameter.dtype)) refuse("is no integer");
  const char* value = static_cast<const char*>(values_[found->parameter]);
  if (found->field) value += field_offset(signature_->parameters[found->parameter], *found->field);
  return visit_dtype(parameter.dtype, [&]<class T>(std::type_identity<T>) -> std::int64_t {
    T number;
    std::memcpy(&number, value, sizeof number);
    if constexpr (sizeof(T) == sizeof(std::int64_t) && std::is_unsigned_v<T>) {
      if (static_cast<std::uint64_t>(number) > static_cast<std::uint64_t>(INT64_MAX)) refuse("is beyond 63 bits");
    }
    return static_cast<std::int64_t>(number);
  });
}

std::int64_t CallArguments::extent(std::string_view parameter) const {
  const std::size_t index = index_of(*signature_, parameter);
  if (signature_->parameters[index].view_rank != 0) return integer(std::string(parameter) + ".extent_0");
  const detail::Argument argument = index < arguments_.size() ? arguments_[index] : detail::Argument{};
  if (argument.kind() == detail::ArgumentKind::array && argument.count != unknown_extent) return argument.leading;
  throw InvalidArgument(
      text::concat("kernel '", signature_->kernel, "': the extent of '", parameter, "' is not known"));
}

std::int64_t CallArguments::first_array_extent() const {
  const std::vector<Parameter>& parameters = signature_->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].view_rank != 0) return extent(parameters[i].name);
    if (i >= arguments_.size()) continue;
    const detail::Argument& argument = arguments_[i];
    const bool is_array = argument.kind() == detail::ArgumentKind::array;
    if (is_array && argument.count != unknown_extent && argument.leading > 0) return argument.leading;
    if (is_array && argument.count == 0) return 0;
  }
  throw InvalidArgument(text::concat("kernel '", signature_->kernel,
                                     "': no argument is an array of known extent, so "
                                     "the launch size cannot be that of the first array"));
}

}  // namespace kparity
