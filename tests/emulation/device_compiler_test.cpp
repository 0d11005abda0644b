// NVRTC takes every file of this folder: nothing is shown here on what the device compiler would refuse.
#include <gtest/gtest.h>

#include <filesystem>

#include "arguments.hpp"
#include "device.hpp"
#include "kparity/cuda_compile.hpp"

namespace kparity::emulation {
namespace {

TEST(DeviceCompiler, takes_every_kernel_and_every_planted_fault) {
  if (!why_no_nvrtc().empty()) GTEST_SKIP() << why_no_nvrtc();
  const std::string architecture = nvrtc_architectures().back();
  const std::pair<std::string, Signature> folders[] = {
      {"faults", kparity::detail::signature_of_type(static_cast<void (*)(int, bool, Arrays)>(nullptr))},
      {"kernels", kparity::detail::signature_of_type(static_cast<void (*)(int, Data)>(nullptr))}};
  for (const auto& [folder, type] : folders) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(KPARITY_EMULATION_TESTS) + "/" + folder)) {
      if (entry.path().extension() != ".cu") continue;
      const KernelFile file = kernel_file(folder + "/" + entry.path().filename().string());
      Signature signature = type;
      signature.kernel = file.kernel;
      EXPECT_EQ(compile_cuda(file.kernel, file.source, std::span(&signature, 1), architecture).failure, "");
    }
  }
}

}  // namespace
}  // namespace kparity::emulation
