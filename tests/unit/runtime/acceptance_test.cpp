// The runtime as its user meets it: each test is an acceptance case of the behaviour, on the public interface, with a
// strict stand-in for the device.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "kparity/runtime.hpp"
#include "support/fake_device.hpp"

namespace application {

/// A structure of arrays, as codes of particles have it.
struct Particles {
  double* x;
  double* v;
  int n;
};

template <class V>
void visit_arrays(Particles& p, V&& visit) {
  visit(p.x, p.n);
  visit(p.v, p.n);
}

/// The same without a visitor.
struct Opaque {
  double* x;
  int n;
};

/// An argument group: one object on the host, two device arrays and a count on the device.
struct Field {
  std::vector<double> host;
  kparity::ArrayRef device;
  mutable int host_forms = 0, device_forms = 0;

  auto host_form() const {
    ++host_forms;
    return std::tuple<const std::vector<double>&, int>(host, static_cast<int>(host.size()));
  }
  auto device_form() const {
    ++device_forms;
    return std::tuple<kparity::ArrayRef, int>(device, static_cast<int>(kparity::element_count(device)));
  }
};

/// A group that exists on the device only.
struct DeviceField {
  kparity::ArrayRef device;
  auto device_form() const {
    return std::tuple<kparity::ArrayRef, int>(device, static_cast<int>(kparity::element_count(device)));
  }
};

}  // namespace application

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

// ---- kernels -------------------------------------------------------------------------------------------------------

int axpy_calls = 0;

void axpy(double a, const double* x, double* y, int n) {
  ++axpy_calls;
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

Parameter field(std::string name, ParameterKind kind, DType dtype) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.kind = kind;
  parameter.dtype = dtype;
  return parameter;
}

/// What axpy_cuda.cu would do, thread by thread.
void axpy_on_device(const FakeLaunch& launch) {
  const double a = launch.argument<double>(0);
  const auto* x = launch.argument<const double*>(1);
  auto* y = launch.argument<double*>(2);
  const int n = launch.argument<int>(3);
  for (std::int64_t i = 0; i < launch.threads(); ++i) {
    if (i < n) y[i] += a * x[i];
  }
}

void twice(double* x, int n) {
  for (int i = 0; i < n; ++i) x[i] *= 2;
}

void failing(double* x, int n) {
  twice(x, n);
  throw std::domain_error("negative density");
}

void sum(const double* x, int n, double* total) {
  total[0] = 0;
  for (int i = 0; i < n; ++i) total[0] += x[i];
}

void drift(double dt, application::Particles p) {
  for (int i = 0; i < p.n; ++i) p.x[i] += dt * p.v[i];
}

void clear(application::Opaque p) {
  for (int i = 0; i < p.n; ++i) p.x[i] = 0;
}

const HostOptions axpy_parameters{.parameters = {"a", "x", "y", "n"}, .outputs = {{"y"}}};

LaunchRule one_thread_per(const char* size) {
  LaunchRule rule;
  rule.threads = {Expression(size)};
  return rule;
}

Kernel ported_axpy(LaunchRule launch = one_thread_per("n"), Dispatch dispatch = Dispatch::backend) {
  return Kernel("axpy", {host<&axpy>()},
                {.host = axpy_parameters, .dispatch = dispatch, .launch = launch, .cuda = CudaSource{}});
}

Kernel unported(std::string name, MissingCudaPolicy policy, std::vector<ParameterChoice> outputs = {"x"}) {
  return Kernel(std::move(name), {host<&twice>()},
                {.host = {.parameters = {"x", "n"}, .outputs = outputs},
                 .missing_cuda = policy,
                 .expected_cuda_path = "specs/twice/twice_cuda.cu"});
}

/// Makes `unwanted` fail and counts how often it was tried.
HostImplementation broken(std::string name, std::atomic<int>* attempts = nullptr) {
  return {std::move(name), [attempts]() -> LoadedHost {
            if (attempts != nullptr) ++*attempts;
            throw std::runtime_error("axpy_a.cpp:3: no such header");
          }};
}

/// A kernel whose implementations leave their names in `ran`.
std::vector<std::string> ran;
void leave_a(int) {
  ran.emplace_back("a");
}
void leave_b(int) {
  ran.emplace_back("b");
}
void leave_reference(int) {
  ran.emplace_back("reference");
}

template <auto Function>
HostImplementation leaving(std::string name) {
  return host<Function>(std::move(name)).implementation;
}

Kernel with_implementations(std::vector<HostImplementation> hosts) {
  ran.clear();
  KernelDefinition definition = define("k", {host<&leave_reference>()}, {.host = {.parameters = {"n"}}});
  definition.hosts = std::move(hosts);
  return Kernel(std::move(definition));
}

class Warnings {
 public:
  std::vector<std::string> messages;

 private:
  WarningScope scope_{[this](const std::string& message) { messages.push_back(message); }};
};

std::vector<std::string> causes_of(const std::exception& error) {
  std::vector<std::string> all;
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& cause) {
    all = causes_of(cause);
    all.insert(all.begin(), cause.what());
  }
  return all;
}

