// Evidence survives being written and read, and its hash knows what counts.
#include "kparity/gate/evidence.hpp"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "kparity/error.hpp"

namespace kparity::gate {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Evidence some_evidence() {
  Evidence evidence;
  evidence.kernel = "axpy";
  evidence.kparity = "1";
  evidence.hash = "abc";
  evidence.date = "2026-01-02T03:04:05Z";
  evidence.device = "a GPU";
  evidence.seed = 7;
  evidence.checks = {{"axpy.compile.cuda", "pass", "", 0, 0, ""}, {"axpy.parity.cuda", "pass", "", 200, 0.5, ""}};
  evidence.code = {{"sm_90", "", 32, 128, 2048, 16}, {"sm_80", "", 30, 128, 2048, std::nullopt}};
  evidence.times = {{"n=1000", "cuda", 1e-6}, {"n=1000", "cuda", 3e-6, "call"}};
  return evidence;
}

TEST(Evidence, reads_back_what_it_wrote) {
  const Evidence written = some_evidence();
  const Evidence read = parse_evidence(to_json(written), "a.json");
  EXPECT_EQ(to_json(read), to_json(written));
  EXPECT_EQ(read.file, "a.json");
  EXPECT_TRUE(is_verified(read));
  EXPECT_TRUE(is_measured(read));
  Evidence call = written;
  call.times.erase(call.times.begin());
  EXPECT_FALSE(is_measured(call));  // no time of the kernel
}

TEST(Evidence, of_older_versions_has_no_memory_and_times_of_kernels_only) {
  const Evidence read =
      parse_evidence(R"({"schema": 1, "kernel": "axpy", "kparity": "0", "hash": "a", "date": "d", "device": "g",
      "driver": "1", "nvrtc": "13.0", "workflow": "", "run": "", "commit": "", "seed": 1, "checks": [],
      "code": [{"architecture": "sm_90", "types": "", "registers": 32, "threads": 128}],
      "times": [{"point": "n=1", "implementation": "cuda", "seconds": 1}]})",
                     "old.json");
  EXPECT_FALSE(read.code[0].local_memory);
  EXPECT_EQ(read.code[0].shared_memory, 0U);
  EXPECT_EQ(read.times[0].what, "kernel");
}

TEST(Evidence, is_verified_only_by_cases_that_agreed_on_a_device) {
  Evidence evidence = some_evidence();
  evidence.checks[1].cases = 0;
  EXPECT_FALSE(is_verified(evidence));
  evidence.checks[1] = {"axpy.parity.openmp", "pass", "", 200, 0, ""};
  EXPECT_FALSE(is_verified(evidence));
  evidence = some_evidence();
  evidence.checks.push_back({"axpy.memcheck.cuda", "bounds", "a write", 1, 0, ""});
  EXPECT_FALSE(is_verified(evidence));
  EXPECT_FALSE(is_measured(evidence));
  EXPECT_EQ(first_red(evidence)->id, "axpy.memcheck.cuda");
}

TEST(Evidence, refuses_what_is_none) {
  for (const char* text : {"", "null", "[]", "{}", "{\"schema\": 1}", "{\"schema\": 1, \"kernel\": 3}"})
    EXPECT_THAT([&] { parse_evidence(text, "x.json"); }, ThrowsMessage<InvalidArgument>(HasSubstr("x.json"))) << text;
  EXPECT_THAT([] { parse_evidence("{\"schema\": 2}", "x.json"); },
              ThrowsMessage<InvalidArgument>(HasSubstr("this kparity reads schema 1")));
}

class SourceHash : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "kparity-gate-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root = pattern;
    write("axpy/axpy.yaml", spec);
    write("axpy/axpy_reference.cpp", "#include \"host.hpp\"\nstatic void axpy(int n, double* y) {}\n");
    write("axpy/axpy_openmp.cpp", "static void axpy(int n, double* y) {}\n");
    write("axpy/host.hpp", "\n");
    write("axpy/axpy_cuda.cu", "#include \"../common/a.cuh\"\n__global__ void axpy(int n, double* y) {}\n");
    write("common/a.cuh", "#include \"b.cuh\"\n");
    write("common/b.cuh", "\n");
    before = hash();
  }
  void TearDown() override { std::filesystem::remove_all(root); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream(root / name, std::ios::binary) << text;
  }

  std::string hash(const std::string& version = "1") {
    spec::KindRule integer, exact;
    integer.name = "integer";
    for (const char* name : {"min", "max"}) {
      integer.fields.emplace_back();
      integer.fields.back().name = name;
      integer.fields.back().type = spec::FieldType::integer;
    }
    exact.name = "exact";
    const spec::Vocabulary vocabulary{{integer}, {exact}};
    const auto sources = compile::read_sources((root / "axpy").string(), vocabulary);
    for (const auto& problem : sources.at(0).problems) ADD_FAILURE() << to_string(problem);
    return source_hash(sources.at(0), version);
  }

  const std::string spec =
      "kernel: axpy\nsignature: void axpy(int n, double* y)\ninputs:\n  n: {generate: integer, min: 0, max: 9, role: "
      "size}\noutputs:\n  y: {shape: [n]}\n";
  std::filesystem::path root;
  std::string before;
};

TEST_F(SourceHash, changes_with_all_that_a_verdict_depends_on) {
  EXPECT_EQ(before.size(), 64U);
  EXPECT_NE(hash("2"), before);
  for (const char* name :
       {"axpy/axpy_reference.cpp", "axpy/host.hpp", "axpy/axpy_cuda.cu", "common/a.cuh", "common/b.cuh"}) {
    std::ifstream file(root / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    write(name, text + "// changed\n");
    EXPECT_NE(hash(), before) << name;
    write(name, text);
    EXPECT_EQ(hash(), before) << name;
  }
  write("axpy/axpy.yaml", spec + "launch: {threads: n}\n");
  EXPECT_NE(hash(), before);
}

TEST_F(SourceHash, does_not_change_with_anything_else) {
  write("axpy/axpy_openmp.cpp", "static void axpy(int n, double* y) { n = 1; }\n");
  write("axpy/axpy.yaml", "# a comment\n" + spec + "summary: nothing\n");
  write("common/unused.cuh", "\n");
  EXPECT_EQ(hash(), before);
  write("axpy/host.hpp", "\r\n");
  write("axpy/axpy_cuda.cu", "#include \"../common/a.cuh\"\r\n__global__ void axpy(int n, double* y) {}\r\n");
  EXPECT_EQ(hash(), before);
}

TEST_F(SourceHash, is_empty_for_what_cannot_be_checked) {
  write("axpy/axpy.yaml", "kernel: axpy\n");
  const auto sources = compile::read_sources((root / "axpy").string(), {});
  EXPECT_EQ(source_hash(sources.at(0), "1"), "");
}

}  // namespace
}  // namespace kparity::gate
