// The environment variables, their values and the warnings about unknown ones.
#include "kparity/settings.hpp"

#include <gtest/gtest.h>

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
  const Settings s = parse_settings({"KPARITY_BACKEND= CUDA ", "KPARITY_KERNEL_IMPLEMENTATION= OpenMP",
                                     "KPARITY_DEVICE_IMPLEMENTATION=cuda", "KPARITY_REQUIRE_CUDA=Yes",
                                     "KPARITY_CUDA_DEBUG=on", "KPARITY_CACHE_DIR=/tmp/A b", "KPARITY_CXX=g++ -m64",
                                     "KPARITY_SEED=0x5EED", "KPARITY_CAPTURE=here"});
  EXPECT_EQ(s.backend, Backend::cuda);
  EXPECT_EQ(s.kernel_implementation, "openmp");
  EXPECT_EQ(s.device_implementation, "cuda");
  EXPECT_TRUE(s.require_cuda);
  EXPECT_TRUE(s.cuda_debug);
  EXPECT_EQ(s.cache_dir, "/tmp/A b");
  EXPECT_EQ(s.cxx, "g++ -m64");
  EXPECT_EQ(s.seed, 0x5eedU);
  EXPECT_EQ(s.capture, "here");
}

TEST(Settings, a_bad_value_names_the_variable_and_lists_the_allowed_ones) {
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_settings({"KPARITY_BACKEND=gpu"}); }),
            "KPARITY_BACKEND: unknown backend 'gpu'; allowed: host, cuda");
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_settings({"KPARITY_REQUIRE_CUDA=maybe"}); }),
            "KPARITY_REQUIRE_CUDA: bad value 'maybe'; allowed: 1, true, yes, on, 0, false, no, off");
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

TEST(Settings, every_variable_is_described) {
  const auto all = describe_settings();
  EXPECT_EQ(all.size(), 9U);
  for (const SettingDescription& each : all) {
    EXPECT_EQ(each.name.rfind("KPARITY_", 0), 0U);
    EXPECT_FALSE(each.allowed.empty());
    EXPECT_FALSE(each.doc.empty());
  }
}

TEST(Settings, one_rule_for_all_booleans) {
  for (const char* yes : {"1", "true", "TRUE", " on", "Yes"}) EXPECT_TRUE(parse_boolean(yes, "x"));
  for (const char* no : {"0", "false", "Off", "no "}) EXPECT_FALSE(parse_boolean(no, "x"));
  EXPECT_THROW(parse_boolean("2", "x"), InvalidArgument);
}

}  // namespace
}  // namespace kparity