std::vector<TransferKind> kinds(const TransferCounter& counter) {
  std::vector<TransferKind> all;
  for (const TransferEvent& event : counter.events()) all.push_back(event.kind);
  return all;
}

class Acceptance : public testing::Test {
 protected:
  FakeDeviceScope fake;
  Warnings warnings;
  void SetUp() override {
    axpy_calls = 0;
    fake->add_kernel("axpy", axpy_on_device);
  }
};

// ---- the pair, and missing CUDA versions ---------------------------------------------------------------------------

TEST_F(Acceptance, case_1_the_host_backend_needs_no_size_and_no_device) {
  const Kernel kernel = ported_axpy({});
  std::vector<double> x{1, 2, 3}, y{0, 0, 0}, z{0, 0, 0};
  const auto transfers = count_transfers();
  kernel(2.0, x, y, 3);
  kernel.with({.threads = {3}})(2.0, x, z, 3);
  EXPECT_THAT(y, ElementsAre(2, 4, 6));
  EXPECT_EQ(y, z);
  EXPECT_EQ(transfers->total(), 0U);
  EXPECT_THAT(fake->launches(), IsEmpty());
  EXPECT_THAT(fake->compile_requests(), IsEmpty());
}

TEST_F(Acceptance, case_2_and_3_a_launch_without_size_says_how_to_give_one) {
  const Kernel kernel = ported_axpy({});
  Array<double> x({1, 2}, Place::device), y({0, 0}, Place::device);
  const BackendScope cuda(Backend::cuda);
  const auto how = AllOf(HasSubstr("axpy"), HasSubstr(".threads"), HasSubstr(".grid"), HasSubstr("launch:"));
  EXPECT_THAT([&] { kernel(2.0, x, y, 2); }, ThrowsMessage<InvalidArgument>(how));
  EXPECT_THAT([&] { kernel.with({.block = {64}})(2.0, x, y, 2); }, ThrowsMessage<InvalidArgument>(how));
  EXPECT_THAT([&] { kernel(2.0, "nonsense", y, 2); }, ThrowsMessage<InvalidArgument>(how)) << "before anything else";
}

TEST_F(Acceptance, case_4_threads_and_grid_together_are_refused_on_both_sides) {
  const Kernel kernel = ported_axpy();
  std::vector<double> x{1}, y{1};
  Array<double> dx(x, Place::device), dy(y, Place::device);
  EXPECT_THROW(kernel.with({.threads = {1}, .grid = {1}})(2.0, x, y, 1), TypeMismatch);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(kernel.with({.threads = {1}, .grid = {1}})(2.0, dx, dy, 1), TypeMismatch);
}

TEST_F(Acceptance, case_5_an_explicit_grid_covers_the_array_and_no_more) {
  const Kernel kernel = ported_axpy({});
  Array<double> x(std::vector<double>(320, 1.0), Place::device), y(Shape(320), Place::device);
  const BackendScope cuda(Backend::cuda);
  kernel.with({.grid = {5}, .block = {64}})(1.0, x, y, 300);
  const std::vector<double> result = y.to_vector();
  EXPECT_EQ(std::count(result.begin(), result.begin() + 300, 1.0), 300);
  EXPECT_EQ(std::count(result.begin() + 300, result.end(), 0.0), 20);
}

TEST_F(Acceptance, case_6_a_bad_policy_lists_the_allowed_ones) {
  EXPECT_THAT([] { parse_missing_cuda("ignore"); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("ignore"), HasSubstr("raise"), HasSubstr("fallback"))));
  EXPECT_THAT([] { parse_dispatch("auto"); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("auto"), HasSubstr("backend"), HasSubstr("arrays"))));
}

TEST_F(Acceptance, case_8_get_kernel_of_an_unported_kernel_names_kernel_and_file) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::raise);
  std::vector<double> x{1, 2};
  kernel.get_kernel()(x, 2);
  EXPECT_THAT(x, ElementsAre(2, 4));
  const BackendScope cuda(Backend::cuda);
  const auto names_both = AllOf(HasSubstr("'twice'"), HasSubstr("specs/twice/twice_cuda.cu"));
  EXPECT_THAT([&] { kernel.get_kernel(); }, ThrowsMessage<MissingCuda>(names_both));
  EXPECT_THAT([&] { kernel(x, 2); }, ThrowsMessage<MissingCuda>(names_both));
  try {
    kernel.get_kernel();
  } catch (const MissingCuda& error) {
    EXPECT_EQ(error.kernel(), "twice");
    EXPECT_EQ(error.expected_path(), "specs/twice/twice_cuda.cu");
  }
}

