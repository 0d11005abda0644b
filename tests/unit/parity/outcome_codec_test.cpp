// An outcome survives the way from a child process to its parent, and cut-off bytes are noticed.
#include "outcome_codec.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "kparity/error.hpp"

namespace kparity::parity {
namespace {

result::Outcome full_outcome() {
  result::Mismatch mismatch;
  mismatch.index = 128;
  mismatch.position = {1, 0};
  mismatch.expected = "0.34375";
  mismatch.got = "0.25";
  mismatch.expected_bits = "0x3fd6";
  mismatch.got_bits = "0x3fd0";
  mismatch.difference = 0.09375;
  mismatch.ulps = 1e15;
  mismatch.bound = "1.1e-16";
  mismatch.used = std::numeric_limits<double>::infinity();
  mismatch.note = "its initial value";
  result::Comparison comparison;
  comparison.output = "y";
  comparison.rule = "exact";
  comparison.shape = {2, 128};
  comparison.elements = comparison.compared = 256;
  comparison.mismatches = 1;
  comparison.first = mismatch;
  comparison.used = 3;
  comparison.pattern = "a single element";
  comparison.pattern_before = "b";
  comparison.whole = "norm";
  comparison.all_expected = {"1", "2"};
  comparison.all_got = {"1", "3"};
  result::Outcome outcome;
  outcome.kernel = "axpy";
  outcome.check = "parity";
  outcome.implementation = "openmp";
  outcome.place = "host";
  outcome.verdict = result::Verdict::nondeterministic;
  outcome.reason = "why";
  outcome.details = {"one", "", "three"};
  outcome.comparisons = {comparison};
  outcome.cases = 200;
  outcome.pinned = 3;
  outcome.families = {{"special", 40, 2, {{"nan", 12}}, "why not"}, {"alias", 0, 0, {}, ""}};
  outcome.compared = 12345;
  outcome.used = 0.37;
  outcome.token = "t";
  outcome.first_token = "f";
  outcome.shrink_steps = 9;
  outcome.inputs = {{"x", {1}, {"0.5"}}, {"y", {}, {}}};
  outcome.likely = "l";
  outcome.same_every_time = "yes";
  outcome.replay = "r";
  outcome.saved = "s";
  outcome.file = "axpy.yaml";
  outcome.written = {1, 2};
  outcome.launch_place = {{1, 2, 3}, {4, 5, 6}, true, true};
  outcome.seconds = 0.5;
  return outcome;
}

TEST(OutcomeCodec, keeps_every_field) {
  const auto bytes = encode(full_outcome());
  const auto back = decode(bytes);
  EXPECT_EQ(encode(back), bytes);
  EXPECT_EQ(back.verdict, result::Verdict::nondeterministic);
  EXPECT_EQ(back.details, full_outcome().details);
  ASSERT_EQ(back.comparisons.size(), 1u);
  EXPECT_EQ(back.comparisons[0].first->bound, "1.1e-16");
  EXPECT_EQ(back.comparisons[0].whole, "norm");
  EXPECT_FALSE(back.comparisons[0].worst);
  EXPECT_EQ(back.saved, "s");
  EXPECT_EQ(back.seconds, 0.5);
}

TEST(OutcomeCodec, refuses_bytes_that_are_cut_off_anywhere) {
  const auto bytes = encode(full_outcome());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(decode(std::string_view(bytes).substr(0, size)), std::runtime_error) << size;
}

}  // namespace
}  // namespace kparity::parity
