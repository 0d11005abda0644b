// How kernels are defined, and which of their host implementations runs.
#include "kparity/kernel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "kernels.hpp"
#include "kparity/error.hpp"

namespace kparity {
namespace {

using test::CollectedWarnings;
using test::failing;
using test::mark_definition;
using test::marked_by;
using test::marking;
using test::message_from;

std::string refusal(KernelDefinition definition) {
  return message_from<InvalidArgument>([&] { Kernel kernel(std::move(definition)); });
}

// ---- definitions ---------------------------------------------------------------------------------------------------

TEST(Kernel, definitions_are_checked) {
  const KernelDefinition good = mark_definition({marking<0>("reference")});
  EXPECT_EQ(refusal(good), "no exception");
  KernelDefinition bad = good;
  bad.instantiations.clear();
  EXPECT_NE(refusal(bad).find("has no signature"), std::string::npos);
  EXPECT_NE(refusal(mark_definition({marking<1>("openmp")})).find("has no 'reference' implementation"),
            std::string::npos);
  EXPECT_NE(refusal(mark_definition({marking<1>("reference"), marking<1>("reference")})).find("two implementations"),
            std::string::npos);
  EXPECT_NE(refusal(mark_definition({marking<1>("reference"), marking<1>("cuda")})).find("'cuda' cannot be the name"),
            std::string::npos);
  bad = good;
  bad.outputs = {"y"};
  EXPECT_NE(refusal(bad).find("output 'y' is no parameter of void mark(int* out)"), std::string::npos) << refusal(bad);
  bad = good;
  bad.instantiations[0].parameters[0].is_const = true;
  EXPECT_NE(refusal(bad).find("cannot be written through its type const int*"), std::string::npos) << refusal(bad);
  bad = good;
  bad.launch.threads = {Expression("n")};
  EXPECT_NE(refusal(bad).find("'n' is no integer parameter"), std::string::npos) << refusal(bad);
  bad = good;
  bad.launch.block = {2000};
  EXPECT_NE(refusal(bad).find("1024"), std::string::npos) << refusal(bad);
}

TEST(Kernel, names_are_c_identifiers_and_mean_nothing_else) {
  for (const char* name :
       {"", "a b", "2d", "a-b", "über", "while", "threadIdx", "__x", "main", "a.b", "thread_local"}) {
    KernelDefinition definition = mark_definition({marking<0>("reference")});
    definition.name = name;
    EXPECT_NE(refusal(definition).find("kernel name '"), std::string::npos) << name;
  }
}

TEST(Kernel, case_06_an_unknown_policy_lists_the_two_allowed_ones) {
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_missing_cuda("ignore"); }),
            "missing_cuda: unknown value 'ignore'; allowed: raise, fallback");
  EXPECT_EQ(message_from<InvalidArgument>([] { parse_dispatch("array"); }),
            "dispatch: unknown value 'array'; allowed: backend, arrays (did you mean 'arrays'?)");
  EXPECT_EQ(parse_missing_cuda("fallback"), MissingCudaPolicy::fallback);
  EXPECT_EQ(parse_dispatch("backend"), Dispatch::backend);
}

TEST(Kernel, implementations_come_in_preference_order_reference_then_cuda_last) {
  KernelDefinition definition = mark_definition({marking<0>("reference"), marking<1>("openmp"), failing("simd", "no")});
  definition.cuda = test::some_source();
  EXPECT_EQ(Kernel(definition).implementations(), (std::vector<std::string>{"openmp", "simd", "reference", "cuda"}));
}

// ---- choice --------------------------------------------------------------------------------------------------------

TEST(Choice, case_32_the_first_implementation_that_loads_is_the_default) {
  const Kernel kernel(mark_definition({failing("openmp", "no threads"), marking<2>("simd"), marking<3>("reference")}));
  EXPECT_EQ(marked_by(kernel), 2);
  EXPECT_EQ(kernel.selected(), "simd");
  EXPECT_FALSE(kernel.available("openmp"));
  EXPECT_EQ(kernel.why_unavailable("openmp"), "no threads");
  ASSERT_EQ(kernel.errors().count("openmp"), 1U);
  EXPECT_THROW(std::rethrow_exception(kernel.errors().at("openmp")), std::runtime_error);
}