TEST_F(Acceptance, case_9_fallback_computes_on_device_data_warns_once_and_is_counted) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  Array<double> x({1, 2, 3}, Place::device);
  const BackendScope cuda(Backend::cuda);
  const auto transfers = count_transfers();
  kernel(x, 3);
  kernel(x, 3);
  EXPECT_THAT(kinds(transfers.counter()),
              ElementsAre(TransferKind::fallback, TransferKind::to_host, TransferKind::kernel_conversion,
                          TransferKind::to_device, TransferKind::fallback, TransferKind::to_host,
                          TransferKind::kernel_conversion, TransferKind::to_device));
  EXPECT_EQ(transfers->bytes(TransferKind::to_host), 48U);
  EXPECT_EQ(transfers->bytes(TransferKind::to_device), 48U);
  EXPECT_THAT(transfers->report(), HasSubstr("kernel 'twice'"));
  EXPECT_THAT(x.to_vector(), ElementsAre(4, 8, 12));
  EXPECT_THAT(warnings.messages, ElementsAre(AllOf(HasSubstr("twice"), HasSubstr("twice_cuda.cu"))));
}

TEST_F(Acceptance, case_10_two_kernels_warn_once_each) {
  const Kernel first = unported("first", MissingCudaPolicy::fallback);
  const Kernel second = unported("second", MissingCudaPolicy::fallback);
  Array<double> x({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  for (int i = 0; i < 2; ++i) {
    first(x, 1);
    second(x, 1);
  }
  EXPECT_THAT(warnings.messages, ElementsAre(HasSubstr("first"), HasSubstr("second")));
}

TEST_F(Acceptance, case_11_on_the_host_backend_fallback_is_silent) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  std::vector<double> x{1};
  const auto transfers = count_transfers();
  kernel(x, 1);
  EXPECT_EQ(transfers->total(), 0U);
  EXPECT_THAT(warnings.messages, IsEmpty());
}

TEST_F(Acceptance, fallback_with_host_arrays_only_converts_nothing) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  std::vector<double> x{1};
  const BackendScope cuda(Backend::cuda);
  const auto transfers = count_transfers();
  kernel(x, 1);
  EXPECT_THAT(x, ElementsAre(2));
  EXPECT_THAT(kinds(transfers.counter()), ElementsAre(TransferKind::fallback));
}

TEST_F(Acceptance, setting_up_does_not_use_up_the_fallback_warning) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  Array<double> x({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  (void)kernel.get_kernel();
  EXPECT_EQ(kernel.selected(), "reference");
  EXPECT_THAT(warnings.messages, IsEmpty());
  kernel(x, 1);
  EXPECT_THAT(warnings.messages, SizeIs(1));
}

TEST_F(Acceptance, case_15_without_declared_outputs_device_arrays_stay_unchanged) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback, {});
  std::vector<double> host{1, 2};
  Array<double> device(host, Place::device);
  kernel(host, 2);
  EXPECT_THAT(host, ElementsAre(2, 4));
  const BackendScope cuda(Backend::cuda);
  kernel(device, 2);
  EXPECT_THAT(device.to_vector(), ElementsAre(1, 2));
}

TEST_F(Acceptance, case_17_arrays_inside_a_structure_are_converted_and_the_callers_stay) {
  const Kernel kernel("drift", {host<&drift>()},
                      {.host = {.parameters = {"dt", "p"}}, .missing_cuda = MissingCudaPolicy::fallback});
  KernelDefinition definition = kernel.definition();
  definition.instantiations[0].parameters[1].fields = {field("x", ParameterKind::pointer, DType::float64),
                                                       field("v", ParameterKind::pointer, DType::float64),
                                                       field("n", ParameterKind::scalar, DType::int32)};
  definition.outputs = {"p.x"};
  const Kernel declared(definition);

  Array<double> position({1, 2}, Place::device), velocity({10, 20}, Place::device);
  const application::Particles particles{position.data(), velocity.data(), 2};
  const BackendScope cuda(Backend::cuda);
  declared(0.5, device_struct(particles));
  EXPECT_EQ(particles.x, position.data());
  EXPECT_THAT(position.to_vector(), ElementsAre(6, 12));
  EXPECT_THAT(velocity.to_vector(), ElementsAre(10, 20));
}

TEST_F(Acceptance, case_18_the_same_object_without_visitor_is_an_error_naming_the_argument) {
  KernelDefinition definition = define(
      "clear", {host<&clear>()}, {.host = {.parameters = {"cells"}}, .missing_cuda = MissingCudaPolicy::fallback});
  definition.instantiations[0].parameters[0].fields = {field("x", ParameterKind::pointer, DType::float64),
                                                       field("n", ParameterKind::scalar, DType::int32)};
  const Kernel kernel(definition);
  Array<double> data({1, 2}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT(
      [&] {
        kernel(device_struct(application::Opaque{data.data(), 2}));
      },
      ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("clear"), HasSubstr("cells"), HasSubstr("visit_arrays"))));
  EXPECT_THAT(data.to_vector(), ElementsAre(1, 2));
}

TEST_F(Acceptance, case_20_a_host_kernel_that_throws_leaves_device_arrays_unchanged) {
  const Kernel kernel("failing", {host<&failing>()},
                      {.host = {.parameters = {"x", "n"}}, .missing_cuda = MissingCudaPolicy::fallback});
  Array<double> x({1, 2}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel(x, 2); }, ThrowsMessage<std::domain_error>(HasSubstr("negative density")));
  EXPECT_THAT(x.to_vector(), ElementsAre(1, 2));
}

