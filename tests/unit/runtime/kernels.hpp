// Small kernels that several tests of the runtime call.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kparity/kernel.hpp"
#include "kparity/warning.hpp"

namespace kparity::test {

inline void axpy(double a, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

template <class T>
void scale(T a, T* x, int n) {
  for (int i = 0; i < n; ++i) x[i] *= a;
}

inline HostOptions axpy_names() {
  return {.parameters = {"a", "x", "y", "n"}};
}

/// A kernel with one host implementation.
inline Kernel axpy_kernel(KernelOptions options = {}) {
  if (options.host.parameters.empty()) options.host.parameters = axpy_names().parameters;
  return Kernel("axpy", {host<&axpy>()}, std::move(options));
}

/// A CUDA source whose function the fake device provides.
inline CudaSource some_source() {
  CudaSource source;
  source.path = "axpy_cuda.cu";
  source.files.push_back({"axpy_cuda.cu", "__global__ void axpy(double a, const double* x, double* y, int n);"});
  return source;
}

/// The signature void f(int* out), for tests about choice.
inline Signature mark_signature() {
  Parameter out;
  out.name = "out";
  out.kind = ParameterKind::pointer;
  out.dtype = DType::int32;
  return {"mark", {out}, ""};
}

template <int number>
void mark(int* out) {
  *out = number;
}

/// An implementation of `mark` that writes its number, and counts its loads.
template <int number>
HostImplementation marking(std::string name, int* loads = nullptr) {
  return {std::move(name), [loads] {
            if (loads != nullptr) ++*loads;
            return LoadedHost{{&entry<&mark<number>>}, {}, nullptr};
          }};
}

inline HostImplementation failing(std::string name, std::string reason, int* loads = nullptr) {
  return {std::move(name), [reason, loads]() -> LoadedHost {
            if (loads != nullptr) ++*loads;
            throw std::runtime_error(reason);
          }};
}

inline KernelDefinition mark_definition(std::vector<HostImplementation> hosts) {
  KernelDefinition definition;
  definition.name = "mark";
  definition.instantiations = {mark_signature()};
  definition.outputs = {"out"};
  definition.hosts = std::move(hosts);
  return definition;
}

/// The number that the implementation which runs writes.
inline int marked_by(const Kernel& kernel) {
  int out = 0;
  kernel(&out);
  return out;
}

/// Collects the warnings while it lives.
class CollectedWarnings {
 public:
  CollectedWarnings() : scope_([this](const std::string& message) { messages.push_back(message); }) {}
  std::vector<std::string> messages;

 private:
  WarningScope scope_;
};

/// what() of the E that `action` throws; "no exception" or "another exception: ..." otherwise.
template <class E, class F>
std::string message_from(F&& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("another exception: ") + error.what();
  }
  return "no exception";
}

}  // namespace kparity::test
