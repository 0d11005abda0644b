// Compiles a CUDA source for a named architecture and reports what the compiler found: for checks on machines without a
// GPU. Needs NVRTC, which is looked for when first asked; no driver and no device.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kparity/definition.hpp"
#include "kparity/signature.hpp"

namespace kparity {

/// Where one parameter lies among the bytes that a launch passes.
struct CudaParameter {
  std::size_t offset = 0;
  std::size_t size = 0;
  friend bool operator==(const CudaParameter&, const CudaParameter&) = default;
};

/// What the compiled code says about one instantiation.
struct CudaKernelFacts {
  std::string types;                      // of the signature: "T=float"
  std::string symbol;                     // its name in the code
  std::vector<CudaParameter> parameters;  // by ordinal
  unsigned registers = 0;                 // per thread
  std::size_t static_shared_memory = 0;   // per block, in bytes
  std::size_t local_memory = 0;           // per thread, in bytes: local arrays and what did not fit the registers
  unsigned max_threads = 0;               // the `__launch_bounds__`; 0 without
};

/// Why the types of a kernel were refused. A part that the compiler does not tell is empty.
struct CudaTypeDifference {
  std::string types;   // of the signature that was refused: "T=float"
  std::string actual;  // the kernel's own type in the compiler's words: "void (*)(double, const float *, int)"
};

/// The result for one architecture.
struct CudaCompilation {
  std::string architecture;                   // "sm_90"
  std::string failure;                        // the reason, first line first, with the whole log; empty if it succeeded
  std::optional<CudaTypeDifference> differs;  // set if it failed because the kernel is not what a signature says
  std::string log;                            // warnings of the compiler
  std::size_t code_size = 0;                  // of the CUBIN, in bytes
  std::vector<CudaKernelFacts> kernels;       // in the order of the signatures
  bool was_compiled = false;                  // by the compiler, now; false if it came from the cache, or failed
};

struct CudaCompileOptions {
  bool debug = false;      // line information and bounds checks
  bool use_cache = false;  // answer from the cache on disk, and fill it
};

/// Compiles `source`, checks the types of its `__global__` function `kernel` against every signature by the compiler,
/// and sizes and offsets of the parameters in the code. What is wrong with the source is in the result. Throws
/// RuntimeFailure if there is no NVRTC, InvalidArgument for an architecture it does not know.
CudaCompilation compile_cuda(const std::string& kernel, const CudaSource& source,
                             std::span<const Signature> instantiations, const std::string& architecture,
                             const CudaCompileOptions& options = {});
/// For several architectures, in their order.
std::vector<CudaCompilation> compile_cuda(const std::string& kernel, const CudaSource& source,
                                          std::span<const Signature> instantiations,
                                          std::span<const std::string> architectures,
                                          const CudaCompileOptions& options = {});

/// "13.0"; empty if there is no NVRTC.
std::string nvrtc_version();
/// Why there is no NVRTC; empty if there is one.
std::string why_no_nvrtc();
/// What it compiles for, ascending: "sm_75", ...; empty without NVRTC.
std::vector<std::string> nvrtc_architectures();

}  // namespace kparity
