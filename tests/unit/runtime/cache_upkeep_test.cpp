// Upkeep of a cache folder: what is counted, what goes first, and what is never touched.
#include "kparity/cache_upkeep.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "kparity/cache.hpp"
#include "kparity/error.hpp"
#include "kparity/files.hpp"
#include "kparity/sha256.hpp"
#include "support/cuda_sources.hpp"

namespace kparity {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

constexpr std::uintmax_t everything = 1'000'000'000;

class CacheUpkeep : public testing::Test {
 protected:
  /// An entry of 936 bytes, with its checksum 1000, last used so many minutes ago; its path.
  std::string add(const std::string& name, int minutes = 0) {
    const std::string path = cached_file_in(folder_.path(), sha256(name), ".so", [](const std::string& file) {
      write_if_changed(file, std::string(936, 'x'));
    });
    age(path, minutes);
    return path;
  }
  static void age(const std::string& path, int minutes) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  }
  CacheUsage usage() const { return cache_usage(folder_.path()); }

  test::Folder folder_;
};

TEST_F(CacheUpkeep, counts_entries_and_leftovers) {
  add("a");
  add("b");
  folder_.write(sha256("c") + ".so.lock", "");
  folder_.write(sha256("c") + ".so.tmp12.0.so", "half");
  folder_.write(sha256("d") + ".so.sum", sha256("d"));
  EXPECT_EQ(usage().entries, 2U);
  EXPECT_EQ(usage().bytes, 2000U);
  EXPECT_EQ(usage().leftovers, 3U);
  EXPECT_THROW(cache_usage(folder_.path() + "/none"), FileNotFound);
}

TEST_F(CacheUpkeep, trimming_removes_what_was_unused_for_longest) {
  const std::string a = add("a", 30), b = add("b", 50), c = add("c", 10), d = add("d", 40);
  const CacheUsage removed = trim_cache(folder_.path(), 2500);
  EXPECT_EQ(removed.entries, 2U);
  EXPECT_EQ(removed.bytes, 2000U);
  EXPECT_TRUE(fs::exists(a));
  EXPECT_FALSE(fs::exists(b));
  EXPECT_TRUE(fs::exists(c));
  EXPECT_FALSE(fs::exists(d));
  EXPECT_EQ(usage().leftovers, 0U);  // the checksums went too
  EXPECT_EQ(trim_cache(folder_.path(), 2000).entries, 0U);
}

TEST_F(CacheUpkeep, using_an_entry_makes_it_young) {
  const std::string a = add("a", 50), b = add("b", 40);
  add("a", 0);  // a hit
  age(a, 0);
  cached_file_in(folder_.path(), sha256("b"), ".so", [](const std::string&) { FAIL() << "it is there"; });
  EXPECT_LT(fs::file_time_type::clock::now() - fs::last_write_time(b), std::chrono::minutes(1));
  EXPECT_EQ(trim_cache(folder_.path(), 0).entries, 0U);  // somebody may be about to open them
}

TEST_F(CacheUpkeep, old_leftovers_go_and_fresh_ones_stay) {
  const std::string old = folder_.write(sha256("c") + ".so.tmp12.0.so", "half");
  const std::string fresh = folder_.write(sha256("c") + ".so.tmp13.0.so", "half");
  const std::string folder = folder_.write(sha256("c") + ".so.tmp14.0.so.d/kernel.o", "half");
  age(old, 61);
  age(fs::path(folder).parent_path().string(), 61);
  EXPECT_EQ(trim_cache(folder_.path(), everything).leftovers, 2U);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(CacheUpkeep, a_build_trims_from_time_to_time) {
  const std::string left = folder_.write(sha256("c") + ".so.tmp12.0.so", "half");
  age(left, 61);
  add("a");
  EXPECT_FALSE(fs::exists(left));  // the first build looks after the folder
  folder_.write(sha256("c") + ".so.tmp12.0.so", "half");
  age(left, 61);
  add("b");
  EXPECT_TRUE(fs::exists(left));  // not again so soon
  age(folder_.path() + "/last_upkeep", 11);
  add("c");
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(CacheUpkeep, verifying_removes_what_is_damaged_and_nothing_else) {
  const std::string a = add("a"), b = add("b"), c = add("c");
  EXPECT_THAT(verify_cache(folder_.path()), ElementsAre());
  fs::resize_file(a, 900);
  fs::remove(b + ".sum");
  std::vector<std::string> expected{fs::path(a).filename().string(), fs::path(b).filename().string()};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(verify_cache(folder_.path()), expected);
  EXPECT_FALSE(fs::exists(a));
  EXPECT_FALSE(fs::exists(b));
  EXPECT_TRUE(fs::exists(c));
  EXPECT_THAT(verify_cache(folder_.path()), ElementsAre());
}

TEST_F(CacheUpkeep, files_that_are_not_of_a_cache_are_never_touched) {
  // A user may name any folder of hers.
  const std::string key = sha256("a");
  for (const std::string name : {"thesis.tmp1.0.so", "notes.tmp/part", "a.lock", "b.sum", ".tmp", "README"}) {
    age(folder_.write(name, "precious"), 100);
  }
  for (const std::string& name : {key, key + "x.so", key + ".", key + ".S", key + ".so.old", key + ".so1",
                                  std::string(64, 'A') + ".so", key.substr(1) + ".so", key + "/inside"}) {
    age(folder_.write(name == key ? "x" + key : name, "precious"), 100);
  }
  const auto count = [this] {
    return std::distance(fs::recursive_directory_iterator(folder_.path()), fs::recursive_directory_iterator());
  };
  const auto before = count();
  trim_cache(folder_.path(), 0);
  EXPECT_THAT(verify_cache(folder_.path()), ElementsAre());
  clear_cache(folder_.path());
  EXPECT_EQ(count(), before);
  EXPECT_EQ(usage().entries, 0U);
}

TEST_F(CacheUpkeep, clearing_removes_all_of_it) {
  add("a");
  add("b", 100);
  const std::string dead = "99999999", alive = std::to_string(getpid());  // no process has so high a number
  folder_.write(sha256("c") + ".so.tmp" + dead + ".0.so", "half");
  folder_.write(sha256("c") + ".so.lock", "");
  const std::string busy = folder_.write(sha256("c") + ".so.tmp" + alive + ".0.so", "half");
  const CacheUsage removed = clear_cache(folder_.path());
  EXPECT_EQ(removed.entries, 2U);
  EXPECT_EQ(removed.leftovers, 2U);
  EXPECT_EQ(usage().entries, 0U);
  EXPECT_TRUE(fs::exists(busy));  // somebody is writing it
}

}  // namespace
}  // namespace kparity
