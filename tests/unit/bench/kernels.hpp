// A kernel of a few lines with right and wrong implementations, for the tests of benchmarks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/kernel.hpp"
#include "kparity/spec/reader.hpp"
#include "kparity/thunk.hpp"

namespace kparity::bench {

inline spec::KernelSpec read_spec(const std::string& yaml) {
  return spec::read_text(yaml, "scale/scale.yaml", {generate::generator_rules(), compare::tolerance_rules()});
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
)" + more);
}

inline void scale(int n, int a, const int* x, int* y) {
  for (int i = 0; i < n; ++i) y[i] = a * x[i];
}

/// A kernel with these host implementations; one named `reference` has to be among them.
inline Kernel kernel_of(const spec::KernelSpec& spec, const std::vector<std::pair<std::string, LoadedHost>>& hosts) {
  KernelDefinition definition;
  definition.name = spec.kernel;
  definition.instantiations = spec.instantiations;
  for (const auto& output : spec.outputs) definition.outputs.push_back(output.name);
  for (const auto& [name, host] : hosts) definition.hosts.push_back({name, [loaded = host] { return loaded; }});
  return Kernel(std::move(definition));
}

}  // namespace kparity::bench
