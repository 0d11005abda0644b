// Compiles through the cache in the way of the runtime and of the tool.
#include "work.hpp"

#include <stdexcept>

#include "cuda/program.hpp"
#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/sha256.hpp"

namespace kparity::test {

std::vector<compile::KernelSource> sources_in(const std::string& folder) {
  return compile::read_sources(folder,
                               {generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()});
}

std::vector<Made> make_cuda(const std::string& folder) {
  std::vector<Made> out;
  const KernelCatalog catalog = compile::make_catalog(sources_in(folder));
  for (const std::string& name : catalog.with_cuda()) {
    const KernelDefinition& definition = catalog.at(name).definition();
    const auto program =
        cuda::compile_program({name, &*definition.cuda, definition.instantiations, "sm_90", false, true});
    out.push_back({name, program.is_new, sha256(program.code + program.symbols.at(0))});
  }
  return out;
}

void make_hosts(const std::string& folder) {
  const KernelCatalog catalog = compile::make_catalog(sources_in(folder));
  for (const std::string& name : catalog.names()) {
    double a = 2;
    const double values[]{1, 2};
    double results[]{10, 20};
    const double* x = values;
    double* y = results;
    int n = 2;
    void* arguments[]{&a, &x, &y, &n};
    catalog.at(name).host("reference").entries.at(0)(arguments);
    if (results[0] != 12 || results[1] != 24) throw std::runtime_error(name + " computes something else");
  }
}

}  // namespace kparity::test
