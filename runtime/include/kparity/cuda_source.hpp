// CUDA code by hand: a text or a file as the CUDA version of a kernel, the kernels that a file defines, and kernels
// that exist in CUDA only. Nothing here compiles anything or needs a device.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kparity/host_function.hpp"
#include "kparity/kernel.hpp"

namespace kparity {

/// A text that is in no file; `name` stands for it in messages.
CudaSource cuda_source(std::string text, std::string name = "kernel.cu");

/// A file, with all that it includes from its own folder and from `include_dirs`, which count from there. Throws
/// FileNotFound.
CudaSource cuda_source_from_file(const std::string& path, std::vector<std::string> include_dirs = {});

/// The names of the `__global__` functions and templates that a text defines or declares, each once, in their order.
/// Comments and strings do not count; `#if` is not evaluated, and what a macro would make is not seen.
std::vector<std::string> global_functions(std::string_view text);

/// The same for the main file of a source. Throws InvalidArgument naming it if there is none.
std::vector<std::string> global_functions(const CudaSource& source);

/// Which function of the source an instantiation is: "axpy", or "axpy<float,3>" where `template_args` say what a
/// compiler is not to deduce.
std::string function_of(const std::string& kernel, const CudaSource& source, const Signature& signature);

struct CudaKernelOptions {
  std::optional<std::vector<ParameterChoice>> outputs{};  // as in HostOptions
  LaunchRule launch{};
  Dispatch dispatch = Dispatch::arrays;
};

namespace detail {
Kernel cuda_kernel(const std::string& name, Signature signature, std::vector<std::string> parameters, CudaSource source,
                   CudaKernelOptions options);
}

/// A kernel without a host side: `cuda_kernel<void(double, const double*, double*, int)>("axpy", {"a", "x", "y", "n"},
/// cuda_source_from_file("axpy.cu"))`. It runs where its arrays are, so on the device without another word; a call with
/// host arrays says that there is no host implementation. Throws InvalidArgument if the source has no `__global__`
/// function of that name, listing those it has.
template <class F>  // NOLINTBEGIN(performance-unnecessary-value-param): they are moved from
Kernel cuda_kernel(const std::string& name, std::vector<std::string> parameters, CudaSource source,
                   CudaKernelOptions options = {}) {  // NOLINTEND(performance-unnecessary-value-param)
  F* const function = nullptr;
  return detail::cuda_kernel(name, detail::signature_of_type(function), std::move(parameters), std::move(source),
                             std::move(options));
}

}  // namespace kparity
