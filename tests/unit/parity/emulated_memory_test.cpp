// Arrays beyond 2^31 elements at both places that stand in for a device: an index of 32 bits is found in them, and they
// cost no memory.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include "kparity/checker/checker.hpp"
#include "kparity/emulate/device_memory.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/host_function.hpp"
#include "support/sanitizer.hpp"

namespace kparity::parity {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr int rows = 65536, cols = 40000;  // 2.6e9 elements, 10.5 GB

emulate::EmulatedKernel kernel(const emulate::BuildFlavour& flavour) {
  CudaSource source;
  source.path = std::string(KPARITY_TEST_DATA) + "/emulation/index_overflow.cu";
  void (*const type)(int, int, int, float*) = nullptr;
  std::vector<Signature> signatures{kparity::detail::signature_of_type(type)};
  signatures[0].kernel = "index_overflow";
  return {emulate::compile_emulation("index_overflow", source, signatures, flavour), signatures};
}

emulate::LaunchResult launch(emulate::Emulator& emulator, const emulate::EmulatedKernel& code, int mode, void* image) {
  LaunchShape shape;
  shape.block = {8, 1, 1};
  int sizes[] = {mode, rows, cols};
  void* arguments[] = {&sizes[0], &sizes[1], &sizes[2], &image};
  return emulator.launch(code, 0, shape, arguments);
}

// 65535 * 40000 + 39999 does not fit into 31 bits.
void expect_found(const emulate::LaunchResult& result) {
  ASSERT_FALSE(result.findings.empty());
  const emulate::Finding& outside = result.findings.back();
  EXPECT_EQ(outside.kind, emulate::FindingKind::bounds);
  EXPECT_EQ(outside.array, "image");
  EXPECT_THAT(to_string(outside), AllOf(HasSubstr("index_overflow.cu:9: block (0,0,0) thread (0,0,0)"),
                                        HasSubstr("`image`[-1673527297]"), HasSubstr("(2621440000 elements)")));
}

void expect_little_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 400'000);  // KiB
}

TEST(EmulatedMemory, an_index_that_overflows_is_found_at_the_fast_place) {
  if (test::has_thread_sanitizer) GTEST_SKIP() << test::no_jumps_out_of_handlers;
  const auto code = kernel({});
  // [fast_place]
  emulate::DeviceMemory memory;
  emulate::Emulator emulator(nullptr, &memory);
  void* const image = memory.allocate(std::size_t{4} * rows * cols, "image", 4);  // 2.6e9 floats
  memory.open();
  expect_found(launch(emulator, code, 0, image));  // `image`[-1673527297], ... before its start
  // [/fast_place]
  EXPECT_THAT(launch(emulator, code, 1, image).findings, IsEmpty());
  expect_little_memory();
}

TEST(EmulatedMemory, an_index_that_overflows_is_found_when_checked) {
  if (!checker::has_callbacks()) GTEST_SKIP() << "this build is instrumented itself";
  const auto compiler = emulate::compiles_with_clang() ? checker::Compiler::clang : checker::Compiler::gcc;
  emulate::BuildFlavour flavour = {"checked", checker::compile_flags(compiler), checker::link_flags(), true};
  flavour.compile_flags.emplace_back("-DKPARITY_CHECKED");
  const auto code = kernel(flavour);
  checker::Checker checker({.prelude = {emulate::emulation_folder()}});
  emulate::Emulator emulator(&checker.hooks());
  void* const image = checker.allocate(std::size_t{4} * rows * cols, {"image", 4, false});
  expect_found(launch(emulator, code, 0, image));
  EXPECT_THAT(launch(emulator, code, 1, image).findings, IsEmpty());
  expect_little_memory();
}

}  // namespace
}  // namespace kparity::parity
