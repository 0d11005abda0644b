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

}  // namespace
}  // namespace kparity
