// CUDA sources and signatures for tests, and a folder for those that must be files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "kparity/definition.hpp"
#include "kparity/host_function.hpp"

namespace kparity::test {

/// The signature of a function type, with the given names: signature_of<void(double, int)>("k", {"a", "n"}).
template <class F>
Signature signature_of(const std::string& kernel, const std::vector<std::string>& names,
                       const std::string& types = "") {
  F* const function = nullptr;
  Signature out = detail::signature_of_type(function);
  out.kernel = kernel;
  out.types = types;
  for (std::size_t i = 0; i < names.size(); ++i) out.parameters.at(i).name = names[i];
  return out;
}

inline Signature axpy_signature() {
  return signature_of<void(double, const double*, double*, int)>("axpy", {"a", "x", "y", "n"});
}

/// A source that never was on disk.
inline CudaSource embedded(const std::string& text) {
  CudaSource out;
  out.files = {{"axpy_cuda.cu", text}};
  return out;
}

inline const std::string axpy_text =
    "__global__ void axpy(double a, const double* x, double* y, int n) {\n"
    "  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;\n"
    "  if (i < n) y[i] += a * x[i];\n"
    "}\n";

/// A folder of its own that goes away.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string path() const { return path_.string(); }
  /// Writes a file below it, with its folders, and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace kparity::test
