// The JUnit report is well-formed whatever the texts in it hold, and its counts agree with its test cases. A small
// strict reader of the XML that we write stands in for a parser.
#include <gmock/gmock.h>

#include <cctype>

#include "values.hpp"

namespace kparity::report {
namespace {

using result::Verdict;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// Reads elements, attributes and text as XML 1.0 wants them; `fault` says where it stopped.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : rest_(text) {}

  std::string fault() {
    if (!take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) return "no declaration";
    read_element();
    if (fault_.empty() && rest_ != "\n") return "text behind the root";
    return fault_;
  }

 private:
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void fail(const std::string& what) {
    if (fault_.empty()) fault_ = what + " at: " + std::string(rest_.substr(0, 40));
  }
  std::string name() {
    std::size_t size = 0;
    while (size < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[size])) || rest_[size] == '-')) ++size;
    const std::string result(rest_.substr(0, size));
    rest_.remove_prefix(size);
    if (result.empty()) fail("a name is missing");
    return result;
  }
  void character() {
    if (rest_[0] == '&') {
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&#10;", "&#9;"})
        if (take(entity)) return;
      return fail("an unknown entity");
    }
    const auto value = static_cast<unsigned char>(rest_[0]);
    if (value < 0x20 && value != '\n' && value != '\t') return fail("a control character");
    if (value == 0xFF || value == 0xC0) return fail("a byte that UTF-8 has not");
    rest_.remove_prefix(1);
  }
  void attributes() {
    while (fault_.empty() && take(" ")) {
      name();
      if (!take("=\"")) return fail("an attribute without value");
      while (fault_.empty() && !rest_.empty() && rest_[0] != '"') {
        if (rest_[0] == '<' || rest_[0] == '\n') return fail("an unescaped character in an attribute");
        character();
      }
      if (!take("\"")) return fail("an open attribute");
    }
  }
  void read_element() {
    if (!take("<")) return fail("no element");
    const std::string opened = name();
    attributes();
    if (take("/>")) return;
    if (!take(">")) return fail("an open tag");
    while (fault_.empty() && !rest_.empty() && !rest_.starts_with("</")) {
      if (rest_[0] == '<') {
        read_element();
      } else {
        character();
      }
    }
    if (!take("</" + opened + ">")) fail("'" + opened + "' is not closed");
  }

  std::string_view rest_;
  std::string fault_;
};

std::string fault_of(const std::string& xml) {
  return XmlReader(xml).fault();
}

TEST(XmlReader, sees_what_is_not_well_formed) {
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_EQ(fault_of(head + "<a b=\"1\">t<c/></a>\n"), "");
  for (const std::string broken : {"<a>", "<a></b>", "<a b=1/>", "<a b=\"<\"/>", "<a>&</a>", "<a>\x01</a>", "<a/><b/>"})
    EXPECT_NE(fault_of(head + broken + "\n"), "") << broken;
}

TEST(Junit, is_exactly_this_for_a_small_report) {
  EXPECT_EQ(written("junit", report_of({passed(), skipped("axpy")})),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kparity check" tests="2" failures="0" errors="0" time="3.210">
  <testsuite name="axpy" tests="2" failures="0" errors="0" time="0.500" skipped="1">
    <properties>
      <property name="version" value="0.1.0"/>
      <property name="seed" value="1"/>
      <property name="cases" value="200"/>
    </properties>
    <testcase classname="axpy" name="parity.openmp" time="0.500">
      <system-out>PASS  axpy.parity.openmp        200 cases, 1.2 M elements, used 3 % of the bound
</system-out>
    </testcase>
    <testcase classname="axpy" name="parity.cuda" time="0.000">
      <skipped message="skipped: no CUDA device"/>
      <system-out>SKIP  axpy.parity.cuda          no CUDA device
</system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST(Junit, a_red_verdict_is_a_failure_of_that_type_with_the_whole_text) {
  const std::string xml = written("junit", report_of({failed()}));
  EXPECT_THAT(xml,
              HasSubstr("<failure type=\"fail\" message=\"y: 1 of 129 elements differ from reference\">FAIL  axpy"));
  EXPECT_THAT(xml, HasSubstr("  pattern           a single element"));
  EXPECT_THAT(xml, Not(HasSubstr("<system-out>")));  // the same text once more
  EXPECT_EQ(fault_of(xml), "");
}

TEST(Junit, strict_turns_skipped_into_failures) {
  const std::string xml = written("junit", report_of({skipped("axpy")}), {.strict = true});
  EXPECT_THAT(xml, HasSubstr("<failure type=\"skipped\" message=\"no CUDA device\">"));
  EXPECT_THAT(xml, HasSubstr("failures=\"1\" errors=\"0\" time=\"0.000\" skipped=\"0\""));
}

TEST(Junit, expected_failures_are_skipped_with_their_reason) {
  const std::string xml =
      written("junit", report_of({outcome_of("dot", "parity", "cuda", Verdict::expected_failure, "until 2027")}));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"expected failure: until 2027\"/>"));
}

