// How problems are spelled, and which name is the nearest.
#include "kparity/spec/problem.hpp"

#include <gtest/gtest.h>

namespace kparity::spec {
namespace {

TEST(Problem, is_spelled_with_its_place) {
  EXPECT_EQ(to_string(Problem{{"a.yaml", 6, 31}, "wrong"}), "a.yaml:6:31: wrong");
  EXPECT_EQ(to_string(Problem{{"specs/a", 0, 0}, "wrong"}), "specs/a: wrong");
}

TEST(Problem, an_error_lists_all) {
  const SpecError error({{{"a.yaml", 1, 2}, "one"}, {{"a.yaml", 3, 4}, "two"}});
  EXPECT_STREQ(error.what(), "a.yaml:1:2: one\na.yaml:3:4: two");
  EXPECT_EQ(error.problems().size(), 2u);
}

TEST(Nearest, finds_typing_errors) {
  EXPECT_EQ(nearest("mim", {"max", "min"}), "min");
  EXPECT_EQ(nearest("unifrom", {"uniform", "normal"}), "uniform");
  EXPECT_EQ(nearest("shap", {"shape", "role"}), "shape");
  EXPECT_EQ(nearest("tolerence", {"tolerance"}), "tolerance");
}

TEST(Nearest, offers_nothing_far_off_or_equal) {
  EXPECT_EQ(nearest("colour", {"min", "max", "shape"}), "");
  EXPECT_EQ(nearest("m", {"n", "a"}), "");
  EXPECT_EQ(nearest("min", {"min"}), "");
  EXPECT_EQ(nearest("", {"n"}), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), {"x"}), "");
}

TEST(DidYouMean, is_ready_to_append) {
  EXPECT_EQ(did_you_mean("mim", {"min"}), " (did you mean 'min'?)");
  EXPECT_EQ(did_you_mean("colour", {"min"}), "");
}

}  // namespace
}  // namespace kparity::spec
