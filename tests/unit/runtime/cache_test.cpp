// The cache under bad luck: damage, failing builds, competing processes, folders that cannot be used.
#include "kparity/cache.hpp"

#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/warning.hpp"
#include "support/cuda_sources.hpp"

namespace kparity {
namespace {

namespace fs = std::filesystem;
using test::Folder;
using testing::AllOf;
using testing::HasSubstr;

const std::string key(64, 'a'), other_key(64, 'b');

std::string first_build(const std::string& path) {
  std::ofstream(path) << "built";
  return path;
}

/// The files of entries, sorted.
std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    names.push_back(file.path().filename().string());
  }
  std::erase(names, "last_upkeep");
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Cache, builds_once_and_leaves_only_the_file_and_its_checksum) {
  const Folder scratch;
  int builds = 0;
  const auto build = [&](const std::string& path) {
    ++builds;
    first_build(path);
  };
  const std::string path = cached_file_in(scratch.path(), key, ".so", build);
  EXPECT_EQ(cached_file_in(scratch.path(), key, ".so", build), path);
  EXPECT_EQ(path, scratch.path() + "/" + key + ".so");
  EXPECT_EQ(read_file(path), "built");
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(entries_of(scratch.path()), (std::vector<std::string>{key + ".so", key + ".so.sum"}));
}

TEST(Cache, passes_a_failure_on_and_keeps_nothing) {
  const Folder scratch;
  const auto fail = [](const std::string& path) {
    first_build(path);
    throw RuntimeFailure("compiler died");
  };
  EXPECT_THROW(cached_file_in(scratch.path(), key, ".so", fail), RuntimeFailure);
  EXPECT_TRUE(entries_of(scratch.path()).empty());
  EXPECT_EQ(read_file(cached_file_in(scratch.path(), key, ".so", first_build)), "built");
}

/// Makes entries of 3000 bytes, as files and as bytes, and counts.
class Damaged : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < right_.size(); ++i) right_[i] = static_cast<char>(i * 31 % 251);
    get();
  }
  /// Throws nothing and is right, or the test fails.
  void get() {
    const std::string file = cached_file_in(scratch_.path(), key, ".so", [this](const std::string& path) {
      std::ofstream(path, std::ios::binary) << right_;
      ++builds_;
    });
    EXPECT_EQ(read_file(file), right_);
    EXPECT_EQ(cached_bytes_in(scratch_.path(), key, ".cuda", [this] { return ++builds_, right_; }), right_);
  }
  /// One build for each of the two entries, and then none.
  void expect_rebuilt(const std::string& what) {
    builds_ = 0;
    get();
    EXPECT_EQ(builds_, 2) << what;
    get();
    EXPECT_EQ(builds_, 2) << what;
  }
  std::vector<std::string> files_of(const std::string& tail) const {
    return {scratch_.path() + "/" + key + ".so" + tail, scratch_.path() + "/" + key + ".cuda" + tail};
  }

  const Folder scratch_;
  std::string right_ = std::string(3000, '\0');
  int builds_ = 0;
};

TEST_F(Damaged, an_entry_of_any_other_length_is_built_again) {
  for (const std::size_t length : {0, 1, 2, 63, 64, 65, 1499, 1500, 2047, 2048, 2998, 2999, 3001, 4096, 100000}) {
    for (const std::string& file : files_of("")) fs::resize_file(file, length);
    expect_rebuilt("length " + std::to_string(length));
  }
}

TEST_F(Damaged, a_checksum_of_any_other_length_is_no_checksum) {
  for (const std::size_t length : {0, 1, 32, 63, 65, 128}) {
    for (const std::string& file : files_of(".sum")) fs::resize_file(file, length);
    expect_rebuilt("length " + std::to_string(length));
  }
  for (const std::string& file : files_of(".sum")) fs::remove(file);
  expect_rebuilt("no checksum");
  for (const std::string& file : files_of("")) fs::remove(file);
  expect_rebuilt("no entry");
}

void flip(const std::string& file, std::size_t bit) {
  std::string bytes = read_file(file);
  bytes[bit / 8] = static_cast<char>(static_cast<unsigned char>(bytes[bit / 8]) ^ (1U << bit % 8));
  std::ofstream(file, std::ios::binary) << bytes;
}

TEST_F(Damaged, a_flipped_bit_anywhere_is_noticed) {
  for (std::size_t bit = 0; bit < 8 * right_.size(); bit += 8 * right_.size() / 97) {
    for (const std::string& file : files_of("")) flip(file, bit);
    expect_rebuilt("bit " + std::to_string(bit));
  }
  for (std::size_t bit = 0; bit < 512; bit += 13) {
    for (const std::string& file : files_of(".sum")) flip(file, bit);
    expect_rebuilt("bit " + std::to_string(bit) + " of the checksum");
  }
}

TEST_F(Damaged, whatever_lies_in_its_place_costs_no_kernel) {
  const WarningScope quiet([](const std::string&) {});
  for (const std::string& file : files_of("")) {
    fs::remove(file);
    fs::create_directories(file + "/in_the_way");
  }
  EXPECT_EQ(cached_bytes_in(scratch_.path(), key, ".cuda", [this] { return right_; }), right_);
}

