// Child processes, and what compilers say.
#include "kparity/compile/compiler.hpp"

#include <gmock/gmock.h>

#include "small_kernels.hpp"

namespace kparity::compile {
namespace {

using testing::HasSubstr;

TEST(RunProcess, keeps_output_and_exit_code) {
  const ProcessResult result = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(RunProcess, keeps_errors_apart_where_the_output_is_data) {
  const ProcessResult result = run_process_apart({"sh", "-c", "printf 'a\\0b'; echo err >&2; exit 3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.output, std::string("a\0b", 3));
  EXPECT_EQ(result.errors, "err\n");
}

TEST(RunProcess, passes_arguments_and_input_as_they_are) {
  EXPECT_EQ(run_process({"printf", "%s", "a b;$HOME'\""}).output, "a b;$HOME'\"");
  const std::string big(1 << 20, 'x');
  EXPECT_EQ(run_process({"cat"}, big).output, big);
  EXPECT_EQ(run_process({"cat"}).output, "");
}

TEST(RunProcess, reports_signals_and_missing_programs) {
  EXPECT_EQ(run_process({"sh", "-c", "kill -9 $$"}).exit_code, 137);
  try {
    run_process({"no-such-program-here"});
    FAIL();
  } catch (const RuntimeFailure& error) {
    EXPECT_THAT(error.what(), HasSubstr("no-such-program-here"));
  }
}

TEST(FirstError, finds_it_in_what_compilers_print) {
  EXPECT_EQ(
      first_error(
          "In file included from x:1:\na.cpp:3:5: warning: w\na.cpp:4:7: error: no such thing\n  4 | x\nb: error: c\n"),
      "a.cpp:4:7: error: no such thing");
  EXPECT_EQ(first_error("a.cpp:1:10: fatal error: 'omp.h' file not found\n"),
            "a.cpp:1:10: fatal error: 'omp.h' file not found");
  EXPECT_EQ(first_error("a.f90:3:7:\n\n    3 | bad\n      |  1\nError: Unclassifiable statement at (1)\n"),
            "a.f90:3:7: Error: Unclassifiable statement at (1)");
  EXPECT_EQ(first_error("/usr/bin/ld: x.o: in function `f':\nx.cpp:(.text+0x5): undefined reference to `g'\ncollect2: "
                        "error: ld returned 1 exit status\n"),
            "x.cpp:(.text+0x5): undefined reference to `g'");
  EXPECT_EQ(first_error("/usr/bin/ld: cannot find -lnone: No such file\nclang: error: linker command failed\n"),
            "/usr/bin/ld: cannot find -lnone: No such file");
  EXPECT_EQ(first_error("g++: internal compiler error: Killed\n"), "g++: internal compiler error: Killed");
  EXPECT_EQ(first_error("\n"), "the compiler said nothing");
}

TEST(CompilerIdentity, tells_compilers_apart_and_stays_the_same) {
  use_private_cache();
  const std::string identity = compiler_identity(host_compiler());
  EXPECT_EQ(compiler_identity(host_compiler()), identity);
  std::vector<std::string> with_flag = host_compiler();
  with_flag.emplace_back("-m64");
  EXPECT_NE(compiler_identity(with_flag), identity);
  EXPECT_THROW(compiler_identity({"/no/such/compiler"}), RuntimeFailure);
}

}  // namespace
}  // namespace kparity::compile
