// Text helpers at their edges: broken UTF-8, wrapping, and how counts round.
#include "plain_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace kparity::report {
namespace {

const std::string bad = "\xEF\xBF\xBD";

TEST(Repaired, keeps_good_text) {
  EXPECT_EQ(repaired(""), "");
  EXPECT_EQ(repaired("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(repaired("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"), "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST(Repaired, replaces_what_is_no_utf8) {
  EXPECT_EQ(repaired("\xFF"), bad);
  EXPECT_EQ(repaired("a\xC3"), "a" + bad);
  EXPECT_EQ(repaired("\xC0\xAF"), bad + bad);            // overlong
  EXPECT_EQ(repaired("\xED\xA0\x80"), bad + bad + bad);  // surrogate
  EXPECT_EQ(repaired("\xEF\xBF\xBF"), bad + bad + bad);  // noncharacter
  EXPECT_EQ(repaired("\xF4\x90\x80\x80"), bad + bad + bad + bad);
}

TEST(Repaired, replaces_control_characters_and_drops_colours) {
  EXPECT_EQ(repaired(std::string("a\0b", 3)), "a" + bad + "b");
  EXPECT_EQ(repaired("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(repaired("\x1b]0;title\x07"), bad + "]0;title" + bad);
  EXPECT_EQ(repaired("one\r\ntwo\r"), "one\ntwo" + bad);
}

TEST(Wrapped, breaks_at_blanks) {
  EXPECT_EQ(wrapped("aaaa bbbb cccc dddd eeee ffff", 2, 24), "aaaa bbbb cccc dddd\n  eeee ffff");
  EXPECT_EQ(wrapped("short", 2, 24), "short");
  EXPECT_EQ(wrapped("one\ntwo", 2, 24), "one\n  two");
}

TEST(Wrapped, leaves_long_words_whole) {
  const std::string path(50, 'p');
  EXPECT_EQ(wrapped(path, 2, 24), path);
  EXPECT_EQ(wrapped("a " + path + " b", 2, 24), "a\n  " + path + "\n  b");
}

TEST(Wrapped, counts_characters_and_copes_with_any_width) {
  EXPECT_EQ(columns_of("\xC3\xA4\xC3\xA4"), 2u);
  const std::string twenty = "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4 0123456789";
  EXPECT_EQ(wrapped(twenty, 0, 0), twenty);
}

TEST(Counts, show_two_digits) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(9999), "9999");
  EXPECT_EQ(count_text(10000), "10 k");
  EXPECT_EQ(count_text(999'499), "999 k");
  EXPECT_EQ(count_text(999'999), "1.0 M");
  EXPECT_EQ(count_text(1'234'567), "1.2 M");
  EXPECT_EQ(count_text(std::numeric_limits<std::uint64_t>::max()), "1.8e+19");
  EXPECT_EQ(counted(1, "case"), "1 case");
  EXPECT_EQ(counted(0, "case"), "0 cases");
}

TEST(Used, says_what_share_means) {
  EXPECT_EQ(used_text(0), "no difference");
  EXPECT_EQ(used_text(0.001), "used less than 1 % of the bound");
  EXPECT_EQ(used_text(1), "used 100 % of the bound");
  EXPECT_EQ(used_text(1.0000001), "used a little more than the bound");
  EXPECT_EQ(used_text(17.3), "used 17 times the bound");
  EXPECT_EQ(used_text(std::numeric_limits<double>::infinity()), "beyond any bound");
  EXPECT_EQ(used_text(std::numeric_limits<double>::quiet_NaN()), "beyond any bound");
}

TEST(Seconds, are_read_at_a_glance) {
  EXPECT_EQ(seconds_text(0), "0.01 s");
  EXPECT_EQ(seconds_text(0.5), "0.5 s");
  EXPECT_EQ(seconds_text(12.3), "12 s");
  EXPECT_EQ(seconds_text(200), "3 min 20 s");
  EXPECT_EQ(seconds_text(std::numeric_limits<double>::quiet_NaN()), "a long time");
}

}  // namespace
}  // namespace kparity::report
