// The cache under bad luck: damage, failing builds, competing processes, folders that cannot be used.
#include "kparity/compile/cache.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "kparity/compile/files.hpp"
#include "kparity/error.hpp"
#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string first_build(const std::string& path) {
  std::ofstream(path) << "built";
  return path;
}

std::size_t count_files(const std::string& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Cache, builds_once_and_leaves_only_the_file_and_its_checksum) {
  const ScratchFolder scratch;
  int builds = 0;
  const auto build = [&](const std::string& path) {
    ++builds;
    first_build(path);
  };
  const std::string path = cached_file_in(scratch.path(), "key", ".so", build);
  EXPECT_EQ(cached_file_in(scratch.path(), "key", ".so", build), path);
  EXPECT_EQ(path, scratch.path() + "/key.so");
  EXPECT_EQ(read_file(path), "built");
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(count_files(scratch.path()), 2U);
}

TEST(Cache, passes_a_failure_on_and_keeps_nothing) {
  const ScratchFolder scratch;
  const auto fail = [](const std::string& path) {
    first_build(path);
    throw RuntimeFailure("compiler died");
  };
  EXPECT_THROW(cached_file_in(scratch.path(), "key", ".so", fail), RuntimeFailure);
  EXPECT_EQ(count_files(scratch.path()), 0U);
  EXPECT_EQ(read_file(cached_file_in(scratch.path(), "key", ".so", first_build)), "built");
}

TEST(Cache, rebuilds_what_is_damaged) {
  const ScratchFolder scratch;
  const std::string path = cached_file_in(scratch.path(), "key", ".so", first_build);
  for (const std::string damage : {"buil", "Built", ""}) {
    std::ofstream(path) << damage;
    EXPECT_EQ(read_file(cached_file_in(scratch.path(), "key", ".so", first_build)), "built") << damage;
  }
  fs::remove(path + ".sum");
  EXPECT_EQ(read_file(cached_file_in(scratch.path(), "key", ".so", first_build)), "built");
  EXPECT_TRUE(fs::exists(path + ".sum"));
}

TEST(Cache, lets_one_of_several_processes_build_a_key) {
  const ScratchFolder scratch;
  const std::string log = scratch.path() + "/log";
  const auto build = [&](const std::string& path) {
    std::ofstream(log, std::ios::app) << "built\n";
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    first_build(path);
  };
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      cached_file_in(scratch.path(), "key", ".so", build);
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(read_file(log), "built\n");
}

TEST(Cache, lets_one_of_several_threads_build_a_key) {
  const ScratchFolder scratch;
  std::atomic<int> builds{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        cached_file_in(scratch.path(), "key", ".so", [&](const std::string& path) {
          ++builds;
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          first_build(path);
        });
      });
    }
  }
  EXPECT_EQ(builds, 1);
}

TEST(Cache, goes_on_after_a_process_died_while_it_built) {
  const ScratchFolder scratch;
  const pid_t child = fork();
  if (child == 0) {
    cached_file_in(scratch.path(), "key", ".so", [](const std::string& path) {
      first_build(path);
      _exit(7);
    });
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(read_file(cached_file_in(scratch.path(), "key", ".so", first_build)), "built");
}

TEST(Cache, removes_temporary_files_of_long_dead_processes) {
  const ScratchFolder scratch;
  const std::string left = scratch.write("old.so.tmp1.0.so", "half");
  const std::string fresh = scratch.write("new.so.tmp1.0.so", "half");
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  cached_file_in(scratch.path(), "key", ".so", first_build);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(fresh));
}

/// Runs `body` in a child process that is not root, since root can write everywhere; true if it returned true.
bool as_ordinary_user(const std::function<bool()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Cache, reads_a_folder_that_it_cannot_write) {
  const ScratchFolder scratch;
  const std::string there = cached_file_in(scratch.path(), "key", ".so", first_build);
  chmod(scratch.path().c_str(), 0555);
  EXPECT_TRUE(as_ordinary_user([&] { return cached_file_in(scratch.path(), "key", ".so", first_build) == there; }));
  EXPECT_TRUE(as_ordinary_user([&] {
    const std::string other = cached_file_in(scratch.path(), "other", ".so", first_build);
    const bool good = !other.starts_with(scratch.path()) && read_file(other) == "built";
    fs::remove_all(fs::path(other).parent_path());  // _exit() removes nothing
    return good;
  }));
  chmod(scratch.path().c_str(), 0700);
}

TEST(Cache, works_without_a_folder) {
  const std::string path = cached_file_in("", "key", ".so", first_build);
  EXPECT_EQ(read_file(path), "built");
  struct stat status {};
  ASSERT_EQ(stat(fs::path(path).parent_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(CacheFolder, is_made_private_with_its_parents) {
  const ScratchFolder scratch;
  const std::string folder = make_cache_folder(scratch.path() + "/a/b");
  EXPECT_EQ(folder, scratch.path() + "/a/b");
  struct stat status {};
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(CacheFolder, is_refused_if_others_can_write_it) {
  const ScratchFolder scratch;
  chmod(scratch.path().c_str(), 0770);
  try {
    make_cache_folder(scratch.path());
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr(scratch.path()));
    EXPECT_THAT(error.what(), HasSubstr("can be written by others"));
    EXPECT_THAT(error.what(), HasSubstr("KPARITY_CACHE_DIR"));
  }
}

TEST(CacheFolder, is_none_where_none_can_be_made) {
  EXPECT_EQ(make_cache_folder("/proc/no/such/place"), "");
  const ScratchFolder scratch;
  EXPECT_THROW(make_cache_folder(scratch.write("file", "")), InvalidArgument);
}

}  // namespace
}  // namespace kparity::compile
