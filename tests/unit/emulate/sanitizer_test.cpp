// Which clang compiles kernels for the place `msan`. Which compiler is the usual one is fixed when the process begins,
// so only PATH is changed here.
#include "kparity/emulate/sanitizer.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kparity/emulate/emulate.hpp"

namespace kparity::emulate {
namespace {

namespace fs = std::filesystem;

/// A folder that is all of PATH for as long as this lives.
class OnlyPath {
 public:
  OnlyPath()
      : folder_(fs::path(testing::TempDir()) / ("kparity-only-path-" + std::to_string(::getpid()))),
        before_(std::getenv("PATH")) {
    fs::create_directories(folder_);
    ::setenv("PATH", folder_.c_str(), 1);
  }
  ~OnlyPath() {
    ::setenv("PATH", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  OnlyPath(const OnlyPath&) = delete;
  OnlyPath& operator=(const OnlyPath&) = delete;

  void add(const std::string& program) {
    std::ofstream(folder_ / program) << "#!/bin/sh\n";
    fs::permissions(folder_ / program, fs::perms::owner_all);
  }

 private:
  fs::path folder_;
  std::string before_;
};

TEST(ClangCompiler, is_the_newest_of_the_path) {
  if (compiles_with_clang()) GTEST_SKIP() << "the compiler of kernels is one";
  OnlyPath path;
  EXPECT_THAT(clang_compiler(), testing::IsEmpty());
  path.add("clang++");
  EXPECT_THAT(clang_compiler(), testing::ElementsAre("clang++"));
  path.add("clang++-14");
  path.add("clang++-22");
  path.add("clang++-9");
  EXPECT_THAT(clang_compiler(), testing::ElementsAre("clang++-22"));
}

}  // namespace
}  // namespace kparity::emulate