TEST(Choice, case_33_only_reference_left_warns_once_with_the_load_errors) {
  const CollectedWarnings warnings;
  const Kernel kernel(mark_definition({failing("openmp", "no threads"), marking<3>("reference")}));
  EXPECT_EQ(kernel.selected(), "reference");
  EXPECT_TRUE(warnings.messages.empty());  // asking does not use the warning up
  EXPECT_EQ(marked_by(kernel), 3);
  EXPECT_EQ(marked_by(kernel), 3);
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_NE(warnings.messages[0].find("kernel 'mark'"), std::string::npos);
  EXPECT_NE(warnings.messages[0].find("'openmp': no threads"), std::string::npos);
}

TEST(Choice, a_kernel_that_has_only_a_reference_does_not_warn) {
  const CollectedWarnings warnings;
  EXPECT_EQ(marked_by(Kernel(mark_definition({marking<3>("reference")}))), 3);
  EXPECT_TRUE(warnings.messages.empty());
}

TEST(Choice, choosing_reference_does_not_warn) {
  const CollectedWarnings warnings;
  const Kernel kernel(mark_definition({failing("openmp", "no threads"), marking<3>("reference")}));
  const ImplementationScope scope("reference");
  EXPECT_EQ(marked_by(kernel), 3);
  EXPECT_TRUE(warnings.messages.empty());
}

TEST(Choice, a_warning_turned_into_an_error_stays_one) {
  const WarningScope errors(warnings_as_errors());
  const Kernel kernel(mark_definition({failing("openmp", "no threads"), marking<3>("reference")}));
  EXPECT_THROW(marked_by(kernel), WarningError);
  EXPECT_THROW(marked_by(kernel), WarningError);
}

TEST(Choice, case_34_a_chosen_implementation_that_failed_is_an_error_with_its_cause_and_nothing_else_runs) {
  int loads = 0;
  const Kernel kernel(mark_definition({failing("openmp", "no threads"), marking<3>("reference", &loads)}));
  const ImplementationScope scope("openmp");
  try {
    marked_by(kernel);
    FAIL();
  } catch (const ImplementationUnavailable& error) {
    EXPECT_STREQ(error.what(), "kernel 'mark': implementation 'openmp' is unavailable: no threads");
    EXPECT_THROW(std::rethrow_if_nested(error), std::runtime_error);
  }
  EXPECT_THROW(kernel.selected(), ImplementationUnavailable);
  EXPECT_EQ(loads, 0);
}

TEST(Choice, case_35_a_choice_the_kernel_does_not_have_names_what_it_has) {
  const Kernel other(mark_definition({marking<1>("simd"), marking<0>("reference")}));
  const Kernel kernel(mark_definition({marking<1>("openmp"), marking<0>("reference")}));
  const ImplementationScope scope("simd");
  const std::string message = message_from<ImplementationUnavailable>([&] { marked_by(kernel); });
  EXPECT_EQ(message, "kernel 'mark' has no implementation 'simd', which was chosen; it has openmp, reference");
  EXPECT_THROW(kernel.get_kernel(), ImplementationUnavailable);
}

TEST(Choice, case_36_scopes_nest_and_an_implementation_never_chosen_is_never_loaded) {
  int loads = 0;
  const Kernel kernel(mark_definition({marking<1>("openmp", &loads), marking<2>("simd"), marking<3>("reference")}));
  {
    const ImplementationScope simd("simd");
    {
      const ImplementationScope reference("reference");
      EXPECT_EQ(marked_by(kernel), 3);
      EXPECT_EQ(kernel.selected(), "reference");
    }
    EXPECT_EQ(marked_by(kernel), 2);
    try {
      const ImplementationScope reference("reference");
      throw 1;
    } catch (int) {
    }
    EXPECT_EQ(marked_by(kernel), 2);
  }
  EXPECT_EQ(kernel_implementation(), std::nullopt);
  EXPECT_EQ(loads, 0);
  EXPECT_EQ(marked_by(kernel), 1);
}

