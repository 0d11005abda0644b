// What gdb is started with, and the options of `replay` around it. That gdb then stops where it should is seen by
// tests/debugger.
#include "debugger.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "kparity/error.hpp"
#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(GdbCommands, names_are_quoted_for_python) {
  const std::string text = gdb_commands({"axpy", "/it's/a\\b.so", "/cache/prelude"});
  EXPECT_THAT(text, AllOf(HasSubstr("KERNEL = 'axpy'\n"), HasSubstr("LIBRARY = '/it\\'s/a\\\\b.so'\n"),
                          HasSubstr("PRELUDE = '/cache/prelude'\n"), HasSubstr("\nrun\n")));
}

class Path {
 public:
  explicit Path(const char* path) : old_(std::getenv("PATH")) { ::setenv("PATH", path, 1); }
  ~Path() { ::setenv("PATH", old_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  std::string old_;
};

class Debugger : public KernelFolders {
 protected:
  void SetUp() override {
    KernelFolders::SetUp();
    write_kernel("scale");
    write("scale/scale_cuda.cu",
          "__global__ void scale(int n, int a, const int* x, int* y) {\n"
          "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (i < n) y[i] = i == 3 && threadIdx.x == 3 ? 7777 : a * x[i];\n"
          "}\n");
    write("scale/scale.yaml",
          "kernel: scale\nsummary: y = a * x\nsignature: void scale(int n, int a, const int* x, int* y)\n"
          "inputs:\n  n: {generate: integer, min: 0, max: 500, role: size}\n"
          "  a: {generate: integer, min: 2, max: 9}\n"
          "  x: {generate: integer, shape: [n], min: -9, max: 9}\n"
          "outputs:\n  y: {shape: [n]}\nlaunch: {threads: n, block: 32}\n");
  }
  Ran replay(const std::string& implementation, std::vector<std::string> options, const std::string& n = "5") {
    options.insert(options.begin(), {"replay", "scale:n=" + n + ",a=2,family=realistic,seed=1", "--in", path(),
                                     "--implementation", implementation});
    return run_tool(options);
  }
};

TEST_F(Debugger, gdb_is_looked_for_in_the_path) {
  write("bin/gdb", "#!/bin/sh\n");
  const Path here(path("bin").c_str());
  EXPECT_THROW(find_gdb(), ImplementationUnavailable);
  std::filesystem::permissions(root / "bin/gdb", std::filesystem::perms::owner_all);
  EXPECT_EQ(find_gdb(), path("bin/gdb"));
}

TEST_F(Debugger, without_gdb_the_package_is_named) {
  const Path nowhere(path("nowhere").c_str());
  const Ran ran = replay("cuda", {"--place", "emulated", "--debugger"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("apt-get install --no-install-recommends gdb"));
}

TEST_F(Debugger, options_without_effect_are_refused) {
  EXPECT_THAT(replay("simd", {"--debugger"}).err, HasSubstr("at the places emulated and checked, not at 'host'"));
  EXPECT_THAT(replay("cuda", {"--debugger"}).err, HasSubstr("not at 'device': give --place"));
  EXPECT_THAT(replay("cuda", {"--place", "emulated", "--order", "ascending"}).err,
              HasSubstr("--stop-at and --order are for --debugger and --in-process"));
  EXPECT_THAT(replay("cuda", {"--place", "emulated", "--in-process", "--debugger"}).err, HasSubstr("give one of them"));
  EXPECT_EQ(replay("cuda", {"--place", "emulated", "--in-process", "--stop-at", "1,2,3"}).code, 2);
}

TEST_F(Debugger, in_process_gives_the_verdict_of_the_case) {
  for (const std::string place : {"emulated", "checked"}) {
    const Ran right = replay("cuda", {"--place", place, "--in-process"}, "3");
    if (right.out.find("not built with -fsanitize=thread") != std::string::npos) continue;
    EXPECT_EQ(right.code, 0) << right.all();
    const Ran ran = replay("cuda", {"--place", place, "--in-process", "--order", "descending"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, AllOf(HasSubstr("y: 1 of 5 elements differ"), HasSubstr("thread 3 of block 0"),
                               Not(HasSubstr("same every time"))));
  }
}

}  // namespace
}  // namespace kparity::tool
