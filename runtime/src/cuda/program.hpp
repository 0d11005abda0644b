// Compiles a program text for one architecture.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kparity/cuda_compile.hpp"
#include "kparity/error.hpp"

namespace kparity::cuda {

struct ProgramRequest {
  std::string kernel;
  const CudaSource* source = nullptr;
  std::span<const Signature> instantiations;
  std::string architecture;  // "sm_90" for code that runs there, "compute_120" for code that the driver translates
  bool debug = false;
  bool use_cache = true;
};

/// Code that a device can load.
struct CompiledProgram {
  std::string code;
  std::vector<std::string> symbols;    // one per instantiation
  std::vector<CudaKernelFacts> facts;  // as above; empty for "compute_" code, which does not say
  std::string log;                     // warnings
  bool is_new = false;                 // compiled now, not read from the cache
};

/// What the compiler refuses. The message has the first error with its place in the first line, then the whole log.
class CompileFailure : public RuntimeFailure {
 public:
  using RuntimeFailure::RuntimeFailure;
};

/// What compiles, or would, but is not the kernel that a signature describes.
class SignatureDiffers : public CompileFailure {
 public:
  SignatureDiffers(const std::string& message, CudaTypeDifference what)
      : CompileFailure(message), difference(std::move(what)) {}
  CudaTypeDifference difference;
};

/// From the cache where that is possible. Throws CompileFailure, or RuntimeFailure if there is no compiler or source.
CompiledProgram compile_program(const ProgramRequest& request);

/// Under which key compile_program() keeps what it compiles; empty if it must not, because the sources may depend on
/// files that are not seen.
std::string program_key(const ProgramRequest& request);

/// The architecture to compile for so that the code runs on a device of compute capability `major`.`minor`. Throws
/// RuntimeFailure if the compiler cannot, naming what it can.
std::string architecture_for(int major, int minor);

}  // namespace kparity::cuda
