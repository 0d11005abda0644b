// What is read from the output of the symboliser.
#include "kparity/compile/symbols.hpp"

#include <gtest/gtest.h>

namespace kparity::compile {

TEST(IndexedName, is_that_before_the_brackets) {
  const auto with_gcc = [](const std::string& text) {
    return indexed_name(text, static_cast<unsigned>(text.rfind(']') + 1));
  };
  EXPECT_EQ(with_gcc("  out[0] = local[at]"), "local");
  EXPECT_EQ(with_gcc("  y = grid[row][k[i]]"), "grid");
  EXPECT_EQ(with_gcc("  y = s.grid_2[row][column]"), "grid_2");
  EXPECT_EQ(indexed_name("  y = grid[row][column];", 7), "grid");
  EXPECT_EQ(indexed_name("  y = s.grid[row];", 7), "grid");
  EXPECT_EQ(indexed_name("  y = (a + b)[3];", 7), "");
  EXPECT_EQ(indexed_name("  y = 3;", 7), "");
  EXPECT_EQ(indexed_name("]", 1), "");
  EXPECT_EQ(indexed_name("short", 60), "");
  EXPECT_EQ(indexed_name("", 0), "");
}

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
