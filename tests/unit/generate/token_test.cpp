// Tokens read back to the case they were printed from; bad tokens say what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kparity/generate/case.hpp"
#include "philox.hpp"
#include "scalar.hpp"
#include "spec_builder.hpp"

namespace kparity::generate {

namespace {

using test::SpecBuilder;
using testing::HasSubstr;

std::string refusal(const spec::KernelSpec& spec, const std::string& text) {
  try {
    parse_token(spec, text);
    return "";
  } catch (const InvalidArgument& error) {
    return error.what();
  }
}

Case example() {
  return {.family = "realistic",
          .seed = 0x5eed,
          .scalars = {scalar_from_whole(DType::int32, 129), scalar_from_real(DType::float64, 1.5)}};
}

}  // namespace

TEST(Token, prints_every_scalar_the_family_the_seed_and_the_spec) {
  EXPECT_EQ(token(test::axpy(), example()), "axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c");
  EXPECT_EQ(summary(test::axpy(), example()), "n=129 a=1.5 family=realistic seed=5eed");
}

TEST(Token, names_the_types_and_the_fields_of_structures) {
  const auto drawn = draw(test::push(), 1, "shapes", 1, 4);
  const auto text = token(test::push(), drawn);
  EXPECT_THAT(text, testing::StartsWith("push:T=double,particles.n="));
  EXPECT_EQ(parse_token(test::push(), text).drawn, drawn);
  EXPECT_EQ(parse_token(test::push(), token(test::push(), draw(test::push(), 0, "shapes", 1, 4))).drawn.instantiation,
            0u);
}

TEST(Token, reads_names_in_any_order_and_without_the_hash) {
  const auto parsed = parse_token(test::axpy(), "axpy: seed=5EED, a=1.5, family=realistic ,n=129");
  EXPECT_EQ(parsed.drawn, example());
  EXPECT_TRUE(parsed.same_spec);
}

TEST(Token, notices_another_spec) {
  EXPECT_TRUE(parse_token(test::axpy(), "axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4c").same_spec);
  EXPECT_FALSE(parse_token(test::axpy(), "axpy:n=129,a=1.5,family=realistic,seed=5eed,spec=1f2e3d4d").same_spec);
}

TEST(Token, says_what_is_wrong) {
  const auto spec = test::axpy();
  const std::string rest = ",family=realistic,seed=5eed";
  EXPECT_EQ(refusal(spec, "axpy:n=-1,a=1.5" + rest),
            "token 'axpy:n=-1,a=1.5,family=realistic,seed=5eed': n = -1 is outside the bounds of its generator "
            "'integer': [0, 100000]");
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=10" + rest),
              HasSubstr("a = 10 is outside the bounds of its generator 'uniform': [-10, 9.999"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=nan" + rest), HasSubstr("a = nan is outside"));
  EXPECT_THAT(refusal(spec, "axpy:n=1.5,a=1.5" + rest), HasSubstr("n = '1.5' is no int"));
  EXPECT_THAT(refusal(spec, "axpy:n=99999999999,a=1.5" + rest), HasSubstr("n = '99999999999' is no int"));
  EXPECT_THAT(refusal(spec, "axpy:n=,a=1.5" + rest), HasSubstr("n = '' is no int"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,n=2,a=1.5" + rest), HasSubstr("'n' is given twice"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,alpha=2,a=1.5" + rest),
              HasSubstr("unknown name 'alpha'; known are: n, a, family, seed, spec"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5,famly=realistic,seed=1"),
              HasSubstr("unknown name 'famly' (did you mean 'family'?)"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5"), HasSubstr("missing: family, seed"));
  EXPECT_THAT(refusal(spec, "axpy:"), HasSubstr("missing: n, a, family, seed"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5,family=real,seed=1"), HasSubstr("unknown family 'real'"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5,family=realistic,seed=xyz"),
              HasSubstr("seed = 'xyz' is no hexadecimal number"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5,family=realistic,seed=11112222333344445"), HasSubstr("of up to 64 bits"));
  EXPECT_THAT(refusal(spec, "axpy:n=1,a=1.5,family=realistic,seed=1,spec=zz"),
              HasSubstr("spec = 'zz' is no hexadecimal number"));
  EXPECT_THAT(refusal(spec, "axpy:n" + rest), HasSubstr("expected 'name=value' instead of 'n'"));
  EXPECT_THAT(refusal(spec, "dot:n=1" + rest), HasSubstr("belongs to kernel 'dot', not to 'axpy'"));
  EXPECT_THAT(refusal(spec, "n=1" + rest), HasSubstr("expected '<kernel>:<name>=<value>,...'"));
  EXPECT_THAT(refusal(spec, ""), HasSubstr("expected '<kernel>:"));
  EXPECT_THAT(refusal(test::push(), "push:T=half,particles.n=1"),
              HasSubstr("no such instantiation; there are: T=float; T=double"));
  EXPECT_THAT(refusal(test::push(), "push:particles.n=1"), HasSubstr("missing: T, "));
}

TEST(Token, bounds_of_a_token_follow_its_sizes) {
  const std::string rest = ",dt=0.1,reflect=true,family=shapes,seed=1";
  EXPECT_EQ(refusal(test::push(), "push:T=float,particles.n=3,cells=5,first=4" + rest), "");
  EXPECT_THAT(refusal(test::push(), "push:T=float,particles.n=3,cells=5,first=5" + rest),
              HasSubstr("first = 5 is outside the bounds of its generator 'integer': [0, 4]"));
}

TEST(Token, garbage_never_crashes) {
  const std::string letters = "axpy:n=1,.-e5\xff\0 spec=family:seed";
  Random random({.seed = 3, .argument = 4});
  for (int i = 0; i < 2000; ++i) {
    std::string text = i % 2 == 0 ? "axpy:" : "";
    for (std::uint64_t length = random.below(40); length > 0; --length) text += letters[random.below(letters.size())];
    EXPECT_NE(refusal(test::axpy(), text), "") << text;
  }
}

TEST(ScalarText, reads_back_to_the_same_bits) {
  const auto round_trip = [](const ScalarValue& value) {
    const auto read = scalar_from_text(value.dtype, to_text(value));
    ASSERT_TRUE(read) << to_text(value);
    EXPECT_EQ(*read, value) << to_text(value);
  };
  for (const double real : {0.1, -1e300, 5e-324, 1.0 / 3, 0x1.fffffffffffffp1023, -0.0}) {
    round_trip(scalar_from_real(DType::float64, real));
    round_trip(scalar_from_real(DType::float32, std::fabs(real) > 1e38 ? 1e38 : real));
  }
  for (const std::int64_t whole : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX, INT64_MIN}) {
    for (int dtype = 0; dtype <= static_cast<int>(DType::uint64); ++dtype) {
      round_trip(scalar_from_whole(static_cast<DType>(dtype), whole));
    }
  }
  EXPECT_EQ(to_text(scalar_from_real(DType::float32, 0.1)), "0.1");
  EXPECT_EQ(to_text(scalar_from_whole(DType::char8, 65)), "65");
  EXPECT_EQ(to_text(scalar_from_whole(DType::boolean, 1)), "true");
}

TEST(Evaluate, uses_integer_scalars_only) {
  EXPECT_EQ(evaluate(test::axpy(), example(), Expression("2*n + 1")), 259);
  EXPECT_THROW(evaluate(test::axpy(), example(), Expression("a")), InvalidArgument);
  try {
    evaluate(test::push(), draw(test::push(), 0, "shapes", 1, 4), Expression("cell"));
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("'cell' is no integer scalar (did you mean 'cells'?); there are: particles.n, cells, first"));
  }
}

TEST(Token, edits_are_part_of_it_and_of_the_contents) {
  const std::string text = "axpy:n=129,a=1.5,x[0:128]=0.5,x[3]=-0.25,family=realistic,seed=5eed,spec=1f2e3d4c";
  const Case drawn = parse_token(test::axpy(), text).drawn;
  EXPECT_EQ(token(test::axpy(), drawn), text);
  EXPECT_EQ(summary(test::axpy(), drawn), "n=129 a=1.5 x[0:128]=0.5 x[3]=-0.25 family=realistic seed=5eed");
  const auto plain = test::axpy();
  for (const ArrayPlan& array : plan(plain, drawn)) {
    if (array.name != "x") continue;
    std::vector<double> edited(129), own(129);
    fill(plain, drawn, array, std::as_writable_bytes(std::span(edited)));
    fill(plain, example(), array, std::as_writable_bytes(std::span(own)));
    EXPECT_EQ(edited[2], .5);
    EXPECT_EQ(edited[3], -.25);
    EXPECT_EQ(edited[127], .5);
    EXPECT_EQ(edited[128], own[128]);
  }
}

TEST(Token, edits_that_cannot_be_are_refused) {
  const auto with = [](const std::string& edit) {
    return refusal(test::axpy(), "axpy:n=129,a=1.5," + edit + ",family=realistic,seed=5eed");
  };
  EXPECT_EQ(with("x[128]=0.5"), "");
  EXPECT_THAT(with("x[129]=0.5"), HasSubstr("no part of 'x', which has 129 elements"));
  EXPECT_THAT(with("x[5:5]=0.5"), HasSubstr("no part of 'x'"));
  EXPECT_THAT(with("x[3]=1e9"), HasSubstr("outside the bounds of the generator of 'x'"));
  EXPECT_THAT(with("x[3]=much"), HasSubstr("'much' is no double"));
  EXPECT_THAT(with("x[3=1"), HasSubstr("expected 'x[3]=1' or 'x[0:16]=1'"));
  EXPECT_THAT(with("q[3]=1"), HasSubstr("'q' is no array that is an input"));
  EXPECT_THAT(with("a[3]=1"), HasSubstr("'a' is no array that is an input"));
  EXPECT_THAT(with("x[3]=0.5,x[3]=0.25"), HasSubstr("given twice"));
}

TEST(Token, a_smaller_case_keeps_the_edits_that_fit) {
  const auto spec = test::axpy();
  const Case drawn = parse_token(spec, "axpy:n=129,a=1.5,x[0:100]=0.5,x[128]=0.25,family=realistic,seed=5eed").drawn;
  bool found = false;
  for (const Case& smaller : shrinks(spec, drawn)) {
    EXPECT_EQ(parse_token(spec, token(spec, smaller)).drawn, smaller);
    found |= smaller.scalars[0] == scalar_from_whole(DType::int32, 32) && smaller.edits.size() == 1 &&
             smaller.edits[0].end == 32;
  }
  EXPECT_TRUE(found);
}

}  // namespace kparity::generate
