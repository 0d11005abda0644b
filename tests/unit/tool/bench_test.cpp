// `kparity bench` on small folders: tables, JSON, exit codes.
#include <gmock/gmock.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Bench : public KernelFolders {
 protected:
  /// As on a machine without a device, wherever the tests run.
  Bench() { ::setenv("CUDA_VISIBLE_DEVICES", "", 1); }
  Ran bench(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"bench", path(), "--profile", "ci", "--budget", "0.01", "--no-roof"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words);
  }
};

TEST_F(Bench, times_what_is_right_in_three_sizes) {
  write_kernel("scale");
  const auto ran = bench();
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("9 rows: 6 measured, 0 wrong, 3 not measured"), HasSubstr("  reference"),
                             HasSubstr("1.00x"), HasSubstr("  simd"), HasSubstr("skipped: not ported: ")));
}

/// A process that sends a signal to this one as soon as a file has some text in it. No thread: ThreadSanitizer follows
/// no child of a process with several that starts threads itself.
class Sender {
 public:
  Sender(const std::string& file, const std::string& part, int signal) : process_(::fork()) {
    if (process_ != 0) return;
    const pid_t receiver = ::getppid();
    while (::getppid() == receiver) {
      std::ifstream written(file);
      const std::string text{std::istreambuf_iterator<char>(written), {}};
      if (text.find(part) != std::string::npos) {
        ::kill(receiver, signal);
        break;
      }
      ::usleep(1000);
    }
    ::_exit(0);
  }
  ~Sender() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

 private:
  pid_t process_;
};

TEST_F(Bench, a_run_that_is_interrupted_writes_what_it_has_and_is_not_green) {
  write_kernel("scale");
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto files = (root / std::to_string(signal)).string();
    std::filesystem::create_directories(files);
    const Sender sender(files + "/bench.jsonl", "\"seconds\"", signal);
    const auto ran = run_tool({"bench", path(), "--budget", "2", "--no-roof", "--files", files});
    EXPECT_EQ(ran.code, 128 + signal) << ran.all();
    EXPECT_THAT(ran.out, AllOf(HasSubstr("  reference"), HasSubstr("incomplete: the run was stopped")));
    std::ifstream file(files + "/bench.json");
    const auto json = nlohmann::json::parse(file);
    EXPECT_EQ(json["kparity"]["complete"], false);
    EXPECT_GT(json["benchmarks"].size(), 0u);
    EXPECT_THAT(json["kparity"]["rows_without_time"].dump(), HasSubstr("stopped before it was measured"));
    std::ifstream lines(files + "/bench.jsonl");
    std::string line;
    while (std::getline(lines, line)) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
}

TEST_F(Bench, the_table_is_explained_where_it_is_asked_for) {
  write_kernel("scale");
  EXPECT_THAT(bench({"--explain"}).out, HasSubstr("\n  vs ref.         median of `reference` over this one"));
  EXPECT_THAT(bench().out, Not(HasSubstr("median of `reference` over")));
  const auto ran = bench({"--explain", "--format", "csv"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--explain explains the table"));
}

TEST_F(Bench, the_table_is_as_narrow_as_the_environment_says) {
  write_kernel("scale");
  ::setenv("COLUMNS", "60", 1);
  const auto narrow = bench().out;
  ::setenv("COLUMNS", "many", 1);
  const auto usual = bench().out;
  ::unsetenv("COLUMNS");
  EXPECT_THAT(narrow, AllOf(HasSubstr(" median"), Not(HasSubstr("GFLOP/s"))));
  EXPECT_THAT(usual, HasSubstr("GFLOP/s"));
}

TEST_F(Bench, a_wrong_implementation_is_red_and_has_no_time) {
  write_kernel("scale", "for (int i = 0; i + 1 < n; ++i) y[i] = a * x[i];");
  const auto ran = bench();
  EXPECT_EQ(ran.code, 1) << ran.all();
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("  simd         fail: y: 1 of"), HasSubstr("3 wrong"),
                    HasSubstr("kparity replay --in " + path() + " 'scale:n="), HasSubstr("--implementation simd")));
  const auto json = nlohmann::json::parse(bench({"--format", "json"}).out);
  EXPECT_FALSE(json["benchmarks"].empty());
  for (const auto& row : json["benchmarks"]) EXPECT_THAT(std::string(row["name"]), HasSubstr("impl:reference"));
  EXPECT_EQ(json["kparity"]["rows_without_time"].size(), 6u);
  EXPECT_EQ(json["kparity"]["exit_code"], 1);
}

