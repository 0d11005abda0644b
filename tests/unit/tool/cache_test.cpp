// `kparity cache` on a folder of its own.
#include "kparity/cache.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "kparity/files.hpp"
#include "kparity/sha256.hpp"
#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class CacheVerb : public KernelFolders {
 protected:
  /// An entry of 1 MiB in all, unused for an hour; its path.
  std::string add(const std::string& name) {
    const std::string file = cached_file_in(path(), sha256(name), ".so", [](const std::string& to) {
      write_if_changed(to, std::string((1 << 20) - 64, 'x'));
    });
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    return file;
  }
  Ran run(std::vector<std::string> words) const {
    words.insert(words.begin(), "cache");
    words.insert(words.end(), {"--folder", path()});
    return run_tool(words);
  }
};

TEST_F(CacheVerb, stat_tells_folder_entries_and_limit) {
  add("a");
  add("b");
  const Ran ran = run({"stat"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr(path()), HasSubstr("2, 2.0 MiB (limit "), HasSubstr("leftovers  0")));
}

TEST_F(CacheVerb, trim_goes_down_to_the_limit) {
  add("a");
  add("b");
  add("c");
  const Ran ran = run({"trim", "--limit", "2500K"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("removed 1 entry of 1.0 MiB"), HasSubstr("left 2 entries, 2.0 MiB")));
  EXPECT_THAT(run({"trim", "--limit", "much"}).err,
              AllOf(HasSubstr("--limit"), HasSubstr("'much'"), HasSubstr("200M")));
  EXPECT_EQ(run({"stat", "--limit", "1G"}).code, 2);  // no effect there
}

TEST_F(CacheVerb, verify_is_red_once_for_each_damaged_entry) {
  add("a");
  const std::string b = add("b");
  EXPECT_EQ(run({"verify"}).code, 0);
  fs::resize_file(b, 100);
  const Ran ran = run({"verify"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("damaged, removed: " + sha256("b") + ".so"), HasSubstr("1 of 2 entries whole")));
  EXPECT_EQ(run({"verify"}).code, 0);
}

TEST_F(CacheVerb, clear_removes_entries_and_nothing_else) {
  add("a");
  write("README", "mine");
  EXPECT_THAT(run({"clear"}).out, HasSubstr("removed 1 entry of 1.0 MiB"));
  EXPECT_THAT(run({"stat"}).out, HasSubstr("entries    0, 0 bytes"));
  EXPECT_TRUE(fs::exists(root / "README"));
}

TEST_F(CacheVerb, a_folder_that_is_not_there_and_a_missing_word_are_usage_errors) {
  EXPECT_EQ(run_tool({"cache"}).code, 2);
  const Ran ran = run_tool({"cache", "stat", "--folder", path("none")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr(path("none")));
  EXPECT_FALSE(fs::exists(path("none")));
}

}  // namespace
}  // namespace kparity::tool
