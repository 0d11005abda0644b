// All that a Kernel is made from, as plain data: the build's table, a folder read by the tool, or a program by hand
// fill it in. Nothing in here runs anything.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kparity/argument.hpp"
#include "kparity/expression.hpp"
#include "kparity/implementation.hpp"
#include "kparity/launch.hpp"
#include "kparity/signature.hpp"

namespace kparity {

/// What a call on the CUDA backend does when the kernel has no CUDA version.
enum class MissingCudaPolicy : std::uint8_t { raise, fallback };

/// How a call chooses its side: by the active backend, or by where its arrays are.
enum class Dispatch : std::uint8_t { backend, arrays };

/// "raise", "fallback"; "backend", "arrays".
std::string_view name_of(MissingCudaPolicy policy);
std::string_view name_of(Dispatch dispatch);
/// Throw InvalidArgument listing the allowed values.
MissingCudaPolicy parse_missing_cuda(std::string_view text);
Dispatch parse_dispatch(std::string_view text);

/// The number of threads as a function of a call's arguments.
using ThreadsFrom = std::function<LaunchExtent(const CallArguments&)>;

/// One thread per element of the leading axis of the first array argument that has one.
ThreadsFrom first_array();

/// A function over the kernel's own parameters that returns an integer or a LaunchExtent: `axpy_threads(a, x, y, n)`.
template <auto Function>
ThreadsFrom threads_function();

/// A function of a kernel's launch rule behind the calling convention: writes 1 to 3 sizes and returns how many.
using ThreadsEntry = int (*)(void** arguments, long long* sizes);
/// The rule made of one entry per instantiation, known by its types ("T=float"; "" without).
ThreadsFrom threads_entries(std::vector<std::pair<std::string, ThreadsEntry>> entries);

/// Default launch shape. `threads` are 1 to 3 expressions over scalar parameters; empty means a call must give a size,
/// unless `threads_from` does. Sizes of the call replace both; on the host neither is evaluated.
struct LaunchRule {
  std::vector<Expression> threads{};
  std::vector<unsigned> block{128};
  std::optional<Expression> shared_memory{};  // bytes of dynamic shared memory
  ThreadsFrom threads_from{};                 // wins over `threads`
};

/// A `.cu` file: its text with the closure of its quoted includes, and where it came from.
struct CudaSource {
  struct File {
    std::string name;  // as included, relative to the kernel's folder
    std::string text;
  };
  std::string path;         // where the file was when the table was made; wins over `files` where it still exists
  std::vector<File> files;  // the `.cu` itself first, then the includes
  std::vector<std::string> options;
  std::vector<std::string> include_dirs;   // count from the folder of the `.cu`; searched after it, in order
  std::vector<std::string> template_args;  // "T", "3": of a template kernel, where a type parameter of the signature
                                           // stands for its type; empty: the compiler deduces them
};

/// The extents of an array argument or field, over integer parameters.
struct ArrayShape {
  std::string array;  // "x", "particles.x"
  std::vector<Expression> extents;
};

struct KernelDefinition {
  std::string name;
  std::string summary;
  std::vector<Signature> instantiations;  // at least one; all with the same parameter names
  std::vector<std::string> outputs;       // parameter paths that a call writes: "y", "particles.x"
  std::vector<std::string> scratch;       // written, never compared or copied back
  std::vector<ArrayShape> shapes;         // of arrays that calls may pass as bare pointers; a capture needs them
  MissingCudaPolicy missing_cuda = MissingCudaPolicy::raise;
  Dispatch dispatch = Dispatch::backend;
  LaunchRule launch;
  /// After each launch waits for it and throws if a floating-point output holds a NaN or infinity that it did not hold
  /// before: costs copies of the outputs to the host. Needs arrays of known extent. Not while a stream is captured.
  bool check_finite = false;
  std::optional<bool> debug;              // overrides cuda_debug() for this kernel; see cuda_debug.hpp
  std::vector<HostImplementation> hosts;  // in preference order, `reference` last
  std::optional<CudaSource> cuda;
  std::string expected_cuda_path;  // where the `.cu` would be; for messages
};

namespace detail {

template <class R, class... P, std::size_t... I>
LaunchExtent threads_of(R (*function)(P...), void** values, std::index_sequence<I...>) {
  return LaunchExtent(function(*static_cast<std::remove_reference_t<P>*>(values[I])...));
}
/// Throws InvalidArgument if a function of that many parameters is not for this kernel.
void check_threads_function(const CallArguments& arguments, std::size_t parameters);

template <class R, class... P>
ThreadsFrom threads_function_of(R (*function)(P...)) {
  return [function](const CallArguments& arguments) {
    check_threads_function(arguments, sizeof...(P));
    return threads_of(function, arguments.values(), std::index_sequence_for<P...>());
  };
}

}  // namespace detail

template <auto Function>
ThreadsFrom threads_function() {
  return detail::threads_function_of(Function);
}

}  // namespace kparity
