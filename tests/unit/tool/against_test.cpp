// `--against` with a program of the test in place of kparity, which says what the test wants it to say.
#include "against.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "kparity/compile/compiler.hpp"
#include "kparity/error.hpp"
#include "tool_runner.hpp"

namespace kparity::tool {
namespace {

using result::ChangeVerdict;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(ArmTimes, are_the_medians_of_kernels_without_the_state_of_the_caches_and_the_roofs_as_controls) {
  const auto times = arm_times_of(R"({"benchmarks": [
    {"run_name": "axpy/impl:openmp/cache:cold/what:kernel/n:10", "kparity": {"median": 2.5}},
    {"run_name": "axpy/impl:openmp/cache:cold/what:kernel/n:10", "kparity": {"median": 2.5}},
    {"run_name": "axpy/impl:cuda/cache:cold/what:copy_in/n:10", "kparity": {"median": 9}}],
   "kparity": {"rows_without_time": [{"name": "axpy/impl:simd/cache:warm/what:kernel/n:10", "state": "fail", "reason": "y"}],
               "roofs": [{"place": "host", "bytes_per_second": 4, "flops_per_second": {"f64": 2, "f32": null}}]}})");
  EXPECT_THAT(times.rows, UnorderedElementsAre(Pair("axpy/impl:openmp/what:kernel/n:10", DoubleEq(2.5e-6))));
  EXPECT_THAT(times.without_time, ElementsAre(Pair("axpy/impl:simd/what:kernel/n:10", "fail: y")));
  EXPECT_THAT(times.controls, ElementsAre(Pair("host bytes", 0.25), Pair("host f64", 0.5)));
  EXPECT_THROW(arm_times_of("nothing"), RuntimeFailure);
}

/// A repository with a kernel folder `k/scale`, and a program that says how long it takes: the number in the file
/// `k/time`.
class Against : public KernelFolders {
 protected:
  void SetUp() override {
    KernelFolders::SetUp();
    if (compile::run_process({"git", "--version"}).exit_code != 0) GTEST_SKIP() << "no git here";
    write("k/time", "2.0");
    write("program", R"(#!/bin/sh
folder=$2; while [ "$1" != --files ]; do shift; done; mkdir -p "$2"
cat > "$2/bench.json" <<END
{"benchmarks": [{"run_name": "scale/impl:openmp/cache:cold/what:kernel/n:10", "kparity": {"median": $(cat "$folder/time")}}],
 "kparity": {"rows_without_time": [], "roofs": [{"place": "host", "bytes_per_second": 1, "flops_per_second": {}}]}}
END
)");
    std::filesystem::permissions(root / "program", std::filesystem::perms::owner_all);
    git({"init", "-q"});
    git({"add", "k"});
    git({"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "base"});
  }
  void git(std::vector<std::string> words) const {
    words.insert(words.begin(), {"git", "-C", path()});
    const auto ran = compile::run_process(words);
    ASSERT_EQ(ran.exit_code, 0) << ran.output;
  }
  result::ChangeReport compare(const std::string& revision) const {
    AgainstRequest request;
    request.root = path("k");
    request.revision = revision;
    request.program = path("program");
    return compare_with_revision(request, {});
  }
};

TEST_F(Against, the_working_tree_is_compared_with_what_was_committed) {
  const auto same = compare("HEAD");
  ASSERT_EQ(same.rows.size(), 1u);
  EXPECT_EQ(same.rows[0].verdict, ChangeVerdict::same);
  write("k/time", "3.5");
  const auto slower = compare("HEAD");
  EXPECT_EQ(slower.rows.at(0).verdict, ChangeVerdict::slower);
  EXPECT_NEAR(slower.rows.at(0).change, 0.75, 1e-9);
  EXPECT_EQ(result::exit_code(slower, false), 1);
  EXPECT_THAT(slower.head, HasSubstr("dirty"));
}

TEST_F(Against, a_revision_that_is_not_there_is_an_error) {
  EXPECT_THROW(compare("nowhere"), InvalidArgument);
}

TEST_F(Against, a_process_that_fails_is_named_with_its_words) {
  write("program", "#!/bin/sh\necho it broke; exit 3\n");
  try {
    compare("HEAD");
    FAIL();
  } catch (const RuntimeFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("it broke"));
  }
}

TEST_F(Against, options_without_effect_are_errors) {
  const auto code = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"bench", path("k"), "--against", "HEAD"};
    words.insert(words.end(), more.begin(), more.end());
    return run_tool(words).code;
  };
  EXPECT_EQ(code({"--in-process"}), 2);
  EXPECT_EQ(code({"--format", "csv"}), 2);
  EXPECT_EQ(run_tool({"bench", path("k"), "--require-verdict"}).code, 2);
}

}  // namespace
}  // namespace kparity::tool
