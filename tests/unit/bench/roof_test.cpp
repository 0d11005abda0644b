// Rows against roofs: when a share and a bound are said, and when not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kparity/bench/bench.hpp"

namespace kparity::bench {
namespace {

using result::Measurement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A second of work against roofs of 100 bytes and 1000 flops a second: the ridge is at 10 flops per byte.
Measurement held(double bytes, std::optional<double> flops, bool cold = true) {
  result::BenchReport report;
  report.roofs.resize(1);
  report.roofs[0].place = "host";
  report.roofs[0].bytes_per_second = 100;
  report.roofs[0].flops_per_second = {{"f64", 1000}};
  Measurement row;
  row.bytes = bytes;
  row.flops = flops;
  row.flops_type = "f64";
  row.cold = cold;
  row.timing.emplace();
  row.timing->median = 1;
  row.notes = {std::string(launch_bound)};
  report.rows = {row};
  hold_against_roofs(report);
  return report.rows.front();
}

TEST(Roof, a_row_near_the_roof_that_its_work_leads_to_is_bound_by_it) {
  EXPECT_EQ(held(60, 60).bound, "memory");
  EXPECT_DOUBLE_EQ(*held(60, 60).memory_share, 0.6);
  EXPECT_EQ(held(10, 700).bound, "arithmetic");
  EXPECT_DOUBLE_EQ(*held(10, 700).flops_share, 0.7);
}

TEST(Roof, a_row_far_from_its_roof_or_without_stated_flops_has_no_bound) {
  EXPECT_EQ(held(40, 40).bound, "");
  EXPECT_EQ(held(90, std::nullopt).bound, "");
  EXPECT_EQ(held(55, 600).bound, "arithmetic");  // near both: the intensity decides
}

TEST(Roof, what_is_bound_by_a_roof_is_not_bound_by_its_launch) {
  EXPECT_THAT(held(60, 60).notes, testing::IsEmpty());
  EXPECT_THAT(held(40, 40).notes, ElementsAre("launch-bound"));
}

TEST(Roof, arrays_that_may_be_in_a_cache_have_no_share_of_the_memory) {
  EXPECT_FALSE(held(60, 60, false).memory_share);
  EXPECT_EQ(held(60, 60, false).bound, "");
}

TEST(Roof, more_than_the_roof_is_a_wrong_model_and_no_share) {
  const auto row = held(120, 60);
  EXPECT_FALSE(row.memory_share);
  EXPECT_THAT(row.notes, ElementsAre("launch-bound", HasSubstr("120 % of the roof cannot be: see 'reads'")));
  EXPECT_DOUBLE_EQ(*held(104, 60).memory_share, 1.04);
}

TEST(Roof, roofs_are_the_rows_of_the_probes) {
  result::BenchReport probes;
  const auto add = [&](std::string_view kernel, const char* place, const char* types, double work) {
    Measurement row;
    row.kernel = kernel;
    row.place = place;
    row.types = types;
    (kernel == memory_probe ? row.bytes : row.flops) = work;
    row.timing.emplace();
    row.timing->median = 0.5;
    probes.rows.push_back(row);
  };
  add(memory_probe, "host", "", 10);
  add(memory_probe, "host", "", 30);  // another size
  add(arithmetic_probe, "host", "T=float", 10);
  add(arithmetic_probe, "host", "T=float", 100);  // another size
  add(arithmetic_probe, "host", "T=double", 50);
  Measurement skipped;
  skipped.kernel = memory_probe;
  skipped.place = "device";
  skipped.implementation = "cuda";
  skipped.reason = "no CUDA device";
  probes.rows.push_back(skipped);
  const auto roofs = roofs_of(probes);
  ASSERT_EQ(roofs.size(), 2u);
  EXPECT_EQ(roofs[0].bytes_per_second, 60);
  EXPECT_THAT(roofs[0].flops_per_second, ElementsAre(testing::Pair("f32", 200), testing::Pair("f64", 100)));
  EXPECT_EQ(roofs[1].bytes_per_second, 0);
  EXPECT_EQ(roofs[1].why_absent, "kparity_triad/cuda: no CUDA device");
}

}  // namespace
}  // namespace kparity::bench
