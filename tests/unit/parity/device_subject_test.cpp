// Checks of a device implementation, with the strict stand-in for a device: what they convict, and the witnesses that
// make it impossible for host code to pass as a kernel that ran on the device.
#include <gmock/gmock.h>

#include "campaign.hpp"
#include "kparity/device_calls.hpp"
#include "kparity/devices.hpp"
#include "kparity/settings.hpp"
#include "run_case.hpp"
#include "small_kernels.hpp"
#include "support/fake_device.hpp"

namespace kparity::parity {
namespace {

using result::Outcome;
using result::Verdict;
using test::FakeDeviceScope;
using test::FakeKernel;
using test::FakeLaunch;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* launch_rule = "launch: {threads: n, block: 128}\n";

unsigned long long reference_calls = 0;

void counted_reference(void** arguments) {
  ++reference_calls;
  entry<&scale>(arguments);
}

/// `scale` with a CUDA version, whose body the fake device has.
Kernel scale_kernel(const spec::KernelSpec& spec) {
  KernelDefinition definition = kernel_of(spec, entry<&scale>, entry<&scale>).definition();
  definition.hosts = {{"reference", [] { return LoadedHost{{entry<&scale>}, {counted_reference}, &reference_calls}; }}};
  definition.cuda = CudaSource{};
  definition.launch = spec.launch;
  definition.missing_cuda = spec.missing_cuda;
  definition.dispatch = spec.dispatch;
  return Kernel(std::move(definition));
}

void scale_body(const FakeLaunch& launch) {
  const int n = launch.argument<int>(0), a = launch.argument<int>(1);
  for (std::int64_t i = 0; i < launch.threads(); ++i)
    if (i < n) launch.argument<int*>(3)[i] = a * launch.argument<const int*>(2)[i];
}

/// Cases that call the reference once.
CheckOptions of_one_call() {
  CheckOptions options;
  options.families = {"realistic", "shapes"};
  return options;
}

class DeviceSubject : public testing::Test {
 protected:
  Outcome check(const FakeKernel& body, const std::string& more = launch_rule, const CheckOptions& options = {}) {
    spec_ = scale_spec(more);
    fake_->add_kernel("scale", body);
    return check_parity_here(spec_, scale_kernel(spec_), cuda_name, options);
  }

