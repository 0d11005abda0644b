// Integer expressions: grammar, checked arithmetic, places of errors.
#include "kparity/expression.hpp"

#include <gtest/gtest.h>

#include <map>

namespace kparity {
namespace {

std::int64_t value(const std::string& text, const std::map<std::string, std::int64_t>& names = {}) {
  return Expression(text).evaluate([&](std::string_view name) { return names.at(std::string(name)); });
}

std::size_t error_column(const std::string& text, const std::map<std::string, std::int64_t>& names = {}) {
  try {
    value(text, names);
  } catch (const ExpressionError& error) {
    EXPECT_NE(std::string(error.what()).find("expression '"), std::string::npos);
    return error.column();
  }
  ADD_FAILURE() << "no error: " << text;
  return 9999;
}

TEST(Expression, computes_with_the_usual_precedence) {
  EXPECT_EQ(value("1+2*3"), 7);
  EXPECT_EQ(value("(1+2)*3"), 9);
  EXPECT_EQ(value("10-3-2"), 5);
  EXPECT_EQ(value("100/7/2"), 7);
  EXPECT_EQ(value("-7/2"), -3);
  EXPECT_EQ(value("-7%3"), -1);
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value(" nx * ( ny + 1 ) ", {{"nx", 3}, {"ny", 4}}), 15);
  EXPECT_EQ(value("1_000_000"), 1000000);
}

TEST(Expression, knows_min_max_and_ceil_div) {
  EXPECT_EQ(value("min(3, n)", {{"n", 2}}), 2);
  EXPECT_EQ(value("max(3, n)", {{"n", 2}}), 3);
  EXPECT_EQ(value("ceil_div(129, 128)"), 2);
  EXPECT_EQ(value("ceil_div(128, 128)"), 1);
  EXPECT_EQ(value("ceil_div(-1, 128)"), 0);
  EXPECT_EQ(value("ceil_div(0, 128)"), 0);
  EXPECT_EQ(value("min + max", {{"min", 1}, {"max", 2}}), 3);  // names, unless called
}

TEST(Expression, lists_its_names_once_and_sorted) {
  const Expression e("ny*nx + ny + p.n");
  EXPECT_EQ(e.names(), (std::vector<std::string>{"nx", "ny", "p.n"}));
  EXPECT_EQ(e.text(), "ny*nx + ny + p.n");
  EXPECT_TRUE(Expression().names().empty());
}

TEST(Expression, says_where_the_syntax_is_wrong) {
  EXPECT_EQ(error_column(""), 0U);
  EXPECT_EQ(error_column("3*"), 2U);
  EXPECT_EQ(error_column("3*(n+)"), 5U);
  EXPECT_EQ(error_column("(3"), 2U);
  EXPECT_EQ(error_column("3 4"), 2U);
  EXPECT_EQ(error_column("n @ 2"), 2U);
  EXPECT_EQ(error_column("3n"), 1U);
  EXPECT_EQ(error_column("1.5"), 1U);
  EXPECT_EQ(error_column("2+010"), 2U);
  EXPECT_EQ(error_column("1_"), 0U);
  EXPECT_EQ(error_column("mux(1,2)"), 0U);
  EXPECT_EQ(error_column("min(1)"), 5U);
  EXPECT_EQ(error_column("n."), 1U);
  EXPECT_EQ(error_column(std::string("1\0", 2)), 1U);
  EXPECT_EQ(error_column("\xff"), 0U);
}

TEST(Expression, suggests_the_function_that_was_meant) {
  try {
    Expression("ceildiv(n, 2)");
    FAIL();
  } catch (const ExpressionError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'ceil_div'?"), std::string::npos) << error.what();
  }
}

TEST(Expression, checks_overflow_and_division) {
  const std::int64_t most = INT64_MAX, least = INT64_MIN;
  EXPECT_EQ(value("9223372036854775807"), most);
  EXPECT_EQ(error_column("9223372036854775808"), 0U);
  EXPECT_EQ(error_column("n+1", {{"n", most}}), 1U);
  EXPECT_EQ(error_column("n-1", {{"n", least}}), 1U);
  EXPECT_EQ(error_column("n*2", {{"n", most}}), 1U);
  EXPECT_EQ(error_column("-n", {{"n", least}}), 0U);
  EXPECT_EQ(error_column("n/-1", {{"n", least}}), 1U);
  EXPECT_EQ(value("n%-1", {{"n", least}}), 0);
  EXPECT_EQ(error_column("1/n", {{"n", 0}}), 1U);
  EXPECT_EQ(error_column("1%n", {{"n", 0}}), 1U);
  EXPECT_EQ(error_column("ceil_div(1,n)", {{"n", 0}}), 0U);
}

TEST(Expression, survives_very_long_and_very_deep_texts) {
  std::string sum = "1";
  for (int i = 0; i < 100000; ++i) sum += "+1";
  EXPECT_EQ(value(sum), 100001);
  const std::string deep(100000, '(');
  EXPECT_THROW(Expression{deep}, ExpressionError);
  EXPECT_THROW(Expression{std::string(100000, '-') + "1"}, ExpressionError);
}

TEST(Expression, nests_to_its_limit_without_running_out_of_room) {
  std::string text = "1";
  for (int i = 0; i < 60; ++i) text = "1+2*min(3*1," + text + ")";
  EXPECT_GT(value(text), 0);
}

}  // namespace
}  // namespace kparity
