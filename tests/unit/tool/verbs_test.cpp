// list, status, replay and describe on small folders.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Verbs : public KernelFolders {};

TEST_F(Verbs, list_shows_implementations_with_the_reason_of_those_that_cannot_run) {
  write_kernel("scale");
  write("scale/scale_openmp.cpp", "static void scale(int n, int a, const int* x, int* y) { broken }\n");
  const auto ran = run_tool({"list", path()});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("reference"), HasSubstr("simd"), HasSubstr("unavailable: 'openmp'"),
                             HasSubstr("scale_cuda.cu is missing")));
  const auto json = nlohmann::json::parse(run_tool({"list", path(), "--format", "json"}).out);
  EXPECT_EQ(json["kernels"][0]["kernel"], "scale");
  EXPECT_EQ(json["kernels"][0]["ported"], false);
}

TEST_F(Verbs, status_gives_the_summary_line_and_a_state_per_kernel) {
  write_kernel("scale");
  write_kernel("ported");
  write("ported/ported_cuda.cu",
        "__global__ void ported(int n, int a, const int* x, int* y) { if (n > 0) y[0] = a * x[0]; }\n");
  const auto ran = run_tool({"status", path()});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("CUDA kernels: 1 of 2 (missing: scale)"));
  const auto json = nlohmann::json::parse(run_tool({"status", path(), "--format", "json"}).out);
  EXPECT_EQ(json["kernels"][1]["state"], "unported");
}

TEST_F(Verbs, replay_wants_an_implementation_where_there_are_several) {
  write_kernel("scale");
  write("scale/scale_openmp.cpp",
        "static void scale(int n, int a, const int* x, int* y) { for (int i = 0; i < n; ++i) y[i] = a * x[i]; }\n");
  const std::string token = "scale:n=3,a=2,family=realistic,seed=1";
  const auto ran = run_tool({"replay", token, "--in", path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("give --implementation with one of"));
  EXPECT_EQ(run_tool({"replay", token, "--in", path(), "--implementation", "simd"}).code, 0);
}

TEST_F(Verbs, replay_refuses_a_bad_token_with_the_reason) {
  write_kernel("scale");
  for (const char* token :
       {"", "scale", "scale:", "nothing:n=1", "scale:n=1", "scale:n=9999,a=2,family=realistic,seed=1",
        "scale:n=1,a=2,family=none,seed=1", "scale:n=x,a=2,family=realistic,seed=1"})
    EXPECT_EQ(run_tool({"replay", token, "--in", path()}).code, 2) << token;
}

TEST_F(Verbs, replay_says_when_the_spec_has_changed) {
  write_kernel("scale");
  const auto ran = run_tool({"replay", "scale:n=3,a=2,family=realistic,seed=1,spec=00000001", "--in", path()});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.err, HasSubstr("has changed since this token was printed"));
}

TEST_F(Verbs, describe_prints_every_topic_and_a_json_schema) {
  const auto all = run_tool({"describe"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.out, AllOf(HasSubstr("### uniform"), HasSubstr("`nondeterministic`"), HasSubstr("KPARITY_CXX"),
                             HasSubstr("`junit`"), HasSubstr("`shapes`"), HasSubstr("_openmp.cpp")));
  EXPECT_TRUE(nlohmann::json::parse(run_tool({"describe", "schema"}).out).contains("properties"));
  EXPECT_EQ(run_tool({"describe", "nothing"}).code, 2);
}

}  // namespace
}  // namespace kparity::tool
