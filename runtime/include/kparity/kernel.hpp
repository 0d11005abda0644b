// A kernel: one signature per instantiation, several implementations, one call site.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kparity/argument.hpp"
#include "kparity/call.hpp"
#include "kparity/definition.hpp"
#include "kparity/host_function.hpp"
#include "kparity/launch.hpp"
#include "kparity/selection.hpp"

namespace kparity {

namespace detail {
struct KernelState;
}

/// A kernel with launch options, or with a choice that was made beforehand; called like the kernel.
class KernelCall {
 public:
  template <class... A>
  void operator()(A&&... arguments) const {
    detail::invoke({*kernel_, &launch_, selection_, false, nullptr, where_}, std::forward<A>(arguments)...);
  }
  KernelCall with(const LaunchOptions& launch, CallSite where = CallSite::current()) const {
    return {kernel_, launch, selection_, where};
  }
  /// As Kernel::launch_shape, with these options.
  template <class... A>
  LaunchShape launch_shape(A&&... arguments) const {
    return detail::query_shape({*kernel_, &launch_}, std::forward<A>(arguments)...);
  }

 private:
  friend class Kernel;
  KernelCall(std::shared_ptr<const detail::KernelFront> kernel, const LaunchOptions& launch,
             std::optional<detail::SelectionWord> selection, CallSite where)
      : kernel_(std::move(kernel)), launch_(launch), selection_(selection), where_(where) {}

  std::shared_ptr<const detail::KernelFront> kernel_;
  LaunchOptions launch_;
  std::optional<detail::SelectionWord> selection_;
  CallSite where_;
};

template <class F>
class TypedKernel;

/// A kernel whose argument types were checked once, when it was made. On the host a call costs about a nanosecond more
/// than a direct one. On the CUDA side its pointers are taken for device addresses, unseen.
template <class... P>
class TypedKernel<void(P...)> {
 public:
  void operator()(P... arguments, CallSite where = CallSite::current()) const {
    void* values[sizeof...(P) + 1]{const_cast<void*>(static_cast<const volatile void*>(&arguments))...};
    const detail::SelectionWord selection = detail::current_selection();
    if (detail::backend_of(selection) == Backend::host) [[likely]] {
      const Entry* entries = detail::find_entries(*kernel_, selection);
      if (entries != nullptr) [[likely]]
        return entries[instantiation_](values);
    }
    detail::call_typed({.kernel = *kernel_, .where = where}, instantiation_, values);
  }

 private:
  friend class Kernel;
  TypedKernel(std::shared_ptr<const detail::KernelFront> kernel, std::size_t instantiation)
      : kernel_(std::move(kernel)), instantiation_(instantiation) {}

  std::shared_ptr<const detail::KernelFront> kernel_;
  std::size_t instantiation_;
};

/// Copies are the same kernel. All functions may be called from several threads at once.
class Kernel {
 public:
  /// Throws InvalidArgument if the definition is inconsistent (no `reference`, an output that is no parameter, ...).
  explicit Kernel(KernelDefinition definition);
  /// By hand: Kernel("axpy", {host<&axpy>(), host<&axpy_simd>("simd")}, {.host = {.parameters = {"a", "x", "y",
  /// "n"}}}).
  Kernel(std::string name, std::vector<HostFunction> hosts, KernelOptions options = {})
      : Kernel(define(std::move(name), std::move(hosts), std::move(options))) {}

  const std::string& name() const noexcept;
  const KernelDefinition& definition() const noexcept;
  bool has_cuda() const noexcept;

  /// Calls the kernel. Arguments are scalars, raw host pointers, contiguous ranges, arrays (see array.hpp), structures
  /// by value and argument groups (see argument.hpp). An integer scalar is judged by its value, everything else by its
  /// type; arrays are never copied, except for a host kernel that stands in by `missing_cuda: fallback`.
  ///
  /// Throws TypeMismatch (count, type, constness, layout, side), RangeOverflow (integer too large for its parameter),
  /// InvalidArgument (launch, device), MissingCuda, ImplementationUnavailable, RuntimeFailure (device, compiler), and
  /// what a host kernel throws. Messages name the kernel, the argument, its C type and its parameter.
  template <class... A>
  void operator()(A&&... arguments) const {
    detail::invoke({*front_}, std::forward<A>(arguments)...);
  }

