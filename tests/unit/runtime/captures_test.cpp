// Which calls are captured.
#include "captures.hpp"

#include <gtest/gtest.h>

namespace kparity::detail {
namespace {

std::vector<std::string> paths(const std::vector<WantedCapture>& wanted) {
  std::vector<std::string> paths;
  for (const WantedCapture& each : wanted) paths.push_back(each.path + (each.by_program ? "!" : ""));
  return paths;
}

using Paths = std::vector<std::string>;

TEST(Captures, without_a_request_the_first_call_closes_them) {
  Captures captures;
  EXPECT_TRUE(captures.are_open());
  EXPECT_EQ(paths(captures.next_call("push", {})), Paths());
  EXPECT_FALSE(captures.are_open());
}

TEST(Captures, calls_are_counted_from_one_until_the_last_that_is_wanted) {
  Settings settings;
  settings.capture = {{"push", 3}, {"push", 1}, {"deposit", 2}};
  settings.capture_dir = "/there";
  Captures captures;
  EXPECT_EQ(paths(captures.next_call("push", settings)), Paths{"/there/push.1.npz"});
  EXPECT_TRUE(captures.are_open());
  EXPECT_EQ(paths(captures.next_call("push", settings)), Paths());
  EXPECT_TRUE(captures.are_open());
  EXPECT_EQ(paths(captures.next_call("push", settings)), Paths{"/there/push.3.npz"});
  EXPECT_FALSE(captures.are_open());
}

TEST(Captures, without_a_folder_files_are_written_into_the_current_one) {
  Settings settings;
  settings.capture = {{"push", 1}};
  Captures captures;
  EXPECT_EQ(paths(captures.next_call("push", settings)), Paths{"push.1.npz"});
}

TEST(Captures, a_program_asks_for_the_next_call_and_opens_them_again) {
  Captures captures;
  captures.next_call("push", {});
  captures.add("a.npz");
  EXPECT_TRUE(captures.are_open());
  EXPECT_EQ(paths(captures.next_call("push", {})), Paths{"a.npz!"});
  EXPECT_FALSE(captures.are_open());
  EXPECT_EQ(paths(captures.next_call("push", {})), Paths());
}

TEST(Captures, a_request_of_the_program_keeps_those_of_the_settings_open) {
  Settings settings;
  settings.capture = {{"push", 2}};
  Captures captures;
  captures.add("a.npz");
  EXPECT_EQ(paths(captures.next_call("push", settings)), Paths{"a.npz!"});
  EXPECT_TRUE(captures.are_open());
  captures.add("b.npz");
  EXPECT_EQ(paths(captures.next_call("push", settings)), (Paths{"b.npz!", "push.2.npz"}));
  EXPECT_FALSE(captures.are_open());
}

}  // namespace
}  // namespace kparity::detail
