// `--save-reference` and `--reference`: files of stored runs, of this machine and of another.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::HasSubstr;
using testing::Not;

class StoredRuns : public KernelFolders {
 protected:
  void SetUp() override {
    KernelFolders::SetUp();
    write_kernel("scale");
  }
  Ran bench(std::vector<std::string> more) {
    std::vector<std::string> arguments{"bench", path("scale"), "--profile", "ci",      "--budget",
                                       "0.02",  "--no-roof",   "--size",    "n=100000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_tool(arguments);
  }
  std::string file() const {
    for (const auto& entry : std::filesystem::directory_iterator(root / "stored")) return entry.path().string();
    return "";
  }
  nlohmann::json read() const { return nlohmann::json::parse(std::ifstream(file())); }
  void write_json(const nlohmann::json& json) const { std::ofstream(file()) << json.dump(); }
};

TEST_F(StoredRuns, are_added_one_by_one_and_compared) {
  const std::string folder = path("stored");
  const auto first = bench({"--save-reference", folder});
  EXPECT_EQ(first.code, 0) << first.all();
  EXPECT_THAT(first.err, HasSubstr("1 run of this machine"));
  const auto second = bench({"--save-reference", folder, "--reference", folder});
  EXPECT_THAT(second.err, HasSubstr("2 runs of this machine"));
  EXPECT_THAT(second.out, HasSubstr("against 1 stored run of this machine"));
  EXPECT_THAT(second.out, HasSubstr("too few stored runs: 1"));
  EXPECT_THAT(second.out, HasSubstr("advice only"));
  auto json = read();
  EXPECT_EQ(json["runs"].size(), 2u);
  EXPECT_EQ(json["machine"]["profile"], "ci");

  // Twelve runs in which everything took a thousandth: now all is slower, and the exit code does not say so.
  auto run = json["runs"][0];
  for (auto& [name, time] : run["median_us"].items()) time = time.get<double>() / 1000;
  json["runs"] = std::vector<nlohmann::json>(12, run);
  write_json(json);
  const auto slower = bench({"--reference", folder});
  EXPECT_EQ(slower.code, 0) << slower.all();
  EXPECT_THAT(slower.out, HasSubstr("against 12 stored runs of this machine"));
  EXPECT_THAT(slower.out, HasSubstr("  slower     scale/simd n=100000"));
  const auto as_json = bench({"--reference", folder, "--format", "json"});
  const auto reference = nlohmann::json::parse(as_json.out)["kparity"]["reference"];
  EXPECT_EQ(reference["runs"], 12);
  EXPECT_EQ(reference["rows"][0]["verdict"], "slower");
}

TEST_F(StoredRuns, of_another_machine_are_no_reference) {
  const std::string folder = path("stored");
  EXPECT_THAT(bench({"--reference", folder}).out, HasSubstr("no reference, so no verdict"));
  bench({"--save-reference", folder});
  auto json = read();
  json["machine"]["cpu_model"] = "Another CPU";
  write_json(json);
  const auto edited = bench({"--reference", folder});
  EXPECT_THAT(edited.out, HasSubstr("is of another machine: cpu_model is "));
  EXPECT_THAT(edited.out, Not(HasSubstr("slower")));
  std::filesystem::rename(file(), root / "stored/kparity-reference-0123456789ab.json");
  const auto ran = bench({"--reference", folder});
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.out, HasSubstr("no reference, so no verdict"));
  EXPECT_THAT(ran.out, HasSubstr("and 'Another CPU' there"));
}

TEST_F(StoredRuns, a_file_that_is_none_is_an_error) {
  bench({"--save-reference", path("stored")});
  std::ofstream(file()) << "{}";
  const auto ran = bench({"--reference", path("stored")});
  EXPECT_EQ(ran.code, 2) << ran.all();
  EXPECT_THAT(ran.err, HasSubstr("is no stored reference of kparity"));
}

TEST_F(StoredRuns, have_no_effect_on_a_comparison_of_revisions) {
  EXPECT_EQ(run_tool({"bench", path(), "--against", "HEAD", "--reference", path()}).code, 2);
}

TEST_F(StoredRuns, instructions_are_counted_or_the_head_says_why_not) {
  const auto ran = bench({"--statics", "--format", "json"});
  const auto json = nlohmann::json::parse(ran.out);
  const std::string said = json["context"]["instructions"];
  const auto& counted = json["benchmarks"][0]["kparity"]["instructions"];
  if (said == "counted") {
    EXPECT_TRUE(counted.is_number());
    EXPECT_GT(counted.get<double>(), 10000);
  } else {
    EXPECT_THAT(said, HasSubstr("not counted: "));
    EXPECT_TRUE(counted.is_null());
  }
  EXPECT_THAT(bench({}).out, Not(HasSubstr("instructions")));
}

}  // namespace
}  // namespace kparity::tool