TEST_F(Acceptance, case_21_host_options_twice_are_refused) {
  EXPECT_THAT([] { Kernel("axpy", {host<&axpy>("reference", axpy_parameters)}, {.host = axpy_parameters}); },
              ThrowsMessage<InvalidArgument>(HasSubstr("brings its own")));
  EXPECT_NO_THROW(Kernel("axpy", {host<&axpy>("reference", axpy_parameters)}));
}

TEST_F(Acceptance, the_same_device_array_twice_is_one_host_array) {
  const Kernel kernel("axpy", {host<&axpy>()}, {.host = axpy_parameters, .missing_cuda = MissingCudaPolicy::fallback});
  Array<double> x({1, 2, 3, 4}, Place::device);
  const BackendScope cuda(Backend::cuda);
  // y is x shifted by one: on a device, and on the host, x[1] is seen after it was updated.
  kernel(1.0, x, device_pointer(x.data() + 1, 3), 3);
  EXPECT_THAT(x.to_vector(), ElementsAre(1, 3, 6, 10));
}

TEST_F(Acceptance, fallback_of_a_device_pointer_without_extent_is_refused) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  Array<double> x({1, 2}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel(device_pointer(x.data()), 2); },
              ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("twice"), HasSubstr("double* x"), HasSubstr("extent"))));
  kernel(device_pointer(x.data(), 2), 2);
  EXPECT_THAT(x.to_vector(), ElementsAre(2, 4));
}

TEST_F(Acceptance, fallback_waits_for_the_stream_of_the_call) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  Array<double> x({1, 2}, Place::device);
  std::vector<double> host{1};
  const BackendScope cuda(Backend::cuda);
  const auto transfers = count_transfers();
  kernel.with({.stream = fake->new_stream()})(x, 2);
  EXPECT_EQ(fake->synchronizations(), 1);
  EXPECT_THAT(kinds(transfers.counter()), ElementsAre(TransferKind::fallback, TransferKind::sync, TransferKind::to_host,
                                                      TransferKind::kernel_conversion, TransferKind::to_device));
  kernel.with({.stream = fake->new_stream()})(host, 1);
  EXPECT_EQ(fake->synchronizations(), 1) << "nothing to wait for";
  const device::Stream capturing = fake->new_stream(0, true);
  EXPECT_THAT([&] { kernel.with({.stream = capturing})(x, 2); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("twice"), HasSubstr("captured"))));
  EXPECT_THAT(x.to_vector(), ElementsAre(2, 4));
}

TEST_F(Acceptance, a_failing_copy_in_a_fallback_call_changes_nothing) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  Array<double> x({1, 2}, Place::device);
  const BackendScope cuda(Backend::cuda);
  fake->fail_next_copy("out of bounce buffers");
  EXPECT_THAT([&] { kernel(x, 2); }, ThrowsMessage<RuntimeFailure>(HasSubstr("bounce")));
  EXPECT_THAT(x.to_vector(), ElementsAre(1, 2));
}

// ---- dispatch by arrays --------------------------------------------------------------------------------------------

TEST_F(Acceptance, case_22_host_arrays_run_the_host_kernel_though_cuda_is_active) {
  const Kernel kernel = ported_axpy(one_thread_per("n"), Dispatch::arrays);
  std::vector<double> x{1, 2}, y{0, 0};
  const BackendScope cuda(Backend::cuda);
  const auto transfers = count_transfers();
  kernel(1.0, x, y, 2);
  EXPECT_THAT(y, ElementsAre(1, 2));
  EXPECT_EQ(axpy_calls, 1);
  EXPECT_EQ(transfers->total(), 0U);
  EXPECT_THAT(fake->launches(), IsEmpty());
}

TEST_F(Acceptance, case_23_backend_dispatch_refuses_host_arrays_on_the_cuda_side) {
  const Kernel kernel = ported_axpy();
  std::vector<double> x{1, 2}, y{0, 0};
  Array<double> dy(y, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel(1.0, x, dy, 2); },
              ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("axpy"), HasSubstr("argument 2"), HasSubstr("const double*"),
                                                HasSubstr(" x"), HasSubstr("never copied"))));
  EXPECT_EQ(axpy_calls, 0);
  EXPECT_THAT(fake->launches(), IsEmpty());
}

TEST_F(Acceptance, case_24_one_call_is_on_one_side) {
  const Kernel kernel = ported_axpy(one_thread_per("n"), Dispatch::arrays);
  std::vector<double> x{1, 2};
  Array<double> y({0, 0}, Place::device);
  EXPECT_THAT([&] { kernel(1.0, x, y, 2); }, ThrowsMessage<TypeMismatch>(HasSubstr("argument 2")));
  EXPECT_THAT([&] { kernel(1.0, y, x, 2); }, ThrowsMessage<TypeMismatch>(HasSubstr("argument 3")));
  EXPECT_THAT(fake->compile_requests(), IsEmpty());
}

