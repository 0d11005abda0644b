// Each piece of work once, whatever the number of threads.
#include "kparity/in_parallel.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace kparity {
namespace {

TEST(InParallel, does_each_piece_of_work_once) {
  for (const std::size_t jobs : {0, 1, 3, 200}) {
    std::vector<std::atomic<int>> done(100);
    in_parallel(done.size(), jobs, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1) << jobs << " jobs";
  }
}

TEST(InParallel, nothing_to_do_starts_nothing) {
  in_parallel(0, 8, [](std::size_t) { FAIL(); });
}

TEST(InParallel, one_job_is_the_calling_thread) {
  std::set<std::thread::id> threads;
  in_parallel(5, 1, [&](std::size_t) { threads.insert(std::this_thread::get_id()); });
  EXPECT_THAT(threads, testing::ElementsAre(std::this_thread::get_id()));
}

TEST(InShares, shares_are_contiguous_large_enough_and_cover_everything_once) {
  for (const std::size_t count : {0, 1, 63, 1000, 4096, 100'001}) {
    for (const std::size_t jobs : {0, 1, 3, 16}) {
      std::vector<std::atomic<int>> seen(count);
      std::atomic<std::size_t> shares{0};
      in_shares(count, jobs, 1000, [&](std::size_t first, std::size_t last) {
        ++shares;
        EXPECT_EQ(first % 64, 0u);
        EXPECT_TRUE(last % 64 == 0 || last == count);
        for (std::size_t i = first; i < last; ++i) ++seen[i];
      });
      for (const auto& times : seen) EXPECT_EQ(times, 1);
      EXPECT_LE(shares, std::max<std::size_t>(jobs, 1));
      EXPECT_LE(shares, std::max<std::size_t>(count / 1000, 1));
    }
  }
}

TEST(InShares, this_process_may_run_on_a_processor_at_least) {
  EXPECT_GE(allowed_processors(), 1u);
}

}  // namespace
}  // namespace kparity
