// Kernels of a few lines for the tests of the parity stage: right ones, and ones that are wrong in a known way.
#pragma once

#include <string>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/kernel.hpp"
#include "kparity/spec/reader.hpp"
#include "kparity/thunk.hpp"

namespace kparity::parity {

inline spec::KernelSpec read_spec(const std::string& yaml, const std::string& name) {
  return spec::read_text(yaml, name + "/" + name + ".yaml",
                         {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
}

/// y[i] = a * x[i] for integers, so that every comparison is exact.
inline spec::KernelSpec scale_spec(const std::string& more = "") {
  return read_spec(R"(kernel: scale
signature: void scale(int n, int a, const int* x, int* y)
inputs:
  n: {generate: integer, min: 0, max: 3000, role: size}
  a: {generate: integer, min: 2, max: 9}
  x: {generate: integer, shape: [n], min: -1000, max: 1000}
outputs:
  y: {shape: [n]}
)" + more,
                   "scale");
}

inline void scale(int n, int a, const int* x, int* y) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i];
}

/// A kernel whose implementation `subject` is the given function beside the reference.
inline Kernel kernel_of(const spec::KernelSpec& spec, Entry reference, Entry subject) {
  KernelDefinition definition;
  definition.name = spec.kernel;
  definition.instantiations = spec.instantiations;
  for (const auto& output : spec.outputs) definition.outputs.push_back(output.name);
  definition.hosts.push_back({"openmp", [subject] { return LoadedHost{{subject}, {}, nullptr}; }});
  definition.hosts.push_back({"reference", [reference] { return LoadedHost{{reference}, {}, nullptr}; }});
  return Kernel(std::move(definition));
}

}  // namespace kparity::parity
