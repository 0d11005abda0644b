// What the translator refuses, and what it makes of declarations; the compiler is left out.
#include "kparity/emulate/translate.hpp"

#include <gmock/gmock.h>

#include "kparity/emulate/emulate.hpp"
#include "refusal.hpp"
#include "shared_declaration.hpp"

namespace kparity::emulate {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Translation translated(const std::string& text, const std::string& kernel = "k") {
  static const std::vector<Signature> signatures(1);
  const std::string preprocessed = "# 1 \"/home/user/k_cuda.cu\"\n" + text;
  const std::vector<std::string> functions{kernel};
  return translate({kernel, signatures, functions, preprocessed, "/own"});
}

std::string refusal_of(const std::string& text) {
  try {
    translated(text);
  } catch (const CannotEmulate& refused) {
    return refused.what();
  }
  return "";
}

TEST(Translate, refuses_with_file_and_line_and_says_what_to_do) {
  EXPECT_EQ(refusal_of("void k() {\n  asm volatile(\"bar.sync 0;\");\n}"),
            "k_cuda.cu:2: cannot emulate inline PTX; check this kernel on a GPU, or guard the code with #ifndef "
            "KPARITY_EMULATED");
}

TEST(Translate, refuses_each_feature) {
  EXPECT_THAT(refusal_of("void k() { f<<<1, 2>>>(); }"), HasSubstr("dynamic parallelism"));
  EXPECT_THAT(refusal_of("texture<float, 1> t;"), HasSubstr("textures"));
  EXPECT_THAT(refusal_of("void k(int o) { tex2D<float>(o, 1, 2); }"), HasSubstr("textures"));
  EXPECT_THAT(refusal_of("void k(cudaSurfaceObject_t s) {}"), HasSubstr("surfaces"));
  EXPECT_THAT(refusal_of("using namespace nvcuda;"), HasSubstr("wmma"));
  EXPECT_THAT(refusal_of("void k() { auto g = cooperative_groups::this_grid(); }"), HasSubstr("a whole grid"));
  EXPECT_THAT(refusal_of("void k() { auto g = cg::this_cluster(); }"), HasSubstr("clusters"));
  EXPECT_THAT(refusal_of("void __cluster_dims__(2) k() {}"), HasSubstr("clusters"));
  EXPECT_THAT(refusal_of("void k() { cg::memcpy_async(a, b); }"), HasSubstr("asynchronous copies"));
  EXPECT_THAT(refusal_of("void k() { __pipeline_commit(); }"), HasSubstr("asynchronous copies"));
  EXPECT_THAT(refusal_of("void k() { cuda::barrier<1> b; }"), HasSubstr("cuda::barrier"));
  EXPECT_THAT(refusal_of("void k() { cub::BlockReduce<int, 1> b; }"), HasSubstr("CUB"));
  EXPECT_THAT(refusal_of("namespace a {\n__shared__ int s[3];\n}"),
              AllOf(StartsWith("k_cuda.cu:2:"), HasSubstr("__shared__ variable outside a function")));
}

TEST(Translate, lets_names_of_the_user_pass) {
  EXPECT_EQ(refusal_of("struct A { int texture, surface; }; int f(A a) { return a.texture + a.surface; }"), "");
  EXPECT_EQ(refusal_of("namespace my { int barrier; } int f() { return my::barrier; }"), "");
  EXPECT_EQ(refusal_of("const char* s = \"asm <<< texture<\";"), "");
  EXPECT_EQ(refusal_of("int f(int a) { return a << 2; }"), "");
}

TEST(Translate, does_not_search_system_headers) {
  EXPECT_EQ(refusal_of("# 5 \"/usr/include/x.h\" 1 3\nvoid f() { asm(\"nop\"); }\n# 2 \"/home/user/k_cuda.cu\" 2\n"),
            "");
  EXPECT_EQ(refusal_of("# 5 \"/own/cuda.h\" 1\nvoid f() { asm(\"nop\"); }\n"), "");
}

TEST(Translate, chooses_fibers_where_a_thread_may_wait) {
  EXPECT_FALSE(translated("void k(int* x) { atomicAdd(x, 1); }").needs_fibers);
  EXPECT_TRUE(translated("void k() { __syncthreads(); }").needs_fibers);
  EXPECT_TRUE(translated("void k() { __shfl_down_sync(1, 2, 3); }").needs_fibers);
  EXPECT_TRUE(translated("void k() { while (atomicCAS(p, 0, 1)) {} }").needs_fibers);
  EXPECT_TRUE(translated("namespace cg = cooperative_groups;").needs_fibers);
  EXPECT_FALSE(translated("# 5 \"/own/p.h\" 1\nvoid f() { __syncthreads(); }\n").needs_fibers);
}

TEST(Translate, keeps_the_number_of_lines) {
  const std::string text = "void k() {\n  __shared__\n  int s[\n 3];\n  int after;\n}\n";
  const std::string out = translated(text).text;
  EXPECT_THAT(out, HasSubstr("\n\n\n  int after;"));
}

TEST(Translate, notes_launch_bounds) {
  const std::string out = translated("void __launch_bounds__(4 * 64, 2) k() {}").text;
  EXPECT_THAT(out, HasSubstr("static_cast<unsigned>(4 * 64)"));
  EXPECT_THAT(out, Not(HasSubstr("__launch_bounds__")));
  const std::string other = translated("void __launch_bounds__(64) other() {} void k() {}").text;
  EXPECT_THAT(other, HasSubstr("static_cast<unsigned>(0)"));
}

SharedDeclaration parsed(const std::string& text) {
  return parse_shared(tokenise(text).all);
}

TEST(SharedDeclaration, finds_the_names) {
  EXPECT_THAT(parsed("__shared__ double a[16][17], b").names, ElementsAre("a", "b"));
  EXPECT_THAT(parsed("static __shared__ Foo<int, 3> tile[2]").names, ElementsAre("tile"));
  EXPECT_THAT(parsed("__shared__ struct { int x[2]; } both").names, ElementsAre("both"));
  EXPECT_THAT(parsed("__shared__ __attribute__((aligned(16))) unsigned char bytes[5]").names, ElementsAre("bytes"));
  EXPECT_THAT(parsed("volatile __shared__ int flags[1 << 2]").names, ElementsAre("flags"));
  EXPECT_THAT(parsed("__shared__ typename T::Storage storage").names, ElementsAre("storage"));
  EXPECT_THAT(parsed("__shared__ int (*pointer)[3]").names, ElementsAre());
}

TEST(SharedDeclaration, knows_the_dynamic_part) {
  const SharedDeclaration dynamic = parsed("extern __shared__ alignas(16) float s[]");
  EXPECT_TRUE(dynamic.dynamic);
  EXPECT_EQ(dynamic.declaration, "float s[]");
  EXPECT_EQ(parsed("__shared__ int flags[1 << 2]").declaration, "int flags[1 << 2]");
  EXPECT_FALSE(parsed("__shared__ float s[2]").dynamic);
}

}  // namespace
}  // namespace kparity::emulate
