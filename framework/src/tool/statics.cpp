// Compiled code comes from the cache where it can.
#include "statics.hpp"

#include <algorithm>

#include "kparity/cuda_compile.hpp"
#include "kparity/parity/cuda_compile.hpp"

namespace kparity::tool {

std::vector<result::StaticFacts> static_facts(const std::vector<bench::Task>& tasks) {
  std::vector<result::StaticFacts> all;
  const auto architectures = parity::checked_architectures();
  if (architectures.empty()) return all;
  for (const auto& task : tasks) {
    const auto& definition = task.kernel->definition();
    const bool is_wanted = std::ranges::find(task.implementations, cuda_name) != task.implementations.end();
    if (!is_wanted || !definition.cuda) continue;
    for (const auto& compiled : compile_cuda(definition.name, *definition.cuda, definition.instantiations,
                                             architectures, {.debug = false, .use_cache = true}))
      for (const auto& kernel : compiled.kernels)
        all.push_back({definition.name, kernel.types, compiled.architecture, kernel.registers, kernel.local_memory,
                       kernel.static_shared_memory, compiled.code_size});
  }
  return all;
}

}  // namespace kparity::tool
