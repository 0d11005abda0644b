// From erased arguments to a side, an instantiation and an implementation.
#include <algorithm>

#include "device_call.hpp"
#include "kernel_state.hpp"
#include "kparity/error.hpp"
#include "missing_cuda.hpp"
#include "text.hpp"

namespace kparity::detail {

namespace {

bool has_device_argument(std::span<const Argument> arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& argument) { return (argument.code & device_bit) != 0; });
}

// The launch options of a call, also where nothing is launched.
void check_options(const CallContext& context) {
  if (context.launch == nullptr) return;
  check_launch_options(state_of(context.kernel).label,
                       merged(*context.launch, state_of(context.kernel).default_launch));
}

bool gives_size(const CallContext& context) {
  return context.launch != nullptr && (context.launch->threads.is_given() || context.launch->grid.is_given());
}

void check_size_is_known(const CallContext& context) {
  const LaunchRule& rule = state_of(context.kernel).definition.launch;
  if (gives_size(context) || rule.threads_from || !rule.threads.empty()) return;
  launch_shape(state_of(context.kernel).label, LaunchOptions{});  // throws the error that says how to give one
}

LaunchExtent evaluated(const std::vector<Expression>& expressions, const CallArguments& arguments) {
  std::vector<std::int64_t> sizes;
  const auto value_of = [&arguments](std::string_view name) { return arguments.integer(name); };
  for (const Expression& expression : expressions) sizes.push_back(expression.evaluate(value_of));
  return LaunchExtent::of(sizes);
}

LaunchOptions launch_by_rule(const CallContext& context, const CallArguments& arguments) {
  const LaunchRule& rule = state_of(context.kernel).definition.launch;
  LaunchOptions options = state_of(context.kernel).default_launch;
  if (gives_size(context)) {
    // The call's size wins; the rule's is not even computed.
  } else if (rule.threads_from) {
    options.threads = rule.threads_from(arguments);
  } else {
    options.threads = evaluated(rule.threads, arguments);
  }
  if (rule.shared_memory) options.shared_memory = evaluated({*rule.shared_memory}, arguments)[0];
  return options;
}

LaunchShape shape_of_call(const CallContext& context, const CallArguments& arguments) {
  LaunchOptions options = launch_by_rule(context, arguments);
  if (context.launch != nullptr) options = merged(*context.launch, options);
  return launch_shape(state_of(context.kernel).label, options);
}

void call_on_host(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values) {
  check_options(context);
  const KernelState& kernel = state_of(context.kernel);
  std::size_t instantiation = find_exact(kernel.table, arguments);
  if (instantiation == kernel.table.host.size()) {
    instantiation = bind(kernel.table, arguments, ArraySide::host);
  } else if (context.types != nullptr && find_match(kernel, context.types) == nullptr) {
    kernel.remember(context.types, instantiation);
  }
  kernel.entries_for_call(selection)[instantiation](values);
}

device::Stream stream_of(const CallContext& context) {
  return context.launch == nullptr ? nullptr : context.launch->stream;
}

void launch(const CallContext& context, std::span<Argument> arguments, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  check_size_is_known(context);
  check_options(context);
  const std::size_t instantiation = bind(kernel.table, arguments, ArraySide::device);
  const Signature& signature = kernel.definition.instantiations[instantiation];
  const LaunchShape shape = shape_of_call(context, {signature, arguments, values});
  if (shape.is_empty()) return;
  check_devices(kernel, signature, arguments);
  launch_on_device(kernel, instantiation, shape, stream_of(context), values);
}

void call_on_cuda(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values) {
  if (state_of(context.kernel).definition.cuda) {
    launch(context, arguments, values);
    return;
  }
  check_fallback(state_of(context.kernel), selection);
  check_options(context);
  call_fallback(state_of(context.kernel), selection, stream_of(context), arguments, values);
}

// An argument of a parameter's very type, whose pointers are taken for device addresses.
void set_typed(Argument& argument, const Parameter& parameter, void* value) {
  switch (parameter.kind) {
    case ParameterKind::scalar:
      visit_dtype(parameter.dtype,
                  [&]<class T>(std::type_identity<T>) { set_scalar(argument, *static_cast<const T*>(value)); });
      return;
    case ParameterKind::pointer:
      set_array(argument, *static_cast<void**>(value), unknown_extent,
                code_of(ArgumentKind::array, parameter.dtype) | device_bit);
      return;
    case ParameterKind::structure:
      set_structure(argument, value, structure_code(size_of(parameter), align_of(parameter)) | device_bit, any_device,
                    nullptr);
      return;
  }
  __builtin_unreachable();
}

std::vector<Argument> typed_arguments(const Signature& signature, void** values) {
  std::vector<Argument> arguments(signature.parameters.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) set_typed(arguments[i], signature.parameters[i], values[i]);
  return arguments;
}

}  // namespace

SelectionWord selection_for(const CallContext& context, bool has_device_argument) {
  const SelectionWord selection = context.selection ? *context.selection : current_selection();
  if (!context.kernel.follows_arrays || context.is_side_chosen) return selection;
  return with_backend(selection, has_device_argument ? Backend::cuda : Backend::host);
}

void call(const CallContext& context, Argument* arguments, void** values, std::size_t count) {
  const std::span<Argument> all(arguments, count);
  const bool has_device = context.kernel.follows_arrays && has_device_argument(all);
  const SelectionWord selection = selection_for(context, has_device);
  if (backend_of(selection) == Backend::host) {
    call_on_host(context, selection, all, values);
  } else {
    call_on_cuda(context, selection, all, values);
  }
}

void call_typed(const KernelFront& front, std::size_t instantiation, void** values) {
  const KernelState& kernel = state_of(front);
  const CallContext context{front};
  const SelectionWord selection = selection_for(context, false);
  if (backend_of(selection) == Backend::host) {
    kernel.entries_for_call(selection)[instantiation](values);
    return;
  }
  std::vector<Argument> arguments = typed_arguments(kernel.definition.instantiations[instantiation], values);
  call_on_cuda(context, selection, arguments, values);
}

LaunchShape shape_of_typed_call(const KernelFront& front, std::size_t instantiation, void** values) {
  const CallContext context{front};
  check_size_is_known(context);
  const Signature& signature = state_of(front).definition.instantiations.at(instantiation);
  const std::vector<Argument> arguments = typed_arguments(signature, values);
  return shape_of_call(context, {signature, arguments, values});
}

}  // namespace kparity::detail
