// Which integers of a source are taken for sizes at which it changes its way.
#include "kparity/spec/size_constants.hpp"

#include <gtest/gtest.h>

namespace kparity::spec {

namespace {

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST(SizeConstants, are_compared_with) {
  EXPECT_EQ(size_constants("if (n < 48) a(); else if (1000u >= n) b(); while (n != 0x40) c();"),
            (Numbers{48, 1000, 64}));
  EXPECT_EQ(size_constants("x = n % 17; i += 300; i -= 200; y[i] = 7 * z + 9;"), (Numbers{17, 300, 200}));
}

TEST(SizeConstants, may_have_a_name) {
  EXPECT_EQ(size_constants("constexpr int few = 1'789;\nif (n < few) return;"), (Numbers{1789}));
  EXPECT_EQ(size_constants("#define TILE 48\nfor (; i < TILE; ++i) {}"), (Numbers{48}));
  EXPECT_EQ(size_constants("enum { width = 24 };\nreturn width == n;"), (Numbers{24}));
  EXPECT_EQ(size_constants("constexpr int unused = 99;"), Numbers{});
}

TEST(SizeConstants, may_be_the_extent_of_a_shared_array) {
  EXPECT_EQ(size_constants("__shared__ float tile[24][33]; float own[77];"), (Numbers{24, 33}));
}

TEST(SizeConstants, leave_out_what_every_kernel_has_and_what_is_no_integer) {
  EXPECT_EQ(size_constants("if (n < 2 || n == 0 || x > 3.5 || y < 100.0f || z < 1e9) return;"), Numbers{});
  EXPECT_EQ(size_constants("// n < 48\n/* n < 49 */ const char* t = \"n < 50\"; char c = '<'; a << 20;"), Numbers{});
}

TEST(SizeConstants, survive_sources_that_end_early) {
  for (const char* source : {"", "/", "/*", "\"", "'", "n <", "< 48", "#define", "x = ", "__shared__ a[48"})
    EXPECT_LE(size_constants(source).size(), 1u) << source;
}

TEST(NumbersIn, are_those_of_an_expression) {
  EXPECT_EQ(numbers_in(Expression("max(1, min(n2, 65_536)) + 3*n")), (Numbers{1, 65536, 3}));
  EXPECT_EQ(numbers_in(Expression("n")), Numbers{});
}

}  // namespace kparity::spec
