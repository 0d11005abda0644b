// The CUDA sources of the bundled kernels against their specs, for old and new architectures, without a device.
#include <gmock/gmock.h>

#include "kparity/compare/compare.hpp"
#include "kparity/compile/catalog.hpp"
#include "kparity/cuda_compile.hpp"
#include "kparity/generate/generate.hpp"

namespace kparity::parity {
namespace {

TEST(BundledCuda, compiles_for_old_and_new_architectures_with_the_parameters_of_its_spec) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  const spec::Vocabulary vocabulary{generate::generator_rules(), compare::tolerance_rules(),
                                    compare::comparison_rules()};
  const KernelCatalog catalog = compile::make_catalog(compile::read_sources(KPARITY_SOURCE_DIR "/specs", vocabulary));
  const std::vector<std::string> architectures{"sm_80", "sm_90", nvrtc_architectures().back()};
  ASSERT_GE(catalog.with_cuda().size(), 6U);
  for (const std::string& name : catalog.with_cuda()) {
    const KernelDefinition& definition = catalog.at(name).definition();
    CudaSource embedded = *definition.cuda;
    embedded.path = "/no/such/folder/" + name + "/" + name + "_cuda.cu";
    for (const CudaSource* source : {&*definition.cuda, static_cast<const CudaSource*>(&embedded)}) {
      for (const auto& compiled : compile_cuda(name, *source, definition.instantiations, architectures)) {
        EXPECT_EQ(compiled.failure + compiled.log, "") << name << " for " << compiled.architecture;
        EXPECT_EQ(compiled.kernels.size(), definition.instantiations.size());
      }
    }
  }
}

}  // namespace
}  // namespace kparity::parity