TEST(Junit, has_a_suite_per_kernel_whose_counts_add_up) {
  auto dot = failed();
  dot.kernel = "dot";
  const std::string xml = written("junit", report_of({passed(), dot, failed(), skipped("dot")}));
  EXPECT_THAT(xml,
              ContainsRegex("<testsuite name=\"axpy\" tests=\"2\" failures=\"1\" errors=\"0\" time=.* skipped=\"0\""));
  EXPECT_THAT(xml,
              ContainsRegex("<testsuite name=\"dot\" tests=\"2\" failures=\"1\" errors=\"0\" time=.* skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"kparity check\" tests=\"4\" failures=\"2\" errors=\"0\" time="));
}

TEST(Junit, stays_well_formed_whatever_the_texts_hold) {
  auto outcome = failed();
  outcome.reason = "x < y && \"z\" ]]>\n\tline \xff\x01\x1b[31m\xC0\xAF";
  outcome.details = {"std::vector<int>&", std::string("nul \0 byte", 10), "\xEF\xBF\xBE"};
  outcome.file = "specs/a&b/\"c\".cpp";
  auto skip = skipped("axpy");
  skip.reason = outcome.reason;
  const std::string xml = written("junit", report_of({outcome, skip}), {.color = true});
  EXPECT_EQ(fault_of(xml), "");
  EXPECT_THAT(xml, HasSubstr("message=\"x &lt; y &amp;&amp; &quot;z&quot; ]]&gt;&#10;&#9;line"));
  EXPECT_THAT(xml, HasSubstr("file=\"specs/a&amp;b/&quot;c&quot;.cpp\""));
  EXPECT_THAT(xml, Not(HasSubstr("\x1b")));
}

TEST(Junit, without_outcomes_is_an_empty_well_formed_document) {
  const std::string xml = written("junit", report_of({}));
  EXPECT_EQ(fault_of(xml), "");
  EXPECT_THAT(xml, HasSubstr("tests=\"0\""));
}

TEST(JUnit, has_the_cases_of_families_and_classes_as_properties_of_the_kernel) {
  const std::string text = written("junit", report_of({covered()}));
  EXPECT_EQ(fault_of(text), "");
  const std::string check = covered().check + "." + covered().implementation;
  std::string expected;
  for (const std::string property :
       {"pinned\" value=\"2", "alias\" value=\"0", "special\" value=\"40", "special.outside\" value=\"3",
        "special.nan\" value=\"12", "special.zero\" value=\"30"})
    expected += "      <property name=\"" + check + ": cases." + property + "\"/>\n";
  EXPECT_THAT(text, HasSubstr(expected + "    </properties>\n"));
}

TEST(JUnit, has_stated_tolerances_as_properties_of_their_kernel) {
  auto other = passed();
  other.kernel = "dot";
  const std::string text = written("junit", report_of({judged_by_rules(), other}));
  const std::string property =
      "<property name=\"tolerance stated: axpy.z\" value=\"rel 1e-12; a table of six digits\"/>";
  const auto found = text.find(property);
  ASSERT_NE(found, std::string::npos) << text;
  EXPECT_LT(found, text.find("<testsuite name=\"dot\""));
  EXPECT_EQ(text.find(property, found + 1), std::string::npos);
}

}  // namespace
}  // namespace kparity::report
