// `kparity check`: exit codes, formats, selection, and inputs that are no kernels at all.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Check : public KernelFolders {};

TEST_F(Check, right_kernels_are_green) {
  write_kernel("scale");
  const auto ran = run_tool({"check", path(), "--cases", "20"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("PASS"), HasSubstr("scale.parity.simd")));
}

TEST_F(Check, a_wrong_kernel_exits_with_1_and_a_replay_line_that_works) {
  write_kernel("scale", "for (int i = 0; i < n - 1; ++i) y[i] = a * x[i];");
  const auto ran = run_tool({"check", path(), "--cases", "20", "--format", "json"});
  EXPECT_EQ(ran.code, 1);
  const auto report = nlohmann::json::parse(ran.out);
  std::string token;
  for (const auto& outcome : report["outcomes"])
    if (outcome["verdict"] == "fail") token = outcome["token"];
  ASSERT_FALSE(token.empty()) << ran.out;
  const auto again = run_tool({"replay", token, "--in", path(), "--implementation", "simd"});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.out, HasSubstr("y: 1 of 1 elements differ from reference"));
}

TEST_F(Check, one_broken_folder_does_not_hide_the_others) {
  write_kernel("scale");
  write("wrong/wrong.yaml", "kernel: wrong\n");
  const auto ran = run_tool({"check", path(), "--cases", "5"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("wrong.yaml"), HasSubstr("scale.parity.simd")));
}

TEST_F(Check, case_71_a_kernel_without_a_spec_is_skipped_naming_the_file_and_red_under_strict) {
  write_kernel("scale");
  write_kernel("bare");
  std::filesystem::remove(root / "bare/bare.yaml");
  const auto ran = run_tool({"check", path(), "--cases", "5"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, HasSubstr("bare/bare.yaml"));
  EXPECT_EQ(run_tool({"check", path(), "--cases", "5", "--strict"}).code, 1);
}

TEST_F(Check, nothing_that_could_run_is_4) {
  write_kernel("bare");
  std::filesystem::remove(root / "bare/bare.yaml");
  EXPECT_EQ(run_tool({"check", path()}).code, 4);
}

TEST_F(Check, a_folder_that_is_not_there_or_holds_no_kernel_is_a_usage_error) {
  EXPECT_EQ(run_tool({"check", path("nowhere")}).code, 2);
  const auto empty = run_tool({"check", path()});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("no kernel folder in"));
}

TEST_F(Check, unknown_kernels_and_implementations_name_the_nearest) {
  write_kernel("scale");
  const auto kernel = run_tool({"check", path(), "scal"});
  EXPECT_EQ(kernel.code, 2);
  EXPECT_THAT(kernel.err, HasSubstr("did you mean 'scale'?"));
  const auto implementation = run_tool({"check", path(), "--implementation", "simdd"});
  EXPECT_EQ(implementation.code, 2);
  EXPECT_THAT(implementation.err, HasSubstr("did you mean 'simd'?"));
}

TEST_F(Check, unknown_options_name_the_nearest) {
  write_kernel("scale");
  for (const std::string option : {"--case", "--case=5"}) {
    const auto ran = run_tool({"check", path(), option});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("no option '--case' (did you mean '--cases'?)"), HasSubstr("--help")));
  }
  EXPECT_THAT(run_tool({"replay", "scale:n=1", "--plaec", "device"}).err, HasSubstr("did you mean '--place'?"));
  const auto far = run_tool({"check", path(), "--nothing-like-it"});
  EXPECT_EQ(far.code, 2);
  EXPECT_THAT(far.err, AllOf(HasSubstr("no option '--nothing-like-it'; there are: "), HasSubstr("--cases")));
  EXPECT_THAT(run_tool({"check", path(), "-q"}).err, HasSubstr("no option '-q'"));
  EXPECT_THAT(run_tool({"--verson"}).err, HasSubstr("no option '--verson' (did you mean '--version'?)"));
}

TEST_F(Check, an_output_that_cannot_be_written_is_said_before_any_work) {
  write_kernel("scale");
  const auto ran = run_tool({"check", path(), "--output", path("no/such/folder/out.txt")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("cannot write to"));
  EXPECT_EQ(ran.out, "");
}

TEST_F(Check, a_host_file_without_its_function_is_broken_with_the_compilers_words) {
  write_kernel("scale");
  write("scale/scale_simd.cpp", "static void other() {}\n");
  const auto ran = run_tool({"check", path(), "--cases", "5"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("BROKEN"), HasSubstr("scale")));
}

TEST_F(Check, names_that_are_no_kernel_names_are_problems_of_their_folder) {
  write("two words/two words.yaml", "kernel: two words\n");
  write("while/while.yaml", "kernel: while\n");
  const auto ran = run_tool({"check", path()});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("two words"), HasSubstr("while")));
}

TEST_F(Check, a_shape_that_needs_a_terabyte_is_refused_before_allocating) {
  write_kernel("scale");
  write("scale/scale.yaml",
        "kernel: scale\nsignature: void scale(int n, int a, const int* x, int* y)\ninputs:\n"
        "  n: {generate: integer, min: 1000000, max: 1000000, role: size}\n"
        "  a: {generate: integer, min: 2, max: 9}\n"
        "  x: {generate: integer, shape: [n, 300000], min: -9, max: 9}\n"
        "outputs:\n  y: {shape: [n]}\n");
  const auto ran = run_tool({"check", path(), "--cases", "5"});
  EXPECT_NE(ran.code, 0);
  EXPECT_THAT(ran.all(), AllOf(HasSubstr("'x'"), HasSubstr("limit")));
}

