// What is read from the output of the symboliser.
#include "kparity/compile/symbols.hpp"

#include <gtest/gtest.h>

namespace kparity::compile {

TEST(Symbols, frames_of_an_inlined_call_innermost_first) {
  const auto frames = parse_frames("/prelude/atomics.h:12\n/my/kernel.cu:7 (discriminator 3)\n/my/other.cu:99\n");
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].file, "/prelude/atomics.h");
  EXPECT_EQ(frames[1].file, "/my/kernel.cu");
  EXPECT_EQ(frames[1].line, 7u);
  EXPECT_EQ(frames[2].line, 99u);
}

TEST(Symbols, nothing_where_nothing_is_known) {
  EXPECT_TRUE(parse_frames("??:0\n").empty());
  EXPECT_TRUE(parse_frames("??:?\n").empty());
  EXPECT_TRUE(parse_frames("").empty());
  EXPECT_TRUE(parse_frames("/my/kernel.cu:?\n").empty());
}

TEST(Symbols, an_address_outside_all_libraries_has_no_place) {
  Symbols symbols({});
  EXPECT_EQ(symbols.at(16).file, "");
  EXPECT_EQ(symbols.at(16).line, 0u);
}

}  // namespace kparity::compile