TEST_F(Acceptance, case_25_a_device_only_group_and_scalars_take_the_cuda_side) {
  fake->add_kernel("sum", [](const FakeLaunch& launch) {
    sum(launch.argument<const double*>(0), launch.argument<int>(1), launch.argument<double*>(2));
  });
  const Kernel kernel("sum", {host<&sum>()},
                      {.host = {.parameters = {"x", "n", "total"}},
                       .dispatch = Dispatch::arrays,
                       .launch = one_thread_per("1"),
                       .cuda = CudaSource{}});
  Array<double> x({1, 2, 3}, Place::device), total(Shape(1), Place::device);
  kernel(application::DeviceField{x.array_ref()}, total);
  EXPECT_THAT(total.to_vector(), ElementsAre(6));
  EXPECT_THAT(fake->launches(), SizeIs(1));
}

TEST_F(Acceptance, case_26_a_group_with_both_forms_does_not_decide) {
  const Kernel kernel("sum", {host<&sum>()},
                      {.host = {.parameters = {"x", "n", "total"}},
                       .dispatch = Dispatch::arrays,
                       .launch = one_thread_per("1"),
                       .cuda = CudaSource{}});
  Array<double> x({1, 2, 3}, Place::device);
  const application::Field field{{4, 5}, x.array_ref()};
  std::vector<double> total(1);
  kernel(field, total);
  EXPECT_THAT(total, ElementsAre(9));
  EXPECT_EQ(field.device_forms, 0);
  EXPECT_THAT(fake->launches(), IsEmpty());
}

TEST_F(Acceptance, under_arrays_raise_is_thrown_only_for_device_arguments) {
  KernelDefinition definition = unported("twice", MissingCudaPolicy::raise).definition();
  definition.dispatch = Dispatch::arrays;
  const Kernel kernel(definition);
  std::vector<double> x{1};
  Array<double> dx(x, Place::device);
  const BackendScope cuda(Backend::cuda);
  kernel(x, 1);
  EXPECT_THAT(x, ElementsAre(2));
  EXPECT_THROW(kernel(dx, 1), MissingCuda);
}

TEST_F(Acceptance, device_arrays_on_the_host_side_are_refused_not_followed) {
  const Kernel kernel = ported_axpy();
  std::vector<double> x{1, 2};
  Array<double> y({0, 0}, Place::device);
  EXPECT_THAT([&] { kernel(1.0, x, y, 2); },
              ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("argument 3"), HasSubstr("double* y"))));
}

TEST_F(Acceptance, the_example_of_the_design) {
  const Kernel kernel = ported_axpy();
  const int n = 1000;
  std::vector<double> x(n, 1.0), y(n, 0.5);
  kernel(2.0, x, y, n);
  EXPECT_THAT(y, testing::Each(2.5));
  Array<double> dx(x, Place::device), dy(y, Place::device);
  const BackendScope cuda{Backend::cuda};
  const auto transfers = count_transfers();
  kernel(2.0, dx, dy, n);
  kernel.with({.threads = {n}, .block = {256}, .stream = fake->new_stream()})(2.0, device_pointer(dx.data()), dy, n);
  const KernelArray in = as_kernel_array(x, dy);
  with_kernel_output(y, dy, [&](auto& buffer) { kernel(1.0, in, buffer, n); });
  EXPECT_THAT(y, testing::Each(3.5));
  EXPECT_THAT(dy.to_vector(), testing::Each(6.5));
  EXPECT_EQ(fake->compilations("axpy"), 1);
  ASSERT_THAT(fake->launches(), SizeIs(3));
  EXPECT_EQ(fake->launches()[0].grid[0], 8U);
  EXPECT_EQ(fake->launches()[1].grid[0], 4U);
  EXPECT_EQ(transfers->count(TransferKind::to_device), 2U);
}

// ---- implementations -----------------------------------------------------------------------------------------------

TEST_F(Acceptance, case_32_the_first_that_loads_is_the_default) {
  const Kernel kernel =
      with_implementations({broken("a"), leaving<&leave_b>("b"), leaving<&leave_reference>("reference")});
  kernel(1);
  EXPECT_THAT(ran, ElementsAre("b"));
  EXPECT_EQ(kernel.selected(), "b");
  EXPECT_FALSE(kernel.available("a"));
  EXPECT_THAT(kernel.why_unavailable("a"), HasSubstr("no such header"));
  ASSERT_EQ(kernel.errors().count("a"), 1U);
  EXPECT_THAT([&] { std::rethrow_exception(kernel.errors().at("a")); },
              ThrowsMessage<std::runtime_error>(HasSubstr("no such header")));
  EXPECT_THAT(warnings.messages, IsEmpty());
}

TEST_F(Acceptance, case_33_only_reference_left_warns_once_with_the_reasons) {
  std::atomic<int> attempts = 0;
  const Kernel kernel = with_implementations({broken("a", &attempts), leaving<&leave_reference>("reference")});
  kernel(1);
  kernel(1);
  EXPECT_THAT(ran, ElementsAre("reference", "reference"));
  EXPECT_THAT(warnings.messages, ElementsAre(AllOf(HasSubstr("'k'"), HasSubstr("no such header"))));
  EXPECT_EQ(attempts, 1);
}

