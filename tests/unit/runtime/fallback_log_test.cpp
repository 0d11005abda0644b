// What the file of KPARITY_FALLBACK_LOG looks like.
#include "fallback_log.hpp"

#include <gmock/gmock.h>

#include <cstdio>
#include <string>
#include <vector>

#include "kparity/files.hpp"
#include "kparity/warning.hpp"

namespace kparity::detail {
namespace {

TEST(FallbackLog, one_line_is_added_per_kernel) {
  const std::string path = testing::TempDir() + "kparity-fallback-log-" + std::to_string(::getpid()) + ".txt";
  std::remove(path.c_str());
  log_fallback(path, "axpy", {"main.cpp", 42, "main"});
  log_fallback(path, "dot", {});
  EXPECT_EQ(read_file(path), "axpy\tmain.cpp\t42\ndot\t\t0\n");
  std::remove(path.c_str());
}

TEST(FallbackLog, without_a_path_nothing_happens_and_a_bad_one_is_a_warning) {
  std::vector<std::string> warnings;
  const WarningScope scope([&](const std::string& text) { warnings.push_back(text); });
  log_fallback("", "axpy", {});
  EXPECT_TRUE(warnings.empty());
  log_fallback("/nowhere/at/all", "axpy", {});
  EXPECT_THAT(warnings, testing::ElementsAre(testing::HasSubstr("cannot write to '/nowhere/at/all'")));
}

}  // namespace
}  // namespace kparity::detail
