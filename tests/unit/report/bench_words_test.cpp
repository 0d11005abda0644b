// What the blocks of a row say about its median.
#include "bench_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kparity::report {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> notes_of(std::vector<double> blocks) {
  result::Timing timing;
  timing.blocks = std::move(blocks);
  return shape_notes(timing);
}

TEST(ShapeNotes, a_drift_is_told) {
  std::vector<double> blocks;
  for (int i = 0; i < 60; ++i) blocks.push_back(1e-3 * (1 + 0.005 * i + 0.002 * (i % 3)));
  EXPECT_THAT(notes_of(blocks), ElementsAre("drifts by +19 % in the order of measurement"));
}

TEST(ShapeNotes, two_clusters_are_told) {
  std::vector<double> blocks;
  for (int i = 0; i < 60; ++i) blocks.push_back((i % 3 == 0 ? 3e-6 : 2e-6) * (1 + 0.001 * (i % 5)));
  EXPECT_THAT(notes_of(blocks), ElementsAre("two kinds of blocks, about 2.00 us and 3.01 us"));
}

TEST(ShapeNotes, noise_and_a_few_spikes_are_neither) {
  std::vector<double> blocks;
  for (int i = 0; i < 60; ++i) blocks.push_back(2e-6 * (1 + 0.01 * ((i * 37) % 11)) * (i % 20 == 7 ? 5 : 1));
  EXPECT_THAT(notes_of(blocks), IsEmpty());
  EXPECT_THAT(notes_of({1, 2, 3}), IsEmpty());
  EXPECT_THAT(notes_of(std::vector<double>(60, 1.0)), IsEmpty());
}

}  // namespace
}  // namespace kparity::report
