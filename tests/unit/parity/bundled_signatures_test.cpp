// The bundled kernels as the signature check sees them: every source file of every folder, against its spec.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "kparity/compare/compare.hpp"
#include "kparity/generate/generate.hpp"
#include "kparity/parity/signatures.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/reader.hpp"
#include "signature/libclang.hpp"

namespace kparity::parity {
namespace {

std::vector<CheckedKernel> bundled_kernels() {
  const spec::Vocabulary words{generate::generator_rules(), compare::tolerance_rules(), compare::comparison_rules()};
  std::vector<CheckedKernel> kernels;
  for (const spec::KernelFolder& folder : spec::find_kernel_folders(KPARITY_SOURCE_DIR "/specs")) {
    kernels.push_back({spec::read(folder.spec_file.value(), words), folder});
  }
  return kernels;
}

TEST(BundledSignatures, all_agree_with_their_specs) {
  if (signature::libclang().library == nullptr) GTEST_SKIP() << signature::libclang().why_not;
  const std::vector<CheckedKernel> kernels = bundled_kernels();
  EXPECT_EQ(kernels.size(), 8u);
  const std::vector<result::Outcome> outcomes = check_signatures(kernels);
  EXPECT_EQ(differing_kernels(outcomes), "");
  for (const result::Outcome& outcome : outcomes) {
    const bool fortran_is_missing = outcome.reason.find("gfortran is not installed") != std::string::npos;
    if (fortran_is_missing) continue;
    EXPECT_EQ(outcome.verdict, result::Verdict::pass) << outcome.kernel << ": " << outcome.reason;
    EXPECT_TRUE(outcome.details.empty()) << outcome.kernel << ": " << outcome.details.front();
  }
}

TEST(BundledSignatures, every_parameter_of_every_spec_is_really_compared) {
  if (signature::libclang().library == nullptr) GTEST_SKIP() << signature::libclang().why_not;
  for (const CheckedKernel& kernel : bundled_kernels()) {
    if (kernel.spec.device_function)
      continue;  // its count and its outputs are of the generated kernel, not of a source
    for (std::size_t i = 0; i < kernel.spec.instantiations.front().parameters.size(); ++i) {
      CheckedKernel broken = kernel;
      for (Signature& signature : broken.spec.instantiations) signature.parameters[i].name += "_";
      EXPECT_EQ(check_signature(broken.spec, broken.folder).verdict, result::Verdict::signature)
          << kernel.spec.kernel << " parameter " << i;
    }
  }
}

TEST(BundledSignatures, each_kernel_has_the_files_that_show_something) {
  for (const CheckedKernel& kernel : bundled_kernels()) {
    const std::string& name = kernel.folder.name;
    if (kernel.spec.device_function) continue;  // its `.cu` is generated, from a header
    EXPECT_EQ(kernel.folder.cuda_file.has_value(), name != "sort_by_cell") << name;
    EXPECT_GE(kernel.folder.hosts.size(), 2u) << name;
    EXPECT_TRUE(kernel.folder.problems.empty()) << name;
  }
}

}  // namespace
}  // namespace kparity::parity
