// From erased arguments to a side, an instantiation and an implementation. Functions on the way of each launch are
// marked hot, here and elsewhere, so that they lie side by side: a driver leaves nothing of them in the caches.
#include <algorithm>

#include "capture.hpp"
#include "device_call.hpp"
#include "kernel_state.hpp"
#include "kparity/device_calls.hpp"
#include "kparity/error.hpp"
#include "missing_cuda.hpp"
#include "text.hpp"
#include "view_values.hpp"

namespace kparity::detail {

namespace {

bool has_device_argument(std::span<const Argument> arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& argument) { return (argument.code & device_bit) != 0; });
}

// The call says nothing about the shape of its launch, a stream at most: then the kernel's rule settles it, whose block
// was checked when the kernel was made.
bool leaves_shape_to_rule(const CallContext& context) {
  const LaunchOptions* const launch = context.launch;
  return launch == nullptr || (!launch->threads.is_given() && !launch->grid.is_given() && !launch->block.is_given() &&
                               !launch->shared_memory);
}

// The launch options of a call, also where nothing is launched.
void check_options(const CallContext& context) {
  if (leaves_shape_to_rule(context)) return;
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

std::int64_t evaluated(const Expression& expression, const CallArguments& arguments) {
  return expression.evaluate([&arguments](std::string_view name) { return arguments.integer(name); });
}

LaunchExtent evaluated(const std::vector<Expression>& expressions, const CallArguments& arguments) {
  std::array<std::int64_t, 3> sizes{};
  for (std::size_t axis = 0; axis < expressions.size(); ++axis) sizes[axis] = evaluated(expressions[axis], arguments);
  return LaunchExtent::of(std::span(sizes).first(expressions.size()));
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
  if (rule.shared_memory) options.shared_memory = evaluated(*rule.shared_memory, arguments);
  return options;
}

[[gnu::noinline]] LaunchShape unusual_shape(const CallContext& context, std::size_t instantiation,
                                            std::span<const Argument> erased, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  const CallArguments arguments(kernel.definition.instantiations[instantiation], erased, values);
  LaunchOptions options = launch_by_rule(context, arguments);
  if (context.launch != nullptr) options = merged(*context.launch, options);
  return launch_shape(kernel.label, options);
}

LaunchShape bound_shape(const CallContext& context, std::size_t instantiation, std::span<const Argument> erased,
                        void** values) {
  if (leaves_shape_to_rule(context)) {
    const PlainLaunch& plain = state_of(context.kernel).plain_launches[instantiation];
    if (const auto shape = shape_of(plain, values)) return *shape;
  }
  return unusual_shape(context, instantiation, erased, values);
}

void call_on_host(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values) {
  check_options(context);
  const KernelState& kernel = state_of(context.kernel);
  std::size_t instantiation = find_exact(kernel.table.host, arguments);
  if (instantiation == kernel.table.host.size()) {
    instantiation = bind(kernel.table, arguments, ArraySide::host);
  } else if (context.types != nullptr && find_match(kernel, context.types) == nullptr) {
    kernel.remember(context.types, instantiation);
  }
  capture_if_wanted({kernel, instantiation, arguments, values, nullptr, context.where});
  ViewValues views;
  if (kernel.has_views) views.place(kernel.definition.instantiations[instantiation], arguments, values);
  kernel.entries_for_call(selection)[instantiation](values);
}

bool checks_finite(const CallContext& context) {
  const bool by_kernel = state_of(context.kernel).definition.check_finite;
  return context.launch == nullptr ? by_kernel : context.launch->check_finite.value_or(by_kernel);
}

device::Stream stream_of(const CallContext& context) {
  return context.launch == nullptr ? nullptr : context.launch->stream;
}

// `arguments` may be empty if nothing depends on them but `values`.
[[gnu::hot]] void launch_bound(const CallContext& context, std::size_t instantiation,
                               std::span<const Argument> arguments, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  const LaunchShape shape = bound_shape(context, instantiation, arguments, values);
  if (!shape.is_empty()) {
    launch_on_device({.kernel = kernel,
                      .instantiation = instantiation,
                      .shape = shape,
                      .stream = stream_of(context),
                      .arguments = arguments,
                      .values = values,
                      .checks_finite = checks_finite(context),
                      .where = context.where});
  }
  count_device_call();
}

[[gnu::hot]] void launch(const CallContext& context, std::span<Argument> arguments, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  check_size_is_known(context);
  check_options(context);
  std::size_t instantiation = find_exact(kernel.table.device, arguments);
  if (instantiation == kernel.table.device.size()) instantiation = bind(kernel.table, arguments, ArraySide::device);
  capture_if_wanted({kernel, instantiation, arguments, values, stream_of(context), context.where});
  ViewValues views;
  if (kernel.has_views) views.place(kernel.definition.instantiations[instantiation], arguments, values);
  launch_bound(context, instantiation, arguments, values);
}

void call_on_cuda(const CallContext& context, SelectionWord selection, std::span<Argument> arguments, void** values) {
  if (state_of(context.kernel).definition.cuda) {
    launch(context, arguments, values);
    return;
  }
  check_fallback(state_of(context.kernel), selection);
  check_options(context);
  call_fallback(context, selection, arguments, values);
}

// An argument of a parameter's very type, whose pointers are taken for addresses at `place`. `view` is used for a view.
void set_typed(Argument& argument, const Parameter& parameter, void* value, Place place, ArrayRef& view) {
  const ArgumentCode side = place == Place::device ? device_bit : 0;
  switch (parameter.kind) {
    case ParameterKind::scalar:
      visit_dtype(parameter.dtype,
                  [&]<class T>(std::type_identity<T>) { set_scalar(argument, *static_cast<const T*>(value)); });
      return;
    case ParameterKind::pointer:
      set_array(argument, *static_cast<void**>(value), unknown_extent,
                code_of(ArgumentKind::array, parameter.dtype) | side);
      return;
    case ParameterKind::structure:
      if (parameter.view_rank != 0) {
        view = array_of_view(parameter, value, place);
        set_described_array(argument, view, &view,
                            [](const void* array) { return *static_cast<const ArrayRef*>(array); });
        return;
      }
      set_structure(argument, value, structure_code(size_of(parameter), align_of(parameter)) | side, any_device,
                    nullptr);
      return;
  }
  __builtin_unreachable();
}

// The arguments of a typed call for whoever looks at them.
struct TypedArguments {
  TypedArguments(const Signature& signature, void** values, Place place)
      : arguments(signature.parameters.size()), views(signature.parameters.size()) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      set_typed(arguments[i], signature.parameters[i], values[i], place, views[i]);
  }
  std::vector<Argument> arguments;
  std::vector<ArrayRef> views;
};

