// What logs of compute-sanitizer mean, and that the check is skipped with the reason where it cannot run. The logs have
// the form that the tool prints.
#include "kparity/parity/sanitizer.hpp"

#include <gmock/gmock.h>

#include "kparity/error.hpp"

namespace kparity::parity {
namespace {

using result::Verdict;
using testing::Contains;
using testing::HasSubstr;

const SanitizerTool& tool(std::string_view name) {
  for (const SanitizerTool& each : sanitizer_tools())
    if (each.name == name) return each;
  throw InvalidArgument("no such tool");
}

TEST(Sanitizer, there_are_four_tools_with_verdicts_of_their_own) {
  ASSERT_EQ(sanitizer_tools().size(), 4U);
  EXPECT_EQ(tool("memcheck").verdict, Verdict::bounds);
  EXPECT_EQ(tool("racecheck").verdict, Verdict::race);
  EXPECT_EQ(tool("initcheck").verdict, Verdict::uninitialised);
  EXPECT_EQ(tool("synccheck").verdict, Verdict::barrier);
}

TEST(Sanitizer, a_log_without_findings_passes) {
  const auto read = read_sanitizer_log(
      "========= COMPUTE-SANITIZER\nPASS  axpy.parity.cuda\n========= ERROR SUMMARY: 0 errors\n", tool("memcheck"));
  EXPECT_EQ(read.verdict, Verdict::pass);
  EXPECT_EQ(read.reason, "");
  EXPECT_EQ(
      read_sanitizer_log("========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)\n", tool("racecheck"))
          .verdict,
      Verdict::pass);
}

TEST(Sanitizer, the_first_finding_is_the_reason_and_the_rest_are_details) {
  const auto read = read_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "========= Invalid __global__ write of size 8 bytes\n"
      "=========     at axpy(double, const double *, double *, int)+0xf0 in axpy_cuda.cu:6\n"
      "=========     by thread (1,0,0) in block (0,0,0)\n"
      "=========\n"
      "========= ERROR SUMMARY: 1 error\n",
      tool("memcheck"));
  EXPECT_EQ(read.verdict, Verdict::bounds);
  EXPECT_EQ(read.reason, "memcheck: Invalid __global__ write of size 8 bytes");
  EXPECT_THAT(read.details, Contains(HasSubstr("axpy_cuda.cu:6")));
  EXPECT_THAT(read.details, Contains(HasSubstr("thread (1,0,0) in block (0,0,0)")));
}

TEST(Sanitizer, trouble_of_the_tool_is_no_finding) {
  const std::string trouble = "========= Error: Target application terminated before first instrumented API call\n";
  const auto read = read_sanitizer_log("========= COMPUTE-SANITIZER\n" + trouble, tool("memcheck"));
  EXPECT_EQ(read.verdict, Verdict::broken);
  EXPECT_THAT(read.reason, HasSubstr("could not examine the program: Error: Target application terminated"));
  EXPECT_EQ(
      read_sanitizer_log(trouble + "========= Invalid __global__ read of size 4 bytes\n", tool("memcheck")).reason,
      "memcheck: Invalid __global__ read of size 4 bytes");
}

TEST(Sanitizer, a_tool_that_does_not_exist_is_refused_with_those_that_do) {
  EXPECT_THAT([] { check_with_sanitizer({}, "leakcheck", {}); },
              testing::ThrowsMessage<InvalidArgument>(HasSubstr("memcheck, racecheck, initcheck, synccheck")));
}

}  // namespace
}  // namespace kparity::parity