  spec::KernelSpec spec_;
  FakeDeviceScope fake_;
};

TEST_F(DeviceSubject, a_right_kernel_passes_and_has_been_launched) {
  const auto before = device_calls();
  const Outcome outcome = check(scale_body, launch_rule, of_one_call());
  EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.reason;
  EXPECT_EQ(outcome.cases, 200U);
  EXPECT_EQ(device_calls() - before, 400U);   // twice per case
  EXPECT_GT(fake_->launches().size(), 300U);  // but not for n = 0
}

TEST_F(DeviceSubject, arrays_in_allocations_of_their_own_pass_too) {
  CheckOptions options;
  options.separate_allocations = true;
  options.cases = 20;
  const Outcome outcome = check(scale_body, launch_rule, options);
  EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.reason;
}

TEST_F(DeviceSubject, case_69_a_wrong_kernel_names_kernel_argument_and_thread) {
  const Outcome outcome = check([](const FakeLaunch& launch) {
    scale_body(launch);
    if (launch.argument<int>(0) > 200) launch.argument<int*>(3)[200] += 1;
  });
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_EQ(result::id_of(outcome), "scale.parity.cuda");
  EXPECT_EQ(outcome.reason, "y: 1 of 201 elements differ from reference");
  ASSERT_EQ(outcome.comparisons.size(), 1U);
  EXPECT_EQ(outcome.comparisons[0].first->thread, "thread 72 of block 1");
  EXPECT_THAT(outcome.token, HasSubstr("n=201"));
}

TEST_F(DeviceSubject, a_left_out_tail_block_is_named_with_its_thread_and_its_cause) {
  const Outcome outcome = check([](const FakeLaunch& launch) {
    const int n = launch.argument<int>(0);
    for (int i = 0; i < n; ++i)
      if (i < 128 || i < n / 128 * 128)
        launch.argument<int*>(3)[i] = launch.argument<int>(1) * launch.argument<const int*>(2)[i];
  });
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_EQ(outcome.reason, "y: 1 of 129 elements differ from reference");
  EXPECT_EQ(outcome.comparisons.at(0).first->thread, "thread 0 of block 1");
  EXPECT_THAT(outcome.comparisons.at(0).pattern, HasSubstr("from n - n mod 128 on"));
  EXPECT_THAT(outcome.likely, HasSubstr("the last, partly filled block is left out"));
}

TEST_F(DeviceSubject, a_kernel_that_knows_only_its_first_block_is_told_from_one_that_forgets_the_last) {
  const Outcome outcome = check([](const FakeLaunch& launch) {
    for (int i = 0; i < std::min(launch.argument<int>(0), 128); ++i)
      launch.argument<int*>(3)[i] = launch.argument<int>(1) * launch.argument<const int*>(2)[i];
  });
  EXPECT_THAT(outcome.likely, HasSubstr("only the first block writes"));
}

TEST_F(DeviceSubject, writes_beside_arrays_in_device_memory_are_found) {
  const Outcome past = check([](const FakeLaunch& launch) {
    scale_body(launch);
    launch.argument<int*>(3)[launch.argument<int>(0)] = 1;
  });
  EXPECT_EQ(past.verdict, Verdict::bounds);
  EXPECT_THAT(past.reason, HasSubstr("'cuda' wrote past the end of 'y'"));
}

TEST_F(DeviceSubject, a_launch_beyond_a_limit_is_a_limit) {
  const Outcome outcome = check(scale_body, "launch: {threads: [1, 70000], block: [1, 1]}\n");
  EXPECT_EQ(outcome.verdict, Verdict::limit);
  EXPECT_THAT(outcome.reason, HasSubstr("y is beyond 65535"));
}

TEST_F(DeviceSubject, dispatch_by_arrays_runs_the_device_version_in_a_check) {
  const auto before = reference_calls;
  const Outcome outcome = check(scale_body, std::string(launch_rule) + "cuda: {dispatch: arrays}\n", of_one_call());
  EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.reason;
  EXPECT_EQ(reference_calls - before, 200U + 2U);  // and twice with one input changed, to see that it matters
}

TEST_F(DeviceSubject, a_host_implementation_that_runs_in_place_of_the_kernel_is_no_pass) {
  const auto spec = scale_spec(launch_rule);
  fake_->add_kernel("scale", scale_body);
  const Kernel kernel = scale_kernel(spec);
  Subject cheating = device_subject(kernel);
  const auto run = cheating.run;
  cheating.run = [&](std::size_t instantiation, Workspace& workspace) {
    const auto found = run(instantiation, workspace);
    ++reference_calls;  // as the witness of a host file counts
    return found;
  };
  const auto drawn = generate::parse_token(spec, "scale:n=129,a=3,family=realistic,seed=7").drawn;
  const auto judge = [&](const Subject& subject) {
    return CaseRunner(spec, load_subject(spec, kernel, reference_name), subject).run(drawn);
  };
  EXPECT_EQ(judge(device_subject(kernel)).verdict, Verdict::pass);
  const CaseResult beside = judge(cheating);
  EXPECT_EQ(beside.verdict, Verdict::broken);
  EXPECT_THAT(beside.reason, HasSubstr("did not run alone"));
  cheating.run = [&](std::size_t, Workspace& workspace) -> std::optional<RunFinding> {
    entry<&scale>(workspace.arguments());
    return std::nullopt;
  };
  const CaseResult instead = judge(cheating);
  EXPECT_EQ(instead.verdict, Verdict::broken);
  EXPECT_THAT(instead.reason, AllOf(HasSubstr("did not run"), HasSubstr("'cuda'"), HasSubstr("saw 0 calls")));
}

TEST(DeviceSubjectAbsent, case_70_without_a_device_there_is_no_pass_but_a_reason) {
  if (why_no_device().empty()) GTEST_SKIP() << "there is a device";
  const auto spec = scale_spec(launch_rule);
  const Outcome outcome = check_parity_here(spec, scale_kernel(spec), cuda_name, {});
  EXPECT_EQ(outcome.verdict, settings().require_cuda ? Verdict::broken : Verdict::skipped);
  EXPECT_THAT(outcome.reason, HasSubstr("no CUDA device"));
  EXPECT_EQ(outcome.cases, 0U);
}

}  // namespace
}  // namespace kparity::parity
