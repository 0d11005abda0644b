// A kernel of a few lines with right and wrong implementations, for the tests of benchmarks.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kparity/kernel.hpp"
#include "unit/parity/small_kernels.hpp"

namespace kparity::bench {

using parity::scale;
using parity::scale_spec;

inline spec::KernelSpec read_spec(const std::string& yaml) {
  return parity::read_spec(yaml, "scale");
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
