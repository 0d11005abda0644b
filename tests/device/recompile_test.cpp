// Compilation on a real device: edited files count after recompile(), a broken edit costs nothing, and the whole
// catalogue of a program compiles at once.
#include <gmock/gmock.h>

#include "kparity/runtime.hpp"
#include "support/cuda_sources.hpp"

namespace kparity {
namespace {

using test::Folder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Fill = void(double*, int);

class Recompile : public testing::Test {
 protected:
  void SetUp() override {
    if (!why_no_device().empty()) GTEST_SKIP() << why_no_device();
    folder_.write("fill_cuda.cu",
                  "#include \"value.cuh\"\n__global__ void fill(double* y, int n) {\n"
                  "  if (threadIdx.x < n) y[threadIdx.x] = VALUE;\n}\n");
    write_value("1");
  }
  void write_value(const std::string& value) const { folder_.write("value.cuh", "#define VALUE " + value + "\n"); }
  Kernel kernel(const std::string& name = "fill") const {
    return cuda_kernel<Fill>(name, {"y", "n"}, cuda_source_from_file(folder_.path() + "/fill_cuda.cu"));
  }
  static double result(const Kernel& kernel) {
    Array<double> y(Shape(1), Place::device);
    kernel.with({.threads = {1}})(y, 1);
    return y.to_vector().front();
  }

  Folder folder_;
};

TEST_F(Recompile, case_64_an_edited_header_counts_after_recompile) {
  const Kernel fill = kernel();
  EXPECT_EQ(result(fill), 1);
  write_value("2");
  EXPECT_EQ(result(fill), 1);
  EXPECT_TRUE(fill.compile());
  EXPECT_EQ(result(fill), 1);
  EXPECT_TRUE(fill.recompile());
  EXPECT_EQ(result(fill), 2);
  write_value("1");
  EXPECT_TRUE(fill.recompile());  // out of the cache
  EXPECT_EQ(result(fill), 1);
}

TEST_F(Recompile, a_broken_edit_is_told_and_leaves_the_old_code_in_use) {
  const Kernel fill = kernel();
  EXPECT_EQ(result(fill), 1);
  write_value("oops");
  EXPECT_THAT([&] { fill.recompile(); }, ThrowsMessage<RuntimeFailure>(HasSubstr("\"oops\" is undefined")));
  EXPECT_EQ(result(fill), 1);
  write_value("3");
  EXPECT_TRUE(fill.recompile());
  EXPECT_EQ(result(fill), 3);
}

TEST_F(Recompile, case_62_a_first_compilation_that_fails_is_tried_again) {
  write_value("oops");
  const Kernel fill = kernel();
  EXPECT_THAT([&] { result(fill); }, ThrowsMessage<RuntimeFailure>(HasSubstr("fill_cuda.cu:3")));
  write_value("4");
  EXPECT_EQ(result(fill), 4);
}

TEST_F(Recompile, template_arguments_that_cannot_be_deduced_reach_the_device) {
  CudaSource source = cuda_source("template <int k> __global__ void fill(double* y, int n) { y[0] = k * n; }\n");
  source.template_args = {"21"};
  const Kernel fill = cuda_kernel<Fill>("fill", {"y", "n"}, source);
  Array<double> y(Shape(1), Place::device);
  fill.with({.threads = {1}})(y, 2);
  EXPECT_THAT(y.to_vector(), ElementsAre(42));
}

TEST_F(Recompile, compile_all_compiles_all_in_several_threads) {
  KernelCatalog catalog;
  for (const char* name : {"a", "b", "c", "d"}) catalog.register_kernel(kernel(), name);
  EXPECT_THAT(catalog.compile_all(3), ElementsAre("a", "b", "c", "d"));
  for (const auto& [name, each] : catalog) EXPECT_EQ(result(each), 1) << name;
}

}  // namespace
}  // namespace kparity