TEST_F(Acceptance, case_34_a_choice_that_fails_runs_nothing_else) {
  const Kernel kernel =
      with_implementations({broken("a"), leaving<&leave_b>("b"), leaving<&leave_reference>("reference")});
  const ImplementationScope scope("a");
  try {
    kernel(1);
    ADD_FAILURE() << "nothing thrown";
  } catch (const ImplementationUnavailable& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("'k'"), HasSubstr("'a'")));
    EXPECT_THAT(causes_of(error), ElementsAre(HasSubstr("no such header")));
  }
  EXPECT_THROW(kernel.get_kernel(), ImplementationUnavailable);
  EXPECT_THROW(kernel.selected(), ImplementationUnavailable);
  EXPECT_THAT(ran, IsEmpty());
}

TEST_F(Acceptance, case_35_a_choice_the_kernel_lacks_names_what_it_has) {
  const Kernel other = with_implementations({leaving<&leave_a>("a"), leaving<&leave_reference>("reference")});
  const Kernel kernel = with_implementations({leaving<&leave_b>("b"), leaving<&leave_reference>("reference")});
  const ImplementationScope scope("a");
  EXPECT_THAT([&] { kernel(1); }, ThrowsMessage<ImplementationUnavailable>(
                                      AllOf(HasSubstr("'k'"), HasSubstr("'a'"), HasSubstr("b, reference"))));
  EXPECT_THAT(ran, IsEmpty());
}

TEST_F(Acceptance, case_36_scopes_nest_and_end_after_exceptions_too) {
  std::atomic<int> attempts = 0;
  const Kernel kernel =
      with_implementations({broken("a", &attempts), leaving<&leave_b>("b"), leaving<&leave_reference>("reference")});
  try {
    const ImplementationScope outer("b");
    {
      const ImplementationScope inner("reference");
      kernel(1);
    }
    kernel(1);
    throw std::runtime_error("stop");
  } catch (const std::runtime_error&) {
  }
  EXPECT_THAT(ran, ElementsAre("reference", "b"));
  EXPECT_EQ(kernel_implementation(), std::nullopt);
  EXPECT_EQ(attempts, 0) << "the unused implementation is never built";
}

TEST_F(Acceptance, case_37_an_unknown_name_changes_nothing) {
  const Kernel kernel = with_implementations({leaving<&leave_b>("b"), leaving<&leave_reference>("reference")});
  const ImplementationScope scope("b");
  EXPECT_THAT([] { set_kernel_implementation("referense"); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("referense"), HasSubstr("reference"))));
  EXPECT_EQ(kernel_implementation(), "b");
}

TEST_F(Acceptance, case_39_the_device_choice_turns_fallback_into_an_error) {
  const Kernel kernel = unported("twice", MissingCudaPolicy::fallback);
  std::vector<double> x{1};
  Array<double> dx(x, Place::device);
  const DeviceImplementationScope strict("cuda");
  kernel(x, 1);
  EXPECT_THAT(x, ElementsAre(2));
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(kernel(dx, 1), ImplementationUnavailable);
  EXPECT_THROW(kernel.get_kernel(), ImplementationUnavailable);
  EXPECT_THROW(kernel.selected(), ImplementationUnavailable);
  EXPECT_THAT(warnings.messages, IsEmpty());
}

TEST_F(Acceptance, case_40_loading_happens_once_and_never_for_listing) {
  std::atomic<int> loads = 0;
  const Kernel kernel = with_implementations(
      {{"a", [&] { return ++loads, leaving<&leave_a>("a").load(); }}, leaving<&leave_reference>("reference")});
  EXPECT_THAT(kernel.implementations(), ElementsAre("a", "reference"));
  EXPECT_THAT(kernel.errors(), IsEmpty());
  KernelCatalog catalog;
  catalog.register_kernel(kernel);
  EXPECT_EQ(catalog.summary(), "CUDA kernels: 0 of 1 (missing: k)");
  EXPECT_EQ(loads, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { (void)kernel.available("a"); });
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 3; ++i) kernel(1);
  EXPECT_EQ(loads, 1);
}

// ---- catalogue -----------------------------------------------------------------------------------------------------

TEST_F(Acceptance, case_45_a_name_is_taken_once) {
  KernelCatalog catalog;
  catalog.register_kernel(ported_axpy());
  EXPECT_THAT([&] { catalog.register_kernel(ported_axpy()); }, ThrowsMessage<KeyError>(HasSubstr("'axpy'")));
  catalog.register_kernel(ported_axpy(), "daxpy");
  EXPECT_THAT(catalog.names(), ElementsAre("axpy", "daxpy"));
  EXPECT_THAT([&] { catalog.at("axpi"); }, ThrowsMessage<KeyError>(HasSubstr("axpy")));
}

