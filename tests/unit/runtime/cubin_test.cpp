// Reading compiled code that is damaged: no answer, or a wrong one, but never a crash.
#include "cuda/cubin.hpp"

#include <gtest/gtest.h>

#include "cuda/nvrtc.hpp"
#include "cuda/program.hpp"
#include "support/cuda_sources.hpp"

namespace kparity::cuda {
namespace {

TEST(Cubin, damaged_code_never_crashes) {
  if (find_nvrtc() == nullptr) GTEST_SKIP() << why_no_nvrtc();
  const CudaSource source = test::embedded(test::axpy_text);
  const std::vector<Signature> signatures{test::axpy_signature()};
  const CompiledProgram program = compile_program({"axpy", &source, signatures, "sm_80", false, false});
  const std::string& symbol = program.symbols.front();
  ASSERT_TRUE(kernel_facts(program.code, symbol).has_value());
  EXPECT_FALSE(kernel_facts(program.code, "other").has_value());
  EXPECT_FALSE(kernel_facts("", symbol).has_value());
  for (std::size_t size = 0; size < program.code.size(); size += 7) {
    kernel_facts(std::string_view(program.code).substr(0, size), symbol);
  }
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    std::string damaged = program.code;
    damaged[at] = static_cast<char>(0xff);
    kernel_facts(damaged, symbol);
  }
}

TEST(Cubin, the_architecture_suits_the_device) {
  if (find_nvrtc() == nullptr) GTEST_SKIP() << why_no_nvrtc();
  EXPECT_EQ(architecture_for(9, 0), "sm_90");
  EXPECT_EQ(architecture_for(8, 0), "sm_80");
  EXPECT_EQ(architecture_for(99, 0), "compute_" + std::to_string(nvrtc().architectures.back()));
  EXPECT_THROW(architecture_for(2, 0), RuntimeFailure);
}

}  // namespace
}  // namespace kparity::cuda
