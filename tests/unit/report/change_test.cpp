// What a comparison of two revisions prints, from hand-made rows.
#include "kparity/report/change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace kparity::report {
namespace {

using result::Change;
using result::ChangeReport;
using result::ChangeVerdict;
using testing::HasSubstr;
using testing::Not;

Change row_of(const std::string& kernel, ChangeVerdict verdict, double change) {
  Change row;
  row.name = kernel + "/impl:openmp/what:kernel/n:1000";
  row.kernel = kernel;
  row.implementation = "openmp";
  row.point = "n=1000";
  row.verdict = verdict;
  row.base = 2e-6;
  row.head = 2e-6 * (1 + change);
  row.change = change;
  row.low = change - 0.01;
  row.high = change + 0.01;
  row.visible = 0.09;
  row.threshold = 0.08;
  row.rounds = 10;
  row.agreeing = 9;
  return row;
}

ChangeReport report_of(std::vector<Change> rows) {
  ChangeReport report;
  report.base = "v1";
  report.head = "abc-dirty";
  report.command = "kparity bench specs --against v1";
  report.rounds = 6;
  report.rows = std::move(rows);
  return report;
}

template <class Write>
std::string written(Write write) {
  std::ostringstream out;
  write(out);
  return out.str();
}
std::string text_of(const ChangeReport& report) {
  return written([&](std::ostream& out) { write_change_text(report, {}, out); });
}
std::string comment_of(const ChangeReport& report) {
  return written([&](std::ostream& out) { write_change_markdown(report, out); });
}

const ChangeReport mixed =
    report_of({row_of("same", ChangeVerdict::same, 0.01), row_of("slow", ChangeVerdict::slower, 0.25),
               row_of("fast", ChangeVerdict::faster, -0.3), row_of("open", ChangeVerdict::unresolved, 0.05)});

TEST(ChangeText, says_in_a_sentence_what_happened_and_then_with_figures) {
  const auto text = text_of(mixed);
  EXPECT_THAT(text, HasSubstr("1 of 4 rows slower, in slow; 1 faster; 1 unresolved\n"));
  EXPECT_THAT(
      text,
      HasSubstr("  slower     slow/openmp n=1000  2.00 us -> 2.50 us, +25.0 % (+24.0 to +26.0), in 9 of 10 rounds\n"));
  EXPECT_THAT(text, HasSubstr("open/openmp n=1000  +5.0 % (+4.0 to +6.0); smallest change visible 9.0 %\n"));
  EXPECT_THAT(text, HasSubstr("  1 row the same"));
}

TEST(ChangeText, without_a_verdict_says_why) {
  auto report = mixed;
  report.no_verdict = "the base differs from itself by +12.0 % in slow";
  EXPECT_THAT(text_of(report), HasSubstr("No verdict: the base differs from itself"));
  EXPECT_THAT(text_of(report_of({})), HasSubstr("Nothing was measured on both sides"));
  EXPECT_THAT(text_of(report_of({row_of("same", ChangeVerdict::same, 0)})), HasSubstr("None of 1 row changed"));
}

TEST(ChangeJson, has_every_row_and_the_exit_code) {
  const auto json = nlohmann::json::parse(written([&](std::ostream& out) { write_change_json(mixed, true, out); }));
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["rows"].size(), 4u);
  EXPECT_EQ(json["rows"][1]["verdict"], "slower");
  EXPECT_DOUBLE_EQ(json["rows"][1]["change"], 0.25);
  EXPECT_EQ(json["no_verdict"], nullptr);
}

TEST(ChangeComment, can_be_found_again_and_shows_only_what_changed) {
  const auto text = comment_of(mixed);
  EXPECT_TRUE(text.starts_with("<!-- kparity bench -->\n1 of 4 rows slower"));
  EXPECT_THAT(text, HasSubstr("| slower | `slow/openmp n=1000` | 2.00 us | 2.50 us |"));
  EXPECT_THAT(text, Not(HasSubstr("same/openmp")));
  EXPECT_THAT(text, HasSubstr("Again: `kparity bench specs --against v1`"));
}

TEST(ChangeComment, stays_short_whatever_changed) {
  std::vector<Change> rows(2000, row_of("slow", ChangeVerdict::slower, 0.25));
  EXPECT_LT(comment_of(report_of(rows)).size(), 60'000u);
}

TEST(Change, exit_codes) {
  EXPECT_EQ(result::exit_code(mixed, false), 1);
  EXPECT_EQ(result::exit_code(report_of({row_of("a", ChangeVerdict::same, 0)}), true), 0);
  EXPECT_EQ(result::exit_code(report_of({row_of("a", ChangeVerdict::unresolved, 0)}), false), 0);
  EXPECT_EQ(result::exit_code(report_of({row_of("a", ChangeVerdict::unresolved, 0)}), true), 3);
  auto gone = row_of("a", ChangeVerdict::gone, 0);
  EXPECT_EQ(result::exit_code(report_of({gone, row_of("b", ChangeVerdict::same, 0)}), false), 0);  // removed
  gone.reason = "fail: y differs";
  EXPECT_EQ(result::exit_code(report_of({gone, row_of("b", ChangeVerdict::same, 0)}), false), 1);
  EXPECT_EQ(result::exit_code(report_of({row_of("a", ChangeVerdict::added, 0)}), false), 4);
}

}  // namespace
}  // namespace kparity::report