TEST_F(Acceptance, case_46_the_summary_is_one_line_of_bounded_length) {
  KernelCatalog catalog;
  EXPECT_EQ(catalog.summary(), "CUDA kernels: 0 of 0");
  catalog.register_kernel(ported_axpy());
  EXPECT_EQ(catalog.summary(), "CUDA kernels: 1 of 1");
  for (char c = 'a'; c < 'm'; ++c) catalog.register_kernel(unported(std::string("k_") + c, MissingCudaPolicy::raise));
  EXPECT_EQ(catalog.size(), 13U);
  EXPECT_EQ(catalog.summary(),
            "CUDA kernels: 1 of 13 (missing: k_a, k_b, k_c, k_d, k_e, k_f, k_g, k_h, k_i, k_j, ...)");
  EXPECT_EQ(catalog.summary(1), "CUDA kernels: 1 of 13 (missing: k_a, ...)");
  EXPECT_THAT(catalog.with_cuda(), ElementsAre("axpy"));
  EXPECT_THAT(catalog.without_cuda(), SizeIs(12));
}

TEST_F(Acceptance, case_49_a_name_too_long_for_fortran_warns_once) {
  const auto with_fortran = [](std::size_t length) {
    return Kernel(std::string(length, 'k'), {host<&twice>(), host<&twice>("fortran")});
  };
  KernelCatalog catalog;
  catalog.register_kernel(with_fortran(55));
  EXPECT_THAT(warnings.messages, IsEmpty());
  catalog.register_kernel(with_fortran(56));
  EXPECT_THAT(warnings.messages, ElementsAre(AllOf(HasSubstr(std::string(56, 'k')), HasSubstr("63"), HasSubstr("55"))));
  catalog.register_kernel(with_fortran(57), "", 0);
  EXPECT_THAT(warnings.messages, SizeIs(1));
}

// ---- arguments on the CUDA side ------------------------------------------------------------------------------------

TEST_F(Acceptance, case_54_scalars_arrive_exactly) {
  std::vector<double> seen;
  fake->add_kernel("axpy", [&](const FakeLaunch& launch) {
    seen = {launch.argument<double>(0), static_cast<double>(launch.argument<int>(3))};
  });
  const Kernel kernel = ported_axpy();
  Array<double> x({1}, Place::device), y({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  kernel(2, x, y, 10);
  EXPECT_THAT(seen, ElementsAre(2, 10));
  kernel(0.5F, x, y, true);
  EXPECT_THAT(seen, ElementsAre(0.5, 1));
  kernel(2.0, x, y, 5LL);
  EXPECT_THAT(seen, ElementsAre(2, 5));
}

TEST_F(Acceptance, case_55_scalars_that_would_change_are_refused) {
  const Kernel kernel = ported_axpy();
  Array<double> x({1}, Place::device), y({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THROW(kernel(2.0, x, y, 2.5), TypeMismatch);
  EXPECT_THAT(
      [&] { kernel(2.0, x, y, 1LL << 31); },
      ThrowsMessage<RangeOverflow>(AllOf(HasSubstr("2147483648"), HasSubstr("argument 4"), HasSubstr("int n"))));
  EXPECT_THROW(kernel(2.0, x, y, -(1LL << 31) - 1), RangeOverflow);
  EXPECT_THROW(kernel(2.0, x, y, ~0ULL), RangeOverflow);
  EXPECT_THAT(fake->compile_requests(), IsEmpty()) << "a bad argument never compiles";
}

TEST_F(Acceptance, case_56_arrays_must_fit_exactly) {
  const Kernel kernel = ported_axpy();
  Array<double> x({1, 2, 3, 4}, Place::device), y({1, 2, 3, 4}, Place::device);
  Array<float> f({1, 2}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT(
      [&] { kernel(2.0, f, y, 2); },
      ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("argument 2"), HasSubstr("const double* x"), HasSubstr("float"))));
  EXPECT_THAT([&] { kernel(2.0, x, array_ref(y.data(), {2}, {2}, Place::device), 2); },
              ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("argument 3"), HasSubstr("contiguous"))));
  EXPECT_THAT([&] { kernel(2.0, x, std::as_const(y), 2); },
              ThrowsMessage<TypeMismatch>(AllOf(HasSubstr("argument 3"), HasSubstr("const"))));
  EXPECT_THAT([&] { kernel(2.0, x, y); }, ThrowsMessage<TypeMismatch>(HasSubstr("3 arguments given, 4 needed")));
}

TEST_F(Acceptance, case_60_shapes_of_launches) {
  const auto shape = [](const LaunchOptions& options) { return launch_shape("k", options); };
  EXPECT_EQ(shape({.threads = {100, 50}, .block = {32}}), (LaunchShape{{4, 50, 1}, {32, 1, 1}, 0}));
  EXPECT_THROW(shape({.threads = {100}, .block = {8, 8}}), InvalidArgument);
  EXPECT_THROW(shape({.threads = {1}, .block = {1025}}), InvalidArgument);
  EXPECT_THROW(shape({.threads = {1}, .block = {32, 33}}), InvalidArgument);
  EXPECT_THROW(shape({.threads = {1, 1, 1, 1}, .block = {32}}), InvalidArgument);
  EXPECT_THROW(shape({.threads = {1}, .block = {32}, .shared_memory = -1}), InvalidArgument);
  EXPECT_THROW(shape({.threads = {-1}, .block = {32}}), InvalidArgument);
  EXPECT_TRUE(shape({.threads = {0}, .block = {32}}).is_empty());
}

TEST_F(Acceptance, nothing_to_do_checks_arguments_but_compiles_and_launches_nothing) {
  const Kernel kernel = ported_axpy();
  Array<double> x(Shape(0), Place::device), y(Shape(0), Place::device);
  std::vector<double> host;
  const BackendScope cuda(Backend::cuda);
  kernel(2.0, x, y, 0);
  EXPECT_THAT(fake->compile_requests(), IsEmpty());
  EXPECT_THROW(kernel(2.0, host, y, 0), TypeMismatch);
}

TEST_F(Acceptance, case_62_a_failed_compilation_is_tried_again) {
  const Kernel kernel = ported_axpy();
  Array<double> x({1}, Place::device), y({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  fake->fail_compilations("axpy", "axpy_cuda.cu(4): error: expected a \";\"");
  EXPECT_THAT([&] { kernel(2.0, x, y, 1); }, ThrowsMessage<RuntimeFailure>(HasSubstr("expected a \";\"")));
  fake->repair_compilations("axpy");
  kernel(2.0, x, y, 1);
  EXPECT_THAT(y.to_vector(), ElementsAre(3));
}

TEST_F(Acceptance, case_62_compilation_is_per_device) {
  FakeDeviceScope two(2);
  two->add_kernel("axpy", axpy_on_device);
  const Kernel kernel = ported_axpy();
  EXPECT_TRUE(kernel.compile());
  EXPECT_TRUE(kernel.compile());
  EXPECT_EQ(two->compilations("axpy"), 1);
  two->set_current(1);
  EXPECT_TRUE(kernel.compile());
  EXPECT_EQ(two->compilations("axpy"), 2);
  EXPECT_FALSE(unported("twice", MissingCudaPolicy::raise).compile());
}

TEST_F(Acceptance, arrays_and_streams_of_another_device_are_refused) {
  FakeDeviceScope two(2);
  two->add_kernel("axpy", axpy_on_device);
  const Kernel kernel = ported_axpy();
  Array<double> x({1}, Place::device), y({1}, Place::device);
  two->set_current(1);
  Array<double> far({1}, Place::device);
  two->set_current(0);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel(2.0, x, far, 1); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("argument 3"), HasSubstr("device 1"), HasSubstr("is 0"))));
  EXPECT_THAT([&] { kernel.with({.stream = two->new_stream(1)})(2.0, x, y, 1); },
              ThrowsMessage<InvalidArgument>(HasSubstr("stream belongs to device 1")));
}

