// The text report, character by character: the lines people read most.
#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "values.hpp"

namespace kparity::report {
namespace {

using result::Verdict;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Text, a_pass_is_one_line) {
  EXPECT_EQ(text_of(passed(), {}),
            "PASS  axpy.parity.openmp        200 cases, 1.2 M elements, used 3 % of the bound\n");
}

TEST(Text, a_pass_without_cases_has_nothing_behind_its_name) {
  EXPECT_EQ(text_of(outcome_of("axpy", "signature", "", Verdict::pass), {}), "PASS  axpy.signature\n");
}

TEST(Text, a_pass_says_when_nothing_differed_at_all) {
  auto outcome = passed();
  outcome.used = 0;
  outcome.cases = 1;
  outcome.compared = 5;
  EXPECT_EQ(text_of(outcome, {}), "PASS  axpy.parity.openmp        1 case, 5 elements, no difference\n");
}

TEST(Text, a_failure_is_a_block_of_aligned_keys) {
  EXPECT_EQ(text_of(failed(), {}),
            "FAIL  axpy.parity.cuda          y: 1 of 129 elements differ from reference\n"
            "  smallest case     n=129 a=1.5 family=realistic seed=5eed   (from n=77012, 9 steps)\n"
            "  first, worst      y[128]   expected 0.34375   got 0.25 (its initial value)   bound 1.1e-16\n"
            "  rule              rel 1e-16 abs 1e-16; used 8.5e+14 times the bound\n"
            "  pattern           a single element, the last (from n - n mod 128 on); got is the initial value\n"
            "  likely            the last, partly filled block is not launched: grid = n / block rounds down\n"
            "  same every time   yes (5 runs)\n"
            "  replay            kparity replay 'axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c' "
            "--implementation cuda\n"
            "  saved             kparity-failures/axpy-cuda-1/\n");
}

TEST(Text, a_small_case_shows_its_arrays) {
  auto outcome = failed();
  outcome.inputs = {{"x", {2, 2}, {"0.5", "2", "3", "4"}}, {"w", {1}, {"1"}}};
  outcome.comparisons[0].elements = 2;
  outcome.comparisons[0].all_expected = {"3", "4"};
  outcome.comparisons[0].all_got = {"4", "3"};
  const std::string text = text_of(outcome, {});
  EXPECT_THAT(text, HasSubstr("  inputs            x = [0.5, 2] [3, 4]\n                    w = 1\n  first, worst"));
  EXPECT_THAT(text, HasSubstr("  expected          3, 4\n  got               4, 3\n  rule"));
  outcome.comparisons[0].elements = 1;
  outcome.comparisons[0].all_expected = {"3"};
  outcome.comparisons[0].all_got = {"4"};
  EXPECT_THAT(text_of(outcome, {}), Not(HasSubstr("  expected    ")));
}

TEST(Text, first_and_worst_are_two_lines_where_they_are_two_elements) {
  auto outcome = failed();
  outcome.comparisons[0].worst->index = 7;
  outcome.comparisons[0].worst->position = {1, 2};
  outcome.comparisons[0].worst->ulps = 3;
  const std::string text = text_of(outcome, {});
  EXPECT_THAT(text, HasSubstr("  first             y[128]   expected"));
  EXPECT_THAT(text, HasSubstr("  worst             y[1, 2]   expected"));
  EXPECT_THAT(text,
              HasSubstr("  bits              expected 0x3fd6000000000000   got 0x3fd0000000000000   3 ulp apart\n"));
}

TEST(Text, several_outputs_are_told_apart_and_those_that_agree_left_out) {
  auto outcome = failed();
  result::Comparison whole = comparison(), good = comparison();
  whole.output = "z";
  whole.mismatches = 0;
  whole.first.reset();
  whole.whole = "the l2 norm of the difference is 3, more than 1";
  good.output = "w";
  good.mismatches = 0;
  outcome.comparisons = {comparison(), whole, good};
  const std::string text = text_of(outcome, {});
  EXPECT_THAT(text, HasSubstr("  output            y: 1 of 129 elements differ\n"));
  EXPECT_THAT(text, HasSubstr("  output            z: 0 of 129 elements differ\n  worst             z[128]"));
  EXPECT_THAT(text, HasSubstr("  whole output      the l2 norm of the difference is 3, more than 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("w[")));
}

TEST(Text, an_unshrunk_case_is_called_a_case) {
  auto outcome = failed();
  outcome.shrink_steps = 0;
  EXPECT_THAT(text_of(outcome, {}), HasSubstr("  case              n=129 a=1.5 family=realistic seed=5eed\n"));
}

TEST(Text, details_stand_below_the_head_as_they_are) {
  auto outcome = outcome_of("axpy", "parity", "openmp", Verdict::broken, "axpy_openmp.cpp does not compile");
  outcome.details = {"axpy_openmp.cpp:3:1: error: expected ';'", "    3 | int x"};
  outcome.file = "specs/axpy/axpy_openmp.cpp";
  EXPECT_EQ(text_of(outcome, {}),
            "BROKEN axpy.parity.openmp        axpy_openmp.cpp does not compile\n"
            "    axpy_openmp.cpp:3:1: error: expected ';'\n"
            "        3 | int x\n"
            "  file              specs/axpy/axpy_openmp.cpp\n");
  outcome.details.assign(100, "line");
  EXPECT_THAT(text_of(outcome, {}), HasSubstr("    ... 40 lines more\n"));
}

TEST(Text, skipped_and_expected_failures_are_one_line_with_their_reason) {
  EXPECT_EQ(text_of(skipped("axpy"), {}), "SKIP  axpy.parity.cuda          no CUDA device\n");
  EXPECT_EQ(text_of(outcome_of("dot", "parity", "cuda", Verdict::expected_failure, "atomics, until 2027-03-01"), {}),
            "XFAIL dot.parity.cuda           atomics, until 2027-03-01\n");
}

TEST(Text, a_red_outcome_without_reason_says_what_its_verdict_means) {
  EXPECT_THAT(text_of(outcome_of("dot", "parity", "cuda", Verdict::timeout), {}),
              HasSubstr("did not come back within the time limit"));
}

TEST(Text, long_values_are_wrapped_but_commands_are_not) {
  auto outcome = failed();
  const std::string text = text_of(outcome, {.color = false, .strict = false, .width = 60});
  EXPECT_THAT(text, HasSubstr("  likely            the last, partly filled block is not\n"
                              "                    launched: grid = n / block rounds down\n"));
  EXPECT_THAT(text, HasSubstr(outcome.replay));
}

TEST(Text, colour_is_on_the_verdict_only) {
  EXPECT_THAT(text_of(passed(), {.color = true}), StartsWith("\x1b[1;32mPASS  \x1b[0maxpy.parity.openmp"));
  EXPECT_THAT(text_of(failed(), {.color = true}), StartsWith("\x1b[1;31mFAIL  \x1b[0maxpy"));
  EXPECT_THAT(text_of(skipped("axpy"), {.color = true}), StartsWith("\x1b[1;33mSKIP  "));
  EXPECT_THAT(text_of(skipped("axpy"), {.color = true, .strict = true}), StartsWith("\x1b[1;31mSKIP  "));
}

TEST(Text, what_a_terminal_could_obey_is_taken_out) {
  auto outcome = failed();
  outcome.reason = "\x1b[31mred\x1b[0m \x07 bell \xff";
  EXPECT_THAT(text_of(outcome, {}), HasSubstr("  red \xEF\xBF\xBD bell \xEF\xBF\xBD\n"));
}

TEST(Summary, counts_every_verdict_and_says_what_next) {
  auto slow = passed();
  slow.kernel = "deposit";
  slow.seconds = 130;
  EXPECT_EQ(summary_text(report_of({passed(), failed(), skipped("axpy"), skipped("dot"), slow}), {}),
            "\n5 checks: 2 pass, 1 fail, 2 skipped; 3.2 s, seed 1\n"
            "  skipped           no CUDA device: axpy.parity.cuda, dot.parity.cuda\n"
            "  slowest           deposit.parity.openmp 2 min 10 s\n"
            "  next              kparity replay 'axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c' "
            "--implementation cuda\n");
}

TEST(Summary, of_green_checks_is_one_line) {
  EXPECT_EQ(summary_text(report_of({passed()}), {}), "\n1 check: 1 pass; 3.2 s, seed 1\n");
}

TEST(Summary, lists_what_is_red_and_gives_advice_where_nothing_can_be_replayed) {
  const auto broken = [](const char* kernel) { return outcome_of(kernel, "parity", "openmp", Verdict::broken, "no"); };
  const std::string text = summary_text(report_of({broken("axpy"), broken("dot")}), {});
  EXPECT_THAT(text, HasSubstr("  red               axpy.parity.openmp, dot.parity.openmp\n"));
  EXPECT_THAT(text,
              EndsWith("  next              axpy.parity.openmp: Read the words of the compiler, the loader or the "
                       "spec reader below the verdict.\n"));
}

TEST(Summary, says_when_nothing_ran) {
  EXPECT_THAT(summary_text(report_of({}), {}),
              HasSubstr("0 checks; 3.2 s, seed 1\n  next              Nothing was checked"));
  EXPECT_THAT(summary_text(report_of({skipped("axpy")}), {}),
              HasSubstr("  next              Nothing ran. Supply what"));
}

TEST(Summary, shortens_long_lists) {
  std::vector<result::Outcome> outcomes;
  for (int i = 0; i < 20; ++i) outcomes.push_back(skipped("k" + std::to_string(i)));
  EXPECT_THAT(summary_text(report_of(outcomes), {.width = 200}), HasSubstr("k4.parity.cuda and 15 more\n"));
}

TEST(TextFormat, is_warnings_outcomes_and_summary) {
  auto report = report_of({passed()});
  report.warnings = {"unknown setting KPARITY_SED"};
  EXPECT_EQ(written("text", report),
            "warning: unknown setting KPARITY_SED\n" + text_of(passed(), {}) + summary_text(report, {}));
}

TEST(Formats, are_in_alphabetical_order_and_found_by_name) {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    names.emplace_back(format.name);
    EXPECT_TRUE(format.doc.ends_with('.'));
  }
  EXPECT_THAT(names, testing::ElementsAre("json", "junit", "text"));
  EXPECT_THAT([] { find_format("xml"); },
              testing::ThrowsMessage<std::invalid_argument>("unknown format 'xml'; there are: json, junit, text"));
}

TEST(Verdicts, page_has_every_verdict) {
  for (const result::VerdictInfo& info : result::verdict_table()) {
    EXPECT_THAT(verdicts_markdown(), HasSubstr("| `" + std::string(info.name) + "` | " + std::string(info.meaning)));
  }
}

TEST(Text, names_the_rules_that_judged) {
  const std::string line = text_of(judged_by_rules(), {});
  EXPECT_EQ(line,
            "PASS  axpy.parity.openmp        200 cases, 1.2 M elements, used 3 % of the bound (auto and stated)\n");
  auto estimated = judged_by_rules();
  estimated.rules.pop_back();
  estimated.rules[0].text = "auto, estimated from perturbed inputs: the reference is no template";
  EXPECT_EQ(text_of(estimated, {}),
            "PASS  axpy.parity.openmp        200 cases, 1.2 M elements, used 3 % of the bound (auto, estimated)\n");
}

TEST(Summary, counts_the_cases_of_all_checks_by_family) {
  auto other = covered();
  other.pinned = 0;
  other.families[0] = {"alias", 5, 0, {}, ""};
  EXPECT_THAT(summary_text(report_of({covered(), covered()}), {}),
              HasSubstr("  cases             4 pinned, special 80 (6 outside the domain)\n"
                        "  not drawn         alias (no output says `may_alias:`)\n"));
  const std::string text = summary_text(report_of({covered(), other}), {});
  EXPECT_THAT(text, HasSubstr("  cases             2 pinned, alias 5, special 80 (6 outside the domain)\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("not drawn")));
}

TEST(Text, closes_with_the_ledger_of_stated_tolerances) {
  const std::string text = summary_text(report_of({judged_by_rules(), judged_by_rules()}), {});
  const std::string line = "  tolerances stated axpy.z: rel 1e-12; a table of six digits\n";
  const auto found = text.find(line);
  ASSERT_NE(found, std::string::npos) << text;
  EXPECT_EQ(text.find("axpy.z", found + line.size()), std::string::npos);
}

TEST(Text, says_what_is_suspect) {
  auto outcome = failed();
  outcome.verdict = result::Verdict::suspect;
  outcome.comparisons[0].explainable = 1;
  outcome.comparisons[0].rule = "auto, derived from the reference";
  outcome.comparisons[0].used = 2;
  const std::string text = text_of(outcome, {});
  EXPECT_TRUE(text.starts_with("SUSPECT axpy.parity.cuda")) << text;
  EXPECT_NE(text.find("rule              auto, derived from the reference; used 2 times the bound, which rounding in "
                      "another order could\n                    explain\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace kparity::report
