// Compilation for a named architecture, with what the code says about its kernels.
#include "kparity/cuda_compile.hpp"

#include <algorithm>

#include "cuda/nvrtc.hpp"
#include "cuda/program.hpp"
#include "kparity/error.hpp"

namespace kparity {

namespace {

void check_architecture(const std::string& architecture) {
  const std::vector<std::string> known = nvrtc_architectures();
  if (known.empty() || std::find(known.begin(), known.end(), architecture) != known.end()) return;
  std::string list;
  for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
  throw InvalidArgument("NVRTC " + nvrtc_version() + " does not compile for '" + architecture + "'; it knows " + list);
}

}  // namespace

CudaCompilation compile_cuda(const std::string& kernel, const CudaSource& source,
                             std::span<const Signature> instantiations, const std::string& architecture,
                             const CudaCompileOptions& options) {
  cuda::nvrtc();
  check_architecture(architecture);
  if (instantiations.empty()) throw InvalidArgument("kernel '" + kernel + "' has no signature to compile for");
  CudaCompilation out;
  out.architecture = architecture;
  try {
    cuda::CompiledProgram program =
        cuda::compile_program({kernel, &source, instantiations, architecture, options.debug, options.use_cache});
    out.log = std::move(program.log);
    out.code_size = program.code.size();
    out.was_compiled = program.is_new;
    out.kernels = std::move(program.facts);
  } catch (const cuda::SignatureDiffers& failure) {
    out.failure = failure.what();
    out.differs = failure.difference;
  } catch (const RuntimeFailure& failure) {
    out.failure = failure.what();
  }
  return out;
}

std::vector<CudaCompilation> compile_cuda(const std::string& kernel, const CudaSource& source,
                                          std::span<const Signature> instantiations,
                                          std::span<const std::string> architectures,
                                          const CudaCompileOptions& options) {
  std::vector<CudaCompilation> out;
  for (const std::string& architecture : architectures) {
    out.push_back(compile_cuda(kernel, source, instantiations, architecture, options));
  }
  return out;
}

std::string nvrtc_version() {
  const cuda::Nvrtc* library = cuda::find_nvrtc();
  return library == nullptr ? "" : std::to_string(library->major) + "." + std::to_string(library->minor);
}

std::string why_no_nvrtc() {
  return cuda::why_no_nvrtc();
}

std::vector<std::string> nvrtc_architectures() {
  std::vector<std::string> out;
  const cuda::Nvrtc* library = cuda::find_nvrtc();
  if (library == nullptr) return out;
  for (const int architecture : library->architectures) out.push_back("sm_" + std::to_string(architecture));
  return out;
}

}  // namespace kparity