TEST_F(Bench, a_crash_and_what_does_not_compile_cost_their_own_rows) {
  write_kernel("scale", "__builtin_trap();");
  const auto crashed = bench();
  EXPECT_EQ(crashed.code, 1) << crashed.all();
  EXPECT_THAT(crashed.out, AllOf(HasSubstr("  simd         crashed: "), HasSubstr("3 measured, 3 wrong")));
  write("scale/scale_simd.cpp", "static void scale(int n, int a, const int* x, int* y) { broken }\n");
  const auto broken = bench();
  EXPECT_EQ(broken.code, 1) << broken.all();
  EXPECT_THAT(broken.out, AllOf(HasSubstr("  simd         broken: "), HasSubstr("3 measured, 3 wrong")));
}

TEST_F(Bench, a_cuda_kernel_without_a_device_has_a_reason_and_its_emulation_is_never_timed) {
  write_kernel("scale");
  write("scale/scale_cuda.cu",
        "__global__ void scale(int n, int a, const int* x, int* y) { if (n > 0) y[0] = a * x[0]; }\n");
  const auto ran = bench();
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("  cuda         "), Not(HasSubstr("emulated")), Not(HasSubstr("checked"))));
  EXPECT_EQ(bench({"--place", "emulated"}).code, 2);
  EXPECT_THAT(bench({"--place", "host"}).out, Not(HasSubstr("cuda")));
}

TEST_F(Bench, a_size_of_the_command_line_replaces_those_of_the_spec) {
  write_kernel("scale");
  EXPECT_THAT(bench({"--size", "n=1_234"}).out,
              AllOf(HasSubstr("3 rows: 2 measured"), HasSubstr("scale  n=1234    9.87 kB per call")));
  const auto unknown = bench({"--size", "m=5"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("'m' is no integer input of kernel 'scale'; there are: n, a"));
  EXPECT_EQ(bench({"--size", "n"}).code, 2);
  EXPECT_EQ(bench({"--size", "n=-1"}).code, 2);
}

TEST_F(Bench, writes_all_files_into_a_folder) {
  write_kernel("scale");
  const auto ran = bench({"--files", path("results/today")});
  EXPECT_EQ(ran.code, 0) << ran.all();
  for (const char* name : {"bench.json", "bench.gha.json", "bench.md", "bench.csv", "bench.jsonl", "bench.html"})
    EXPECT_GT(std::filesystem::file_size(root / "results/today" / name), 0u) << name;
  write("file", "");
  EXPECT_EQ(bench({"--files", path("file/below")}).code, 2);
}

TEST_F(Bench, measures_the_roofs_of_the_host) {
  write_kernel("scale");
  const auto ran = run_tool({"bench", path(), "--profile", "ci", "--budget", "0.01", "--implementation", "reference"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  if (ran.out.find("left out of this build") != std::string::npos) GTEST_SKIP() << "roofs need OpenMP";
  EXPECT_THAT(ran.out, AllOf(HasSubstr("roof   host "), HasSubstr(" GB/s"), HasSubstr(" GFLOP/s f32"),
                             HasSubstr(" GFLOP/s f64, measured by this run")));
}

TEST_F(Bench, nothing_measured_is_not_green) {
  write_kernel("scale");
  write("scale/scale_cuda.cu", "__global__ void scale(int n, int a, const int* x, int* y) {}\n");
  EXPECT_EQ(bench({"--implementation", "cuda"}).code, 4);
}

TEST_F(Bench, sizes_of_the_spec_are_taken) {
  write_kernel("scale");
  std::ofstream(root / "scale/scale.yaml", std::ios::app) << "bench: {sizes: {n: [50, 400]}, work: {flops: n}}\n";
  const auto ran = bench({"--implementation", "reference"});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_THAT(ran.out, AllOf(HasSubstr("scale  n=50    400 B per call, each array counted once"),
                             HasSubstr("scale  n=400    3.2 kB per call"), HasSubstr("2 rows: 2 measured")));
}

TEST_F(Bench, writes_json_to_a_file) {
  write_kernel("scale");
  const auto ran = bench({"--format", "json", "--output", path("bench.json")});
  EXPECT_EQ(ran.code, 0) << ran.all();
  EXPECT_EQ(ran.out, "");
  std::ifstream file(root / "bench.json");
  const auto json = nlohmann::json::parse(file);
  EXPECT_EQ(json["context"]["json_schema_version"], 1);
  EXPECT_EQ(json["context"]["executable"], "kparity");
  for (const auto& row : json["benchmarks"]) EXPECT_GT(double(row["real_time"]), 0);
}

TEST_F(Bench, usage_errors) {
  write_kernel("scale");
  EXPECT_EQ(bench({"--implementation", "sind"}).code, 2);
  EXPECT_EQ(run_tool({"bench", path(), "--profile", "quick"}).code, 2);
  EXPECT_EQ(run_tool({"bench", path(), "--budget", "0"}).code, 2);
  EXPECT_EQ(run_tool({"bench", path(), "skale"}).code, 2);
  write("bad/bad.yaml", "kernel: bad\n");
  const auto ran = bench();
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("'bad' cannot be measured"));
}

}  // namespace
}  // namespace kparity::tool