TEST_F(Check, yaml_that_is_no_spec_is_located) {
  for (const auto& text : {std::string(), std::string("\0\1\2\3", 4), std::string("a: &a [*a]\n"),
                           std::string(2 << 20, 'x'), std::string("[[[[[[[[")}) {
    write("scale/scale.yaml", text);
    const auto ran = run_tool({"check", path()});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.out, HasSubstr("scale.yaml:")) << ran.all();
  }
}

TEST_F(Check, options_are_checked) {
  write_kernel("scale");
  EXPECT_EQ(run_tool({"check", path(), "--cases", "0"}).code, 2);
  EXPECT_EQ(run_tool({"check", path(), "--cases", "many"}).code, 2);
  EXPECT_EQ(run_tool({"check", path(), "--seed", "seven"}).code, 2);
  EXPECT_EQ(run_tool({"check", path(), "--format", "xls"}).code, 2);
  EXPECT_EQ(run_tool({"check", path(), "--family", "odd"}).code, 2);
  EXPECT_EQ(run_tool({"check", path(), "--nonsense"}).code, 2);
  EXPECT_EQ(run_tool({}).code, 2);
}

TEST_F(Check, the_same_seed_gives_the_same_report_whatever_the_jobs) {
  write_kernel("scale", "for (int i = 0; i < n; ++i) y[i] = i < 70 ? a * x[i] : 0;");
  write_kernel("other");
  const auto tokens = [&](const char* jobs) {
    std::vector<std::string> found;
    const auto ran =
        run_tool({"check", path(), "--cases", "30", "--seed", "0x5eed", "--format", "json", "--jobs", jobs});
    const auto report = nlohmann::json::parse(ran.out);
    for (const auto& outcome : report["outcomes"])
      found.push_back(outcome["id"].get<std::string>() + " " + outcome.value("token", ""));
    return found;
  };
  EXPECT_EQ(tokens("1"), tokens("4"));
}

TEST_F(Check, a_random_seed_is_another_each_time_and_printed_so_that_it_can_be_given) {
  write_kernel("scale", "for (int i = 0; i < n; ++i) y[i] = i < 70 ? a * x[i] : 0;");
  const auto report_of = [&](const std::string& seed) {
    const auto report = nlohmann::json::parse(
        run_tool({"check", path(), "--cases", "30", "--seed", seed, "--format", "json", "--jobs", "1"}).out);
    return std::pair(report["seed"].get<std::uint64_t>(), report["outcomes"].dump());
  };
  const auto [seed, outcomes] = report_of("random");
  EXPECT_NE(report_of("random").first, seed);
  const auto token_of = [](const std::string& text) {
    std::string tokens;
    for (const auto& outcome : nlohmann::json::parse(text)) tokens += outcome.value("first_token", "") + "\n";
    return tokens;
  };
  const auto again = report_of(std::to_string(seed));
  EXPECT_EQ(again.first, seed);
  EXPECT_EQ(token_of(again.second), token_of(outcomes));
}

TEST_F(Check, junit_goes_to_a_file) {
  write_kernel("scale");
  const auto ran = run_tool({"check", path(), "--cases", "5", "--format", "junit", "--output", path("report.xml")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "");
  std::ifstream file(root / "report.xml");
  std::string first;
  std::getline(file, first);
  EXPECT_THAT(first, HasSubstr("<?xml"));
}

TEST_F(Check, pins_failures_and_runs_them_first) {
  write_kernel("scale", "for (int i = 0; i < n - (n == 200 + 17); ++i) y[i] = a * x[i];");
  const auto unpinned = run_tool({"check", path(), "--cases", "200", "--family", "realistic"});
  ASSERT_EQ(unpinned.code, 0) << "the size is not drawn by itself\n" << unpinned.all();
  write("scale/scale.cases", "scale:n=217,a=3,family=realistic,seed=1\n");
  const auto pinned = run_tool({"check", path(), "--cases", "1", "--pin"});
  EXPECT_EQ(pinned.code, 1) << pinned.all();
  EXPECT_THAT(pinned.out, HasSubstr("n=217"));
  EXPECT_THAT(pinned.err, HasSubstr("is pinned in"));
  std::ifstream file(root / "scale/scale.cases");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(text, HasSubstr("  # scale.parity.simd fail\n"));
  const auto again = run_tool({"check", path(), "--cases", "1", "--pin"});
  EXPECT_THAT(again.err, HasSubstr("was in"));
}

TEST_F(Check, a_pinned_line_that_is_no_case_is_a_problem_of_the_folder_and_an_old_one_a_warning) {
  write_kernel("scale");
  write("scale/scale.cases", "scale:n=7,a=3,family=realistic,seed=1,spec=00000001\n");
  const auto old = run_tool({"check", path(), "--cases", "1"});
  EXPECT_EQ(old.code, 0) << old.all();
  EXPECT_THAT(old.out, HasSubstr("scale.cases:1:1: the spec has changed since this case was pinned"));
  write("scale/scale.cases", "scale:n=501,a=3,family=realistic,seed=1\n");
  const auto wrong = run_tool({"check", path(), "--cases", "1"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.out, HasSubstr("n = 501 is outside the bounds"));
}

}  // namespace
}  // namespace kparity::tool
