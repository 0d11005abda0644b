// Two holders of one lock, in two processes and in one.
#include "machine_lock.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <thread>

#include "kparity/error.hpp"
#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

class MachineLocks : public KernelFolders {
 protected:
  std::string file() const { return (root / "lock").string(); }
};

TEST_F(MachineLocks, a_second_benchmark_waits_for_the_first_and_says_so) {
  std::optional<MachineLock> first(std::in_place, file(), 0, nullptr, nullptr);
  bool has_waited = false;
  const std::jthread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    first.reset();
  });
  const MachineLock second(
      file(), 60, [&] { has_waited = true; }, nullptr);
  EXPECT_TRUE(has_waited);
}

TEST_F(MachineLocks, one_that_waits_too_long_or_is_stopped_gives_up) {
  const MachineLock first(file(), 0, nullptr, nullptr);
  EXPECT_THROW(MachineLock(file(), 0, nullptr, nullptr), RuntimeFailure);
  EXPECT_THROW(MachineLock(file(), 1000, nullptr, [] { return true; }), RuntimeFailure);
}

TEST_F(MachineLocks, a_process_that_is_killed_holds_nothing) {
  const pid_t child = ::fork();
  if (child == 0) {
    const MachineLock held(file(), 0, nullptr, nullptr);
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_NO_THROW(MachineLock(file(), 0, nullptr, nullptr));
}

TEST_F(MachineLocks, a_file_that_cannot_be_opened_is_an_error) {
  EXPECT_THROW(MachineLock((root / "no/such/lock").string(), 0, nullptr, nullptr), RuntimeFailure);
}

}  // namespace
}  // namespace kparity::tool