TEST_F(Acceptance, a_limit_of_this_device_names_kernel_device_quantity_and_limit) {
  fake->limits_of(0).shared_memory_opt_in = 1000;
  const Kernel kernel = ported_axpy();
  Array<double> x({1}, Place::device), y({1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel.with({.shared_memory = 1001})(2.0, x, y, 1); },
              ThrowsMessage<InvalidArgument>(AllOf(HasSubstr("axpy"), HasSubstr("fake device 0"), HasSubstr("shared"),
                                                   HasSubstr("1001"), HasSubstr("1000"))));
}

TEST_F(Acceptance, compile_all_tries_all_and_throws_the_first_in_order) {
  KernelCatalog catalog;
  for (const char* name : {"a", "b", "c"}) catalog.register_kernel(ported_axpy(), name);
  EXPECT_THAT(catalog.compile_all(2), ElementsAre("a", "b", "c"));
  EXPECT_THROW(catalog.compile_all(0), InvalidArgument);
  KernelCatalog broken_one;
  broken_one.register_kernel(ported_axpy());
  broken_one.register_kernel(Kernel("twice", {host<&twice>()}, {.cuda = CudaSource{}}));
  fake->fail_compilations("axpy", "first");
  EXPECT_THAT([&] { broken_one.compile_all(); }, ThrowsMessage<RuntimeFailure>(HasSubstr("first")));
  EXPECT_EQ(fake->compilations("twice"), 1);
  KernelCatalog nothing_ported;
  nothing_ported.register_kernel(unported("twice", MissingCudaPolicy::raise));
  EXPECT_THAT(nothing_ported.compile_all(), IsEmpty());
}

TEST(AcceptanceWithoutDevice, the_cuda_side_says_why_it_cannot_run) {
  if (why_no_device().empty()) GTEST_SKIP() << "there is a device here";
  const Kernel kernel = ported_axpy();
  EXPECT_EQ(kernel.why_unavailable("cuda"), why_no_device());
  EXPECT_THAT(kernel.implementations(), ElementsAre("reference", "cuda"));
  double* nowhere = nullptr;
  const BackendScope cuda(Backend::cuda);
  EXPECT_THAT([&] { kernel(2.0, device_pointer(nowhere), device_pointer(nowhere), 3); },
              ThrowsMessage<RuntimeFailure>(AllOf(HasSubstr("axpy"), HasSubstr(why_no_device()))));
  EXPECT_THAT([&] { kernel.compile(); }, ThrowsMessage<RuntimeFailure>(HasSubstr(why_no_device())));
}

}  // namespace
}  // namespace kparity
