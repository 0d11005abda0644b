// The environment variables, their values and the warnings about unknown ones.
#include "kparity/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::CollectedWarnings;
using test::message_from;

TEST(Settings, unset_and_blank_variables_have_no_effect) {
  const Settings s = parse_settings({"PATH=/bin", "KPARITY_BACKEND=", "KPARITY_SEED=  ", "KPARITY_REQUIRE_CUDA= "});
  EXPECT_EQ(s.backend, std::nullopt);
  EXPECT_EQ(s.seed, std::nullopt);
  EXPECT_FALSE(s.require_cuda);
}

TEST(Settings, values_are_trimmed_and_words_are_lower_cased) {
  const Settings s = parse_settings(
      {"KPARITY_BACKEND= CUDA ", "KPARITY_KERNEL_IMPLEMENTATION= OpenMP", "KPARITY_DEVICE_IMPLEMENTATION=cuda",
       "KPARITY_REQUIRE_CUDA=Yes", "KPARITY_CUDA_DEBUG=on", "KPARITY_CACHE_DIR=/tmp/A b", "KPARITY_CXX=g++ -m64",
       "KPARITY_SEED=0x5EED", "KPARITY_CAPTURE= push:3 , deposit", "KPARITY_CAPTURE_DIR=/tmp/Captured"});
  EXPECT_EQ(s.backend, Backend::cuda);
  EXPECT_EQ(s.kernel_implementation, "openmp");
  EXPECT_EQ(s.device_implementation, "cuda");
  EXPECT_TRUE(s.require_cuda);
  EXPECT_TRUE(s.cuda_debug);
  EXPECT_EQ(s.cache_dir, "/tmp/A b");
  EXPECT_EQ(s.cxx, "g++ -m64");
  EXPECT_EQ(s.seed, 0x5eedU);
  EXPECT_EQ(s.capture, (std::vector<CaptureRequest>{{"push", 3}, {"deposit", 1}}));
  EXPECT_EQ(s.capture_dir, "/tmp/Captured");
}

TEST(Settings, a_bad_value_names_the_variable_and_lists_the_allowed_ones) {
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_settings({"KPARITY_BACKEND=gpu"}); }),
            "KPARITY_BACKEND: unknown backend 'gpu'; allowed: host, cuda");
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_settings({"KPARITY_REQUIRE_CUDA=maybe"}); }),
            "KPARITY_REQUIRE_CUDA: bad value 'maybe'; allowed: 1, true, yes, on, 0, false, no, off");
  for (const char* const bad : {"push:", "push:0", "push:x", ":1", "push,", "push:1:2", "push:-1"})
    EXPECT_THAT(message_from<InvalidArgument>([&] { parse_settings({std::string("KPARITY_CAPTURE=") + bad}); }),
                testing::AllOf(testing::StartsWith("KPARITY_CAPTURE: bad value '"), testing::HasSubstr("push:3")))
        << bad;
  EXPECT_EQ(parse_settings({"KPARITY_SEED=10"}).seed, 10U);
  EXPECT_THROW(parse_settings({"KPARITY_SEED=xyz"}), InvalidArgument);
  EXPECT_THROW(parse_settings({"KPARITY_SEED=5eedg"}), InvalidArgument);
  EXPECT_THROW(parse_settings({"KPARITY_SEED=18446744073709551616"}), InvalidArgument);
}

TEST(Settings, an_unknown_name_warns_with_the_nearest_one) {
  const CollectedWarnings warnings;
  parse_settings({"KPARITY_BACKED=cuda", "KPARITYX=1", "KPARITY_ZZZZZZZZZZZZZZZZZZZZZZZ=1", "kparity_backend=1"});
  ASSERT_EQ(warnings.messages.size(), 2U);
  EXPECT_NE(warnings.messages[0].find("'KPARITY_BACKED' has no effect (did you mean 'KPARITY_BACKEND'?)"),
            std::string::npos)
      << warnings.messages[0];
  EXPECT_EQ(warnings.messages[1].find("did you mean"), std::string::npos);
}

TEST(Settings, names_that_scripts_of_ours_read_are_not_unknown) {
  const CollectedWarnings warnings;
  parse_settings(
      {"KPARITY_SHARDS=4", "KPARITY_SOURCE=external/kparity", "KPARITY_KERNELS=kernels", "KPARITY_SCHEMAS=x"});
  EXPECT_EQ(warnings.messages.size(), 0U);
}

TEST(Settings, every_variable_is_described) {
  const auto all = describe_settings();
  EXPECT_EQ(all.size(), 12U);
  for (const SettingDescription& each : all) {
    EXPECT_EQ(each.name.rfind("KPARITY_", 0), 0U);
    EXPECT_FALSE(each.allowed.empty());
    EXPECT_FALSE(each.doc.empty());
  }
}

TEST(Settings, sizes_have_units_of_1024) {
  EXPECT_EQ(parse_settings({}).cache_limit, 1U << 30);
  EXPECT_EQ(parse_settings({"KPARITY_CACHE_LIMIT=200M"}).cache_limit, 200U << 20);
  EXPECT_EQ(parse_size("0", "x"), 0U);
  EXPECT_EQ(parse_size("500000", "x"), 500000U);
  EXPECT_EQ(parse_size("3k", "x"), 3072U);
  EXPECT_EQ(parse_size("2G", "x"), std::uint64_t{2} << 30);
  EXPECT_EQ(parse_size("16777215T", "x"), std::uint64_t{16777215} << 40);
  EXPECT_EQ(parse_size("off", "x"), std::numeric_limits<std::uint64_t>::max());
  for (const char* bad : {"", "M", "-1", "1.5G", "2GB", "1 M", "16777216T", "99999999999999999999", "0x10"}) {
    EXPECT_THROW(parse_size(bad, "x"), InvalidArgument) << bad;
  }
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_settings({"KPARITY_CACHE_LIMIT=much"}); }),
            "KPARITY_CACHE_LIMIT: bad value 'much'; allowed: bytes, as 500000, 512K, 200M, 2G or 1T, or off");
}

TEST(Settings, one_rule_for_all_booleans) {
  for (const char* yes : {"1", "true", "TRUE", " on", "Yes"}) EXPECT_TRUE(parse_boolean(yes, "x"));
  for (const char* no : {"0", "false", "Off", "no "}) EXPECT_FALSE(parse_boolean(no, "x"));
  EXPECT_THROW(parse_boolean("2", "x"), InvalidArgument);
}

}  // namespace
}  // namespace kparity