TEST(Cache, lets_one_of_several_processes_build_a_key) {
  const Folder scratch;
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
      cached_file_in(scratch.path(), key, ".so", build);
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
  const Folder scratch;
  std::atomic<int> builds{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&] {
        cached_file_in(scratch.path(), key, ".so", [&](const std::string& path) {
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
  const Folder scratch;
  const pid_t child = fork();
  if (child == 0) {
    cached_file_in(scratch.path(), key, ".so", [](const std::string& path) {
      first_build(path);
      _exit(7);
    });
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(read_file(cached_file_in(scratch.path(), key, ".so", first_build)), "built");
}

TEST(Cache, removes_temporary_files_of_long_dead_processes) {
  const Folder scratch;
  const std::string left = scratch.write(other_key + ".so.tmp1.0.so", "half");
  const std::string fresh = scratch.write(other_key + ".so.tmp2.0.so", "half");
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  cached_file_in(scratch.path(), key, ".so", first_build);
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
  const Folder scratch;
  const std::string there = cached_file_in(scratch.path(), key, ".so", first_build);
  chmod(scratch.path().c_str(), 0555);
  EXPECT_TRUE(as_ordinary_user([&] { return cached_file_in(scratch.path(), key, ".so", first_build) == there; }));
  EXPECT_TRUE(as_ordinary_user([&] {
    const std::string other = cached_file_in(scratch.path(), other_key, ".so", first_build);
    const bool good = !other.starts_with(scratch.path()) && read_file(other) == "built";
    fs::remove_all(fs::path(other).parent_path());  // _exit() removes nothing
    return good;
  }));
  chmod(scratch.path().c_str(), 0700);
}

/// Runs `body` in a child process whose folder `place` is a disk of 64 KiB; false where that is not allowed.
testing::AssertionResult on_a_small_disk(const std::string& place, const std::function<bool()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", place.c_str(), "tmpfs", 0, "size=64k,mode=0700") != 0) {
      _exit(77);
    }
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return testing::AssertionFailure() << "skip";
  EXPECT_EQ(status, 0);
  return testing::AssertionSuccess();
}

TEST(Cache, a_full_disk_costs_a_warning_and_no_file) {
  const Folder scratch;
  const auto body = [&] {
    std::vector<std::string> warnings;
    const WarningScope scope([&](const std::string& message) { warnings.push_back(message); });
    const std::string contents(100000, 'x');
    const auto build = [&](const std::string& path) { write_if_changed(path, contents); };
    const std::string file = cached_file_in(scratch.path(), key, ".so", build);
    const bool is_elsewhere = !file.starts_with(scratch.path()) && read_file(file) == contents;
    fs::remove_all(fs::path(file).parent_path());  // _exit() removes nothing
    const bool has_bytes = cached_bytes_in(scratch.path(), key, ".cuda", [&] { return contents; }) == contents;
    const bool is_clean = entries_of(scratch.path()).empty();
    // A folder with room takes what fits.
    const std::string small = cached_file_in(scratch.path(), other_key, ".so", first_build);
    return is_elsewhere && has_bytes && is_clean && small.starts_with(scratch.path()) && warnings.size() == 1 &&
           warnings.front().find("No space left on device") != std::string::npos;
  };
  if (!on_a_small_disk(scratch.path(), body)) GTEST_SKIP() << "this user may not mount a small disk";
}

TEST(Cache, a_build_that_fails_for_itself_is_not_tried_elsewhere) {
  const Folder scratch;
  int builds = 0;
  EXPECT_THROW(cached_file_in(scratch.path(), key, ".so",
                              [&](const std::string&) {
                                ++builds;
                                throw RuntimeFailure("no");
                              }),
               RuntimeFailure);
  EXPECT_EQ(builds, 1);
}

TEST(Cache, bytes_are_built_but_not_kept_without_a_folder) {
  int builds = 0;
  for (int i = 0; i < 2; ++i) EXPECT_EQ(cached_bytes_in("", key, ".cuda", [&] { return ++builds, "built"; }), "built");
  EXPECT_EQ(builds, 2);
}

TEST(Cache, works_without_a_folder) {
  const std::string path = cached_file_in("", key, ".so", first_build);
  EXPECT_EQ(read_file(path), "built");
  struct stat status {};
  ASSERT_EQ(stat(fs::path(path).parent_path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(CacheFolder, is_made_private_with_its_parents) {
  const Folder scratch;
  const std::string folder = make_cache_folder(scratch.path() + "/a/b");
  EXPECT_EQ(folder, scratch.path() + "/a/b");
  struct stat status {};
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(CacheFolder, is_refused_if_others_can_write_it) {
  const Folder scratch;
  chmod(scratch.path().c_str(), 0770);
  try {
    make_cache_folder(scratch.path());
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(scratch.path()), HasSubstr("can be written by others"),
                                    HasSubstr("chmod go-w"), HasSubstr("KPARITY_CACHE_DIR")));
  }
}

TEST(CacheFolder, is_none_where_none_can_be_made) {
  EXPECT_EQ(make_cache_folder("/proc/no/such/place"), "");
  const Folder scratch;
  EXPECT_THROW(make_cache_folder(scratch.write("file", "")), InvalidArgument);
}

}  // namespace
}  // namespace kparity
