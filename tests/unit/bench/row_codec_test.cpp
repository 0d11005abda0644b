// Rows come back as they went.
#include "row_codec.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kparity::bench {
namespace {

TEST(RowCodec, rows_come_back_with_everything_in_them) {
  result::Measurement row;
  row.kernel = "axpy";
  row.point = "n=10";
  row.implementation = "cuda";
  row.place = "device";
  row.verdict = result::Verdict::pass;
  row.reason = "r";
  row.token = "t";
  row.bytes = 240;
  row.bytes_are_derived = false;
  row.flops = 20;
  row.footprint = 160;
  row.cold = true;
  row.sets = 7;
  row.instructions = 1234;
  row.timing.emplace();
  row.timing->blocks = {1, 2, 3};
  row.timing->median = 2;
  row.timing->interval = result::Interval{1, 3};
  row.timing->clock_hertz = {1e9, 0, 0};
  row.timing->without_hold = true;
  row.timing->seconds_after = 4;
  row.parts.push_back({"copy_in", *row.timing});
  row.parts.back().timing.arguments = {{"x", 0.5}};
  row.compile_seconds = 1;
  row.first_call_seconds = 2;
  row.notes = {"launch-bound"};
  const std::vector<result::Measurement> rows{row, result::Measurement{}};
  const std::string bytes = encode(rows);
  const auto back = decode(bytes);
  EXPECT_EQ(encode(back), bytes);
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].place, "device");
  EXPECT_EQ(back[0].timing->interval, row.timing->interval);
  EXPECT_EQ(back[0].parts.at(0).timing.arguments, row.parts[0].timing.arguments);
  EXPECT_EQ(back[0].notes, row.notes);
  EXPECT_EQ(back[0].instructions, 1234u);
  EXPECT_FALSE(back[1].timing);
  EXPECT_THROW(decode(std::string_view(bytes).substr(0, bytes.size() - 1)), std::runtime_error);
}

}  // namespace
}  // namespace kparity::bench
