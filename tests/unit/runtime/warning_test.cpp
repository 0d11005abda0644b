// Warnings reach the handler once and can become errors.
#include "kparity/warning.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kparity {
namespace {

TEST(Warning, goes_to_standard_error_by_default) {
  testing::internal::CaptureStderr();
  warn("something");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "kparity: warning: something\n");
}

TEST(Warning, scopes_replace_the_handler_and_restore_it) {
  std::vector<std::string> outer, inner;
  const WarningScope a([&](const std::string& m) { outer.push_back(m); });
  {
    const WarningScope b([&](const std::string& m) { inner.push_back(m); });
    warn("one");
  }
  warn("two");
  EXPECT_EQ(inner, std::vector<std::string>{"one"});
  EXPECT_EQ(outer, std::vector<std::string>{"two"});
}

TEST(Warning, can_be_an_error) {
  const WarningScope errors(warnings_as_errors());
  EXPECT_THROW(warn("bad"), WarningError);
}

TEST(Warning, a_handler_may_warn_through_another_handler) {
  std::vector<std::string> seen;
  const WarningScope scope([&](const std::string& m) {
    seen.push_back(m);
    if (seen.size() == 1) warn("again");
  });
  warn("first");
  EXPECT_EQ(seen, (std::vector<std::string>{"first", "again"}));
}

}  // namespace
}  // namespace kparity