// A typed call that may have to be captured.
[[gnu::noinline, gnu::cold]] void count_typed_call(const CallContext& context, std::size_t instantiation, void** values,
                                                   Place place) {
  const KernelState& kernel = state_of(context.kernel);
  const TypedArguments typed(kernel.definition.instantiations[instantiation], values, place);
  count_for_capture({kernel, instantiation, typed.arguments, values, stream_of(context), context.where});
}

// A typed call on the CUDA side for which somebody looks at the arguments.
[[gnu::noinline]] void call_described(const CallContext& typed, SelectionWord selection, std::size_t instantiation,
                                      void** values) {
  CallContext context = typed;
  context.is_side_chosen = true;
  if (state_of(context.kernel).definition.cuda) check_size_is_known(context);
  TypedArguments described(state_of(context.kernel).definition.instantiations[instantiation], values, Place::device);
  call_on_cuda(context, selection, described.arguments, values);
}

}  // namespace

SelectionWord selection_for(const CallContext& context, bool has_device_argument) {
  const SelectionWord selection = context.selection ? *context.selection : current_selection();
  if (!context.kernel.follows_arrays || context.is_side_chosen) return selection;
  return with_backend(selection, has_device_argument ? Backend::cuda : Backend::host);
}

[[gnu::hot]] void call(const CallContext& context, Argument* arguments, void** values, std::size_t count) {
  const std::span<Argument> all(arguments, count);
  const bool has_device = context.kernel.follows_arrays && has_device_argument(all);
  const SelectionWord selection = selection_for(context, has_device);
  if (backend_of(selection) == Backend::host) {
    call_on_host(context, selection, all, values);
  } else {
    call_on_cuda(context, selection, all, values);
  }
}

[[gnu::hot]] void call_typed(const CallContext& context, std::size_t instantiation, void** values) {
  const KernelState& kernel = state_of(context.kernel);
  // The backend decides under `dispatch: arrays` too: a typed pointer does not tell where it points.
  const SelectionWord selection = context.selection ? *context.selection : current_selection();
  if (backend_of(selection) == Backend::host) {
    if (kernel.captures.are_open()) [[unlikely]]
      count_typed_call(context, instantiation, values, Place::host);
    kernel.entries_for_call(selection)[instantiation](values);
  } else if (kernel.definition.cuda && !kernel.definition.check_finite) {
    check_size_is_known(context);
    if (kernel.captures.are_open()) [[unlikely]]
      count_typed_call(context, instantiation, values, Place::device);
    launch_bound(context, instantiation, {}, values);
  } else {
    call_described(context, selection, instantiation, values);
  }
}

LaunchShape shape_of_call(const CallContext& context, Argument* arguments, void** values, std::size_t count) {
  const KernelState& kernel = state_of(context.kernel);
  const std::span<Argument> all(arguments, count);
  check_size_is_known(context);
  check_options(context);
  const std::size_t instantiation = bind(kernel.table, all, ArraySide::any);
  ViewValues views;
  if (kernel.has_views) views.place(kernel.definition.instantiations[instantiation], all, values);
  return bound_shape(context, instantiation, all, values);
}

LaunchShape shape_of_typed_call(const CallContext& context, std::size_t instantiation, void** values) {
  check_size_is_known(context);
  return bound_shape(context, instantiation, {}, values);
}

}  // namespace kparity::detail