  /// `kernel.with({.threads = {n}, .block = {256}})(...)`. The options are checked at the call, on the host too.
  /// `where` is the line that transfers of a fallback name; a plain call cannot know its own.
  KernelCall with(const LaunchOptions& launch, CallSite where = CallSite::current()) const;

  /// Grid, block and shared memory of a call on the CUDA side with these arguments, wherever their arrays are; nothing
  /// is launched or compiled and no device is needed. Throws as the call does, up to the limits of a device.
  template <class... A>
  LaunchShape launch_shape(A&&... arguments) const {
    return detail::query_shape({*front_}, std::forward<A>(arguments)...);
  }

  /// Runs instantiation `instantiation` on the active side with arguments that have its very types, as an Entry takes
  /// them; pointers are host or device addresses according to the side, unseen; on the CUDA side in `stream`, a
  /// cudaStream_t. For checks and benchmarks.
  void call_erased(std::size_t instantiation, void** arguments, void* stream = nullptr) const {
    const LaunchOptions options{.stream = stream};
    detail::call_typed({*front_, stream == nullptr ? nullptr : &options}, instantiation, arguments);
  }

  /// The shape that the kernel's launch rule gives for such a call, whether there is a device or not. Throws
  /// InvalidArgument if there is no rule, or for a shape beyond the limits of every device.
  LaunchShape launch_shape_erased(std::size_t instantiation, void** arguments) const {
    return detail::shape_of_typed_call({*front_}, instantiation, arguments);
  }

  /// The next call of this kernel, from whatever thread and by whatever copy of it, writes its arguments as they are
  /// before it runs to `path`, an `.npz` that `inputs: capture:NAME` of a spec and NumPy read. Arrays are made
  /// contiguous and come from the device if they are there. Folders are made if need be. That call throws
  /// InvalidArgument, naming kernel and argument, if the extent of an array is not known (see
  /// KernelDefinition::shapes), RuntimeFailure if the file cannot be written; the kernel does not run then.
  void capture(std::string path) const;

  /// A caller for exactly these parameter types: `kernel.typed<void(double, const double*, double*, int)>()`. Throws
  /// TypeMismatch listing the signatures there are.
  template <class F>
  TypedKernel<F> typed() const {
    F* const function = nullptr;
    return {front_, typed_instantiation(detail::signature_of_type(function))};
  }

  /// The callable for the side that is active now, with its implementation chosen and loaded: fails at set-up instead
  /// of at the first call. Throws MissingCuda, ImplementationUnavailable. Never uses up a warning of the calls.
  KernelCall get_kernel(CallSite where = CallSite::current()) const;
  /// The name of the implementation that a call on the active side would run. Throws as get_kernel does.
  std::string selected() const;

  /// Compiles the CUDA version on the current device, if not yet done; false if there is none. Throws RuntimeFailure.
  bool compile() const;
  /// Compiles it again on the current device, from the files as they are now: edits of the `.cu` and of its headers
  /// count where these files still exist. Later calls on this device run the new code; other devices keep theirs. False
  /// if there is no CUDA version. Throws RuntimeFailure; calls then go on with what was compiled before.
  bool recompile() const;

  /// Names in preference order, `reference` last of the host ones, then `cuda` if there is one; loadable or not.
  std::vector<std::string> implementations() const;
  /// Loads (once) and says whether it can run.
  bool available(std::string_view implementation) const;
  /// Why `implementation` is unavailable: the message of its load failure, or empty.
  std::string why_unavailable(std::string_view implementation) const;
  /// The load failures so far.
  std::map<std::string, std::exception_ptr> errors() const;

  /// The entries of a host implementation, loaded on first use. Throws ImplementationUnavailable with the cause nested.
  const LoadedHost& host(std::string_view implementation) const;

 private:
  friend class KernelCatalog;
  detail::KernelState& state() const noexcept;
  std::size_t typed_instantiation(const Signature& wanted) const;

  std::shared_ptr<detail::KernelFront> front_;  // a KernelState, see there
};

}  // namespace kparity
