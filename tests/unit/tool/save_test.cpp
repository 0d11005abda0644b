// `--save`: files that NumPy reads, and a program that shows the difference without kparity.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::HasSubstr;

class Save : public KernelFolders {
 protected:
  std::string folder() const { return (root / "saved files").string(); }
  /// What a command prints, with the command's exit status in front.
  std::string shell(const std::string& command) const {
    const std::string file = (root / "printed").string();
    const int status = std::system(("cd '" + folder() + "' && { " + command + "; } >'" + file + "' 2>&1").c_str());
    std::ifstream in(file);
    return std::to_string(WEXITSTATUS(status)) + "\n" + std::string(std::istreambuf_iterator<char>(in), {});
  }
};

const std::string wrong = "for (int i = 0; i < n; ++i) y[i] = i == 3 ? 77 : a * x[i];";

TEST_F(Save, a_red_check_leaves_arrays_and_a_program) {
  write_kernel("scale", wrong);
  const auto ran = run_tool({"check", path(), "--implementation", "simd", "--cases", "20", "--save", folder()});
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out,
              HasSubstr("saved             " + folder() + "/scale.simd.npz, " + folder() + "/scale_simd_repro.cpp"));
  EXPECT_THAT(shell("g++ -std=c++20 -Wall -Werror scale_simd_repro.cpp -o repro && ./repro"),
              testing::MatchesRegex("1\ny\\[3\\] expected -?[0-9]+ got 77\ny: 1 of [0-9]+ elements have other bits\n"));
}

TEST_F(Save, the_program_of_a_right_implementation_sees_no_difference) {
  write_kernel("scale");
  const auto ran = run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation",
                             "simd", "--save", folder()});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_EQ(shell("g++ -std=c++20 scale_simd_repro.cpp -o repro && ./repro"),
            "0\ny: 0 of 5 elements have other bits\n");
}

TEST_F(Save, numpy_reads_the_arrays) {
  write_kernel("scale", wrong);
  run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation", "simd", "--save",
            folder()});
  if (shell("python3 -c 'import numpy'") != "0\n") GTEST_SKIP() << "there is no NumPy";
  EXPECT_EQ(
      shell(
          "python3 -c 'import numpy as np; f = np.load(\"scale.simd.npz\"); e, a = f[\"y.expected\"], f[\"y.actual\"]; "
          "print(sorted(f), f[\"x\"].dtype, f[\"n\"], (e == f[\"a\"] * f[\"x\"]).all(), np.nonzero(e != a)[0], a[3])'"),
      "0\n['a', 'n', 'x', 'y.actual', 'y.expected'] int32 5 True [3] 77\n");
}

TEST_F(Save, python_finds_the_archive_whole) {
  write_kernel("scale");
  run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation", "simd", "--save",
            folder()});
  EXPECT_EQ(shell("python3 -m zipfile -t scale.simd.npz"), "0\nDone testing\n");
}

TEST_F(Save, what_crashes_is_saved_without_its_results) {
  write_kernel("scale", "__builtin_trap();");
  const auto ran = run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation",
                             "simd", "--save", folder()});
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out, HasSubstr("without what the implementation made"));
  EXPECT_THAT(shell("python3 -m zipfile -l scale.simd.npz"), HasSubstr("y.expected.npy"));
}

TEST_F(Save, the_program_is_compiled_with_the_flags_of_the_check) {
  write_kernel("scale", "for (int i = 0; i < n; ++i) y[i] = FACTOR * a * x[i];");
  std::ofstream(root / "scale/scale.yaml", std::ios::app) << "host: {simd: {flags: [-DFACTOR=1, -lm]}}\n";
  run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation", "simd", "--save",
            folder()});
  EXPECT_EQ(shell("$(grep -m 1 '^//   g++' scale_simd_repro.cpp | sed 's,^//,,; s,&&.*,,') && ./scale_simd_repro"),
            "0\ny: 0 of 5 elements have other bits\n");
  EXPECT_THAT(shell("head -n 5 scale_simd_repro.cpp"),
              testing::ContainsRegex("-ffp-contract=off .*-DFACTOR=1 scale_simd_repro.cpp -lm -o scale_simd_repro"));
}

TEST_F(Save, fortran_has_no_program_and_the_report_says_why) {
  if (std::system("gfortran --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no gfortran";
  write_kernel("scale");
  write("scale/scale_fortran.f90",
        "subroutine scale(n, a, x, y) bind(c, name=\"scale_fortran\")\n  use iso_c_binding\n"
        "  integer(c_int), value :: n, a\n  integer(c_int), intent(in) :: x(n)\n  integer(c_int), intent(out) :: y(n)\n"
        "  y = a * x\nend subroutine\n");
  const auto ran = run_tool({"replay", "scale:n=5,a=3,family=realistic,seed=1", "--in", path(), "--implementation",
                             "fortran", "--save", folder()});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_EQ(shell("ls"), "0\nscale.fortran.npz\n");
}

TEST_F(Save, a_folder_that_cannot_be_made_is_an_error) {
  write_kernel("scale", wrong);
  write("in_the_way", "");
  const auto ran = run_tool(
      {"check", path(), "--implementation", "simd", "--cases", "20", "--save", (root / "in_the_way/x").string()});
  EXPECT_EQ(ran.code, 2) << ran.all();
  EXPECT_THAT(ran.err, HasSubstr("cannot make the folder"));
}

}  // namespace
}  // namespace kparity::tool
