// Which variables of a kernel's library are found, and by which names.
#include "static_variables.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "emulated.hpp"
#include "kparity/cuda_source.hpp"
#include "kparity/engine.h"

namespace kparity::emulate {
namespace {

using testing::UnorderedElementsAre;

TEST(StaticVariables, have_the_names_of_the_source) {
  EXPECT_EQ(source_name("table"), "table");
  EXPECT_EQ(source_name("count.12"), "count");
  EXPECT_EQ(source_name("_ZL6served"), "served");
  EXPECT_EQ(source_name("_ZN7helpers5cacheE"), "helpers::cache");
  EXPECT_EQ(source_name("_ZN12_GLOBAL__N_16hiddenE"), "hidden");
  EXPECT_EQ(source_name("_ZZ4stepPiE5calls"), "calls");
  EXPECT_EQ(source_name("_ZZ4stepIN1a1bEEvT_PFviEE5calls"), "calls");  // step<a::b>(a::b, void (*)(int))::calls
}

TEST(StaticVariables, of_emulation_and_compiler_are_left_out) {
  for (const char* symbol :
       {"_ZL16kparity_builtins", "_ZZ4stepPiE14kparity_slot_1", "_ZGVZ4stepPiE5calls", "__dso_handle", "completed.0"})
    EXPECT_EQ(source_name(symbol), "") << symbol;
}

TEST(StaticVariables, of_a_library_are_all_that_the_file_declares) {
  const CudaSource source = cuda_source(R"(
__constant__ float table[5] = {1, 2, 3, 4, 5};
__device__ int total;
namespace { __device__ double hidden[3]; }
__global__ void k(int* out) {
  __shared__ int s[4];
  static long long calls;
  s[threadIdx.x % 4] = static_cast<int>(clock64());
  ++calls;
  hidden[*out % 3] += table[*out % 5];
  atomicAdd(&total, static_cast<int>(hidden[0]) + s[0]);
})",
                                        "k.cu");
  std::vector<Signature> instantiations{kparity::detail::signature_of_type(static_cast<void (*)(int*)>(nullptr))};
  instantiations[0].kernel = "k";
  const EmulatedKernel kernel(compile_emulation("k", source, instantiations), instantiations);
  std::vector<std::pair<std::string, std::size_t>> found;
  for (const StaticVariable& variable : static_variables(&kernel.module()))
    found.emplace_back(variable.name, variable.size);
  EXPECT_THAT(found, UnorderedElementsAre(std::pair{"table", 20}, std::pair{"total", 4}, std::pair{"hidden", 24},
                                          std::pair{"calls", 8}));
}

TEST(StaticVariables, of_no_library_are_none) {
  const int local = 0;
  EXPECT_TRUE(static_variables(&local).empty());
}

}  // namespace
}  // namespace kparity::emulate
