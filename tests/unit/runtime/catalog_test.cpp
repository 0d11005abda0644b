// The catalogue: registration, lookup, summary, names.
#include "kparity/catalog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::axpy_kernel;
using test::CollectedWarnings;
using test::message_from;

Kernel named(const std::string& name, bool has_cuda = false, const std::string& extra = "") {
  KernelDefinition definition = test::mark_definition({test::marking<0>("reference")});
  definition.name = name;
  if (!extra.empty()) definition.hosts.push_back(test::marking<1>(extra));
  if (has_cuda) definition.cuda = test::some_source();
  return Kernel(std::move(definition));
}

TEST(Catalog, is_a_map_in_name_order) {
  KernelCatalog kernels;
  EXPECT_TRUE(kernels.empty());
  for (const char* name : {"sort", "axpy", "dot"}) kernels.register_kernel(named(name));
  EXPECT_EQ(kernels.names(), (std::vector<std::string>{"axpy", "dot", "sort"}));
  EXPECT_EQ(kernels.size(), 3U);
  EXPECT_TRUE(kernels.contains("dot"));
  EXPECT_FALSE(kernels.contains("push"));
  std::vector<std::string> seen;
  for (const auto& [name, kernel] : kernels) {
    seen.push_back(name);
    EXPECT_EQ(&kernel, &kernels.at(name));
  }
  EXPECT_EQ(seen, kernels.names());
  EXPECT_EQ(&kernels["dot"], &kernels.at("dot"));
}

TEST(Catalog, an_unknown_name_suggests_near_ones) {
  KernelCatalog kernels;
  EXPECT_EQ(message_from<KeyError>([&] { kernels["axpy"]; }),
            "there is no kernel 'axpy' in this catalogue; it is empty");
  kernels.register_kernel(named("axpy"));
  kernels.register_kernel(named("stencil2d"));
  EXPECT_EQ(message_from<KeyError>([&] { kernels["axyp"]; }),
            "there is no kernel 'axyp' in this catalogue (did you mean 'axpy'?)");
  EXPECT_EQ(message_from<KeyError>([&] { kernels.at("deposit"); }),
            "there is no kernel 'deposit' in this catalogue; there are: axpy, stencil2d");
  for (int i = 0; i < 30; ++i) kernels.register_kernel(named("kernel_number_" + std::to_string(i)));
  EXPECT_THAT(message_from<KeyError>([&] { kernels.at("q"); }), testing::EndsWith("kernel_number_25 and 12 more"));
}

TEST(Catalog, case_45_a_taken_name_is_an_error_and_another_name_is_accepted) {
  KernelCatalog kernels;
  kernels.register_kernel(axpy_kernel());
  EXPECT_EQ(message_from<KeyError>([&] { kernels.register_kernel(axpy_kernel()); }),
            "the catalogue already has a kernel 'axpy'");
  Kernel& other = kernels.register_kernel(axpy_kernel(), "saxpy");
  EXPECT_EQ(&other, &kernels["saxpy"]);
  EXPECT_EQ(other.name(), "axpy");
  EXPECT_NE(message_from<TypeMismatch>([&] { other(1); }).find("kernel 'axpy, registered as saxpy'"),
            std::string::npos);
  EXPECT_NE(message_from<TypeMismatch>([&] { kernels["axpy"](1); }).find("kernel 'axpy':"), std::string::npos);
}

TEST(Catalog, names_in_the_catalogue_are_checked_too) {
  KernelCatalog kernels;
  EXPECT_THROW(kernels.register_kernel(axpy_kernel(), "a b"), InvalidArgument);
  EXPECT_TRUE(kernels.empty());
}

TEST(Catalog, case_46_the_summary_counts_and_lists_some_of_the_missing) {
  KernelCatalog kernels;
  EXPECT_EQ(kernels.summary(), "CUDA kernels: 0 of 0");
  kernels.register_kernel(named("ported", true));
  EXPECT_EQ(kernels.summary(), "CUDA kernels: 1 of 1");
  for (int i = 0; i < 12; ++i) kernels.register_kernel(named("k" + std::to_string(10 + i)));
  EXPECT_EQ(kernels.summary(),
            "CUDA kernels: 1 of 13 (missing: k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, ...)");
  EXPECT_EQ(kernels.summary(1), "CUDA kernels: 1 of 13 (missing: k10, ...)");
  EXPECT_EQ(kernels.summary(12).find("..."), std::string::npos);
}

TEST(Catalog, the_kernels_with_and_without_cuda_are_disjoint_and_complete) {
  KernelCatalog kernels;
  kernels.register_kernel(named("b", true));
  kernels.register_kernel(named("c"));
  kernels.register_kernel(named("a", true));
  EXPECT_EQ(kernels.with_cuda(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(kernels.without_cuda(), std::vector<std::string>{"c"});
}

TEST(Catalog, case_49_a_fortran_symbol_that_is_too_long_warns_unless_the_check_is_off) {
  const CollectedWarnings warnings;
  KernelCatalog kernels;
  const std::string longest(55, 'k'), too_long(56, 'l');
  kernels.register_kernel(named(longest, false, "fortran"));
  kernels.register_kernel(named(too_long));  // without Fortran there is no limit
  EXPECT_TRUE(warnings.messages.empty());
  KernelCatalog off, on;
  off.register_kernel(named(too_long, false, "fortran"), "", 0);
  EXPECT_TRUE(warnings.messages.empty());
  on.register_kernel(named(too_long, false, "fortran"));
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_NE(warnings.messages[0].find(too_long + "_fortran' has 64 characters, more than the limit of 63; a kernel's "
                                                 "name may have at most 55"),
            std::string::npos)
      << warnings.messages[0];
}

}  // namespace
}  // namespace kparity
