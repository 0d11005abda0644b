// Opt-outs in comments, and what they do to the findings of a launch.
#include "opt_outs.hpp"

#include <gmock/gmock.h>

#include "kparity/error.hpp"

namespace kparity::parity {

namespace {

using emulate::Finding;
using emulate::FindingKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Finding found(FindingKind kind, unsigned line, const std::string& array = "",
              const std::string& file = "/k/k_cuda.cu") {
  Finding finding;
  finding.kind = kind;
  finding.access.file = file;
  finding.access.line = line;
  finding.array = array;
  finding.text = "a finding";
  return finding;
}

emulate::LaunchResult launch_with(std::vector<Finding> findings, bool completed = true) {
  emulate::LaunchResult result;
  result.findings = std::move(findings);
  result.completed = completed;
  return result;
}

std::string refusal_of(const std::string& text) {
  try {
    opt_outs_in("/k/k_cuda.cu", text);
  } catch (const RuntimeFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST(OptOuts, behind_code_are_about_its_line_alone_about_the_next) {
  const auto all = opt_outs_in("/k/k_cuda.cu",
                               "x[0] = 1;  // kparity: ignore race: all write the same: one\n"
                               "  // kparity: ignore uninitialised: padding\n"
                               "y = x[1];\n"
                               "// kparity: checks this kernel\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].kind, FindingKind::race);
  EXPECT_EQ(all[0].line, 1u);
  EXPECT_EQ(all[0].reason, "all write the same: one");
  EXPECT_EQ(all[0].where, "k_cuda.cu:1");
  EXPECT_EQ(all[1].kind, FindingKind::uninitialised);
  EXPECT_EQ(all[1].line, 3u);
}

TEST(OptOuts, need_a_known_finding_and_a_reason) {
  EXPECT_EQ(refusal_of("\nf();  // kparity: ignore race\n"),
            "k_cuda.cu:2: an opt-out needs a reason: // kparity: ignore race: why it may stay");
  EXPECT_THAT(refusal_of("f();  // kparity: ignore race:  \n"), HasSubstr("needs a reason"));
  EXPECT_EQ(refusal_of("f();  // kparity: ignore bounds: I know\n"),
            "k_cuda.cu:1: 'bounds' is no finding that can be ignored; there are: race, uninitialised, undefined");
}

TEST(OptOuts, of_a_line_hide_either_side_of_a_race_in_it) {
  std::vector<OptOut> opt_outs = opt_outs_in("/k/k_cuda.cu", "a();\nb();  // kparity: ignore race: benign\n");
  Finding second = found(FindingKind::race, 9);
  second.second = found(FindingKind::race, 2).access;
  second.times = 4;
  EXPECT_EQ(finding_of(launch_with({found(FindingKind::race, 2), second}), opt_outs), std::nullopt);
  EXPECT_EQ(opt_outs[0].times, 5u);
  EXPECT_NE(finding_of(launch_with({found(FindingKind::race, 1)}), opt_outs), std::nullopt);
  EXPECT_NE(finding_of(launch_with({found(FindingKind::undefined, 2)}), opt_outs), std::nullopt);
  EXPECT_NE(finding_of(launch_with({found(FindingKind::race, 2, "", "/k/other.cuh")}), opt_outs), std::nullopt);
  EXPECT_EQ(opt_outs[0].times, 5u);
  EXPECT_THAT(account_of(opt_outs, true), ElementsAre("race ignored 5 times (k_cuda.cu:2: benign)"));
}

TEST(OptOuts, of_a_kernel_hide_findings_of_their_arrays) {
  std::vector<OptOut> opt_outs{{FindingKind::race, "", 0, {"flags"}, "all write true", "k.yaml:9"}};
  EXPECT_EQ(finding_of(launch_with({found(FindingKind::race, 3, "flags")}), opt_outs), std::nullopt);
  const auto other =
      finding_of(launch_with({found(FindingKind::race, 3, "flags"), found(FindingKind::race, 4, "y")}), opt_outs);
  ASSERT_NE(other, std::nullopt);
  EXPECT_EQ(other->verdict, result::Verdict::race);
  EXPECT_THAT(other->reason, HasSubstr("k_cuda.cu:4"));
  EXPECT_THAT(other->details, IsEmpty());
  opt_outs[0].arrays.clear();
  EXPECT_EQ(finding_of(launch_with({found(FindingKind::race, 4, "y")}), opt_outs), std::nullopt);
}

TEST(OptOuts, do_not_hide_what_ended_the_launch) {
  std::vector<OptOut> opt_outs{{FindingKind::undefined, "", 0, {}, "it is fine", "k.yaml:9"}};
  const auto ended =
      finding_of(launch_with({found(FindingKind::undefined, 2), found(FindingKind::undefined, 3)}, false), opt_outs);
  ASSERT_NE(ended, std::nullopt);
  EXPECT_THAT(ended->reason,
              testing::AllOf(HasSubstr("k_cuda.cu:3"), HasSubstr("it ended the launch, so k.yaml:9 cannot hide it")));
}

TEST(OptOuts, that_hide_nothing_are_told_of_where_everything_was_looked_for) {
  const std::vector<OptOut> opt_outs{{FindingKind::race, "", 0, {}, "benign", "k.yaml:9"}};
  EXPECT_THAT(account_of(opt_outs, true), ElementsAre("the opt-out of race at k.yaml:9 hides nothing: remove it"));
  EXPECT_THAT(account_of(opt_outs, false), IsEmpty());
}

}  // namespace

}  // namespace kparity::parity
