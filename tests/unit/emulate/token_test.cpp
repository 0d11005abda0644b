// Splitting preprocessed text.
#include "kparity/emulate/token.hpp"

#include <gmock/gmock.h>

namespace kparity::emulate {
namespace {

using testing::ElementsAre;

std::vector<std::string> spellings(std::string_view text) {
  std::vector<std::string> out;
  for (const Token& token : tokenise(text).all) out.emplace_back(token.spelling);
  return out;
}

TEST(Tokenise, splits_names_numbers_and_punctuation) {
  EXPECT_THAT(spellings("x1+=0x1p-3f*1'000 . a->b::c"),
              ElementsAre("x1", "+", "=", "0x1p-3f", "*", "1'000", ".", "a", "->", "b", "::", "c"));
}

TEST(Tokenise, keeps_literals_whole) {
  EXPECT_THAT(spellings(R"x(f("a\"b", 'c', u8"d", '\''))x"),
              ElementsAre("f", "(", R"("a\"b")", ",", "'c'", ",", R"(u8"d")", ",", R"('\'')", ")"));
}

TEST(Tokenise, a_raw_string_ends_at_its_own_delimiter) {
  EXPECT_THAT(spellings("a = R\"x(one ) \" two)x\" + b"), ElementsAre("a", "=", "R\"x(one ) \" two)x\"", "+", "b"));
}

TEST(Tokenise, a_raw_string_may_hold_lines) {
  const Tokens tokens = tokenise("R\"(1\n2)\" x");
  ASSERT_EQ(tokens.all.size(), 2u);
  EXPECT_EQ(tokens.all[1].line, 2u);
}

TEST(Tokenise, sees_a_launch_and_a_shift) {
  EXPECT_THAT(spellings("k<<<1,2>>>(); a<<b"),
              ElementsAre("k", "<<<", "1", ",", "2", ">", ">", ">", "(", ")", ";", "a", "<", "<", "b"));
}

TEST(Tokenise, follows_line_markers) {
  const Tokens tokens = tokenise("# 7 \"a b.cu\"\nx\ny\n# 3 \"/usr/include/z.h\" 1 3 4\nz\n# 9 \"a b.cu\" 2\nw\n");
  ASSERT_EQ(tokens.all.size(), 4u);
  EXPECT_EQ(tokens.all[0].line, 7u);
  EXPECT_EQ(tokens.all[1].line, 8u);
  EXPECT_EQ(tokens.files[tokens.all[1].file], "a b.cu");
  EXPECT_FALSE(tokens.all[1].system);
  EXPECT_EQ(tokens.files[tokens.all[2].file], "/usr/include/z.h");
  EXPECT_TRUE(tokens.all[2].system);
  EXPECT_EQ(tokens.all[3].line, 9u);
  EXPECT_EQ(tokens.all[3].file, tokens.all[0].file);
}

TEST(Tokenise, passes_over_comments_and_macros_and_counts_their_lines) {
  const Tokens tokens = tokenise("/* a\n b */ c // d\n#define E \\\n  f \\\n  g\nh / i");
  ASSERT_EQ(tokens.all.size(), 4u);
  EXPECT_EQ(tokens.all[0].spelling, "c");
  EXPECT_EQ(tokens.all[0].line, 2u);
  EXPECT_EQ(tokens.all[1].spelling, "h");
  EXPECT_EQ(tokens.all[1].line, 6u);
  EXPECT_EQ(tokens.all[3].spelling, "i");
}

TEST(Tokenise, passes_over_pragmas) {
  EXPECT_THAT(spellings("#pragma unroll 4\nfor"), ElementsAre("for"));
}

TEST(Tokenise, an_unterminated_literal_ends_with_its_line) {
  EXPECT_THAT(spellings("\"abc\nx"), ElementsAre("\"abc", "x"));
}

}  // namespace
}  // namespace kparity::emulate