TEST(Choice, case_40_an_implementation_is_loaded_once_and_not_by_asking_what_there_is) {
  int loads = 0;
  const Kernel kernel(mark_definition({marking<1>("openmp", &loads), marking<3>("reference")}));
  kernel.implementations();
  kernel.errors();
  kernel.has_cuda();
  kernel.definition();
  EXPECT_EQ(loads, 0);
  for (int i = 0; i < 10; ++i) marked_by(kernel);
  EXPECT_EQ(loads, 1);
}

TEST(Choice, a_failure_is_remembered_and_not_tried_again) {
  int loads = 0;
  const Kernel kernel(mark_definition({failing("openmp", "no", &loads), marking<3>("reference")}));
  EXPECT_FALSE(kernel.available("openmp"));
  EXPECT_FALSE(kernel.available("openmp"));
  EXPECT_THROW(kernel.host("openmp"), ImplementationUnavailable);
  EXPECT_EQ(loads, 1);
}

TEST(Choice, a_loader_with_the_wrong_number_of_entries_is_a_failure) {
  HostImplementation empty{"openmp", [] { return LoadedHost{}; }};
  HostImplementation null{"simd", [] { return LoadedHost{{nullptr}, {}, nullptr}; }};
  HostImplementation odd{"odd", []() -> LoadedHost { throw 7; }};
  const Kernel kernel(mark_definition({empty, null, odd, marking<3>("reference")}));
  EXPECT_EQ(kernel.why_unavailable("openmp"), "its loader gave 0 entries for 1 instantiation");
  EXPECT_EQ(kernel.why_unavailable("simd"), "its loader gave a null pointer among its entries");
  EXPECT_EQ(kernel.why_unavailable("odd"), "an exception that is no std::exception");
  EXPECT_NE(kernel.why_unavailable("opemp").find("has no implementation 'opemp'"), std::string::npos);
}

TEST(Choice, if_even_reference_fails_the_error_says_so) {
  const Kernel kernel(mark_definition({failing("reference", "broken")}));
  EXPECT_EQ(message_from<ImplementationUnavailable>([&] { marked_by(kernel); }),
            "kernel 'mark': implementation 'reference' is unavailable: broken");
}

TEST(Choice, get_kernel_keeps_its_choice) {
  const Kernel kernel(mark_definition({marking<1>("openmp"), marking<3>("reference")}));
  const KernelCall chosen = [&] {
    const ImplementationScope scope("reference");
    return kernel.get_kernel();
  }();
  int out = 0;
  chosen(&out);
  EXPECT_EQ(out, 3);
  EXPECT_EQ(marked_by(kernel), 1);
}

TEST(Choice, threads_load_an_implementation_once_and_choose_independently) {
  std::atomic<int> loads{0};
  HostImplementation counted{"openmp", [&loads] {
                               ++loads;
                               return LoadedHost{{&entry<&test::mark<1>>}, {}, nullptr};
                             }};
  const Kernel kernel(mark_definition({counted, marking<2>("simd"), marking<3>("reference")}));
  std::atomic<int> wrong{0};
  const auto work = [&](std::optional<std::string_view> choice, int expected) {
    const ImplementationScope scope(choice);
    for (int i = 0; i < 200; ++i) wrong += marked_by(kernel) != expected;
  };
  std::thread a(work, std::nullopt, 1), b(work, "simd", 2), c(work, "reference", 3), d(work, "openmp", 1);
  for (std::thread* thread : {&a, &b, &c, &d}) thread->join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(loads, 1);
}

}  // namespace
}  // namespace kparity
