// Host kernels that stand in for missing CUDA kernels.
#include <gtest/gtest.h>

#include <stdexcept>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::CollectedWarnings;
using test::FakeDeviceScope;
using test::message_from;

KernelOptions falling_back(HostOptions host) {
  KernelOptions options;
  options.host = std::move(host);
  options.missing_cuda = MissingCudaPolicy::fallback;
  return options;
}

Kernel axpy() {
  return Kernel("axpy", {host<&test::axpy>()}, falling_back(test::axpy_names()));
}

std::vector<TransferKind> kinds(const TransferScope& transfers) {
  std::vector<TransferKind> out;
  for (const TransferEvent& event : transfers->events()) out.push_back(event.kind);
  return out;
}

// All tests here: a device, and the CUDA backend.
class Fallback : public testing::Test {
 protected:
  FakeDeviceScope device;
  BackendScope cuda{Backend::cuda};
  CollectedWarnings warnings;
};

TEST_F(Fallback, case_09_device_data_is_right_with_one_warning_and_events_for_each_call) {
  const Array<double> x({1, 2, 3}, Place::device);
  Array<double> y(Shape(3), Place::device);
  const Kernel kernel = axpy();
  const auto transfers = count_transfers();
  kernel(2.0, x, y, 3);
  kernel(2.0, x, y, 3);
  using enum TransferKind;
  const std::vector<TransferKind> one_call{fallback, to_host, to_host, kernel_conversion, to_device};
  std::vector<TransferKind> two_calls = one_call;
  two_calls.insert(two_calls.end(), one_call.begin(), one_call.end());
  EXPECT_EQ(kinds(transfers), two_calls);
  EXPECT_EQ(transfers->bytes(to_host), 2U * 48);
  EXPECT_EQ(transfers->bytes(to_device), 2U * 24);
  EXPECT_EQ(y.to_vector(), (std::vector<double>{4, 8, 12}));
  ASSERT_EQ(warnings.messages.size(), 1U);
  EXPECT_NE(warnings.messages[0].find("kernel 'axpy' has no CUDA version"), std::string::npos);
}

TEST_F(Fallback, case_10_each_kernel_object_warns_once) {
  std::vector<double> x{1}, y{0};
  const Kernel one = axpy(), other = axpy(), copy = one;
  for (const Kernel& kernel : {one, other, copy}) kernel(2.0, x, y, 1);
  EXPECT_EQ(warnings.messages.size(), 2U);
}

TEST_F(Fallback, case_11_on_the_host_backend_nothing_happens) {
  const BackendScope host_side(Backend::host);
  const auto transfers = count_transfers();
  std::vector<double> x{1}, y{0};
  axpy()(2.0, x, y, 1);
  EXPECT_TRUE(transfers->events().empty());
  EXPECT_TRUE(warnings.messages.empty());
}

TEST_F(Fallback, host_arrays_are_used_as_they_are) {
  const auto transfers = count_transfers();
  std::vector<double> x{1}, y{0};
  axpy()(2.0, x, y, 1);
  EXPECT_EQ(kinds(transfers), std::vector<TransferKind>{TransferKind::fallback});
  EXPECT_EQ(y[0], 2.0);
}

TEST_F(Fallback, case_15_with_no_outputs_declared_device_arrays_stay_and_host_arrays_change) {
  HostOptions names = test::axpy_names();
  names.outputs.emplace();
  const Kernel kernel("axpy", {host<&test::axpy>()}, falling_back(names));
  Array<double> x({1, 2}, Place::device), y({5, 6}, Place::device);
  kernel(2.0, x, y, 2);
  EXPECT_EQ(y.to_vector(), (std::vector<double>{5, 6}));
  std::vector<double> hx{1, 2}, hy{5, 6};
  const BackendScope host_side(Backend::host);
  kernel(2.0, hx, hy, 2);
  EXPECT_EQ(hy, (std::vector<double>{7, 10}));
}

// ---- structures ----------------------------------------------------------------------------------------------------

struct Particles {
  double* x;
  const double* v;
  int n;
};
template <class V>
void visit_arrays(Particles& p, V&& visit) {
  visit(p.x, p.n);
  visit(p.v, p.n);
}

struct Unvisited {
  double* x;
  const double* v;
  int n;
};

struct HalfVisited {
  double* x;
  const double* v;
  int n;
};
void visit_arrays(HalfVisited& p, ArrayVisitor& visit) {
  visit(p.x, p.n);
}

void push(Particles p, double dt) {
  for (int i = 0; i < p.n; ++i) p.x[i] += dt * p.v[i];
}

Parameter field(std::string name, ParameterKind kind, DType dtype, bool is_const = false) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.kind = kind;
  parameter.dtype = dtype;
  parameter.is_const = is_const;
  return parameter;
}

Kernel push_kernel() {
  Parameter particles;
  particles.name = "particles";
  particles.kind = ParameterKind::structure;
  particles.struct_name = "Particles";
  particles.fields = {field("x", ParameterKind::pointer, DType::float64),
                      field("v", ParameterKind::pointer, DType::float64, true),
                      field("n", ParameterKind::scalar, DType::int32)};
  KernelDefinition definition;
  definition.name = "push";
  definition.instantiations = {{"push", {particles, field("dt", ParameterKind::scalar, DType::float64)}, ""}};
  definition.outputs = {"particles.x"};
  definition.missing_cuda = MissingCudaPolicy::fallback;
  definition.hosts = {host<&push>().implementation};
  return Kernel(std::move(definition));
}

TEST_F(Fallback, case_17_arrays_inside_a_structure_are_converted_and_the_callers_structure_stays) {
  Array<double> x({1, 2}, Place::device);
  const Array<double> v({10, 20}, Place::device);
  const Particles particles{x.data(), v.data(), 2};
  const auto argument = device_struct(particles);
  const auto transfers = count_transfers();
  push_kernel()(argument, 0.5);
  EXPECT_EQ(argument.value.x, x.data());
  EXPECT_EQ(x.to_vector(), (std::vector<double>{6, 12}));
  using enum TransferKind;
  EXPECT_EQ(kinds(transfers),
            (std::vector<TransferKind>{fallback, to_host, to_host, kernel_conversion, to_device, to_host}));
}

TEST_F(Fallback, case_18_without_a_visitor_the_error_names_the_argument) {
  Array<double> x({1, 2}, Place::device);
  const std::string message = message_from<TypeMismatch>([&] {
    push_kernel()(device_struct(Unvisited{x.data(), x.data(), 2}), 0.5);
  });
  EXPECT_NE(message.find("kernel 'push': argument 1 of 2 (Particles particles) holds device addresses but has no "
                         "visit_arrays"),
            std::string::npos)
      << message;
}

TEST_F(Fallback, a_field_that_the_visitor_forgets_is_named) {
  Array<double> x({1, 2}, Place::device);
  const std::string message = message_from<TypeMismatch>([&] {
    push_kernel()(device_struct(HalfVisited{x.data(), x.data(), 2}), 0.5);
  });
  EXPECT_NE(message.find("argument 1 of 2 (Particles particles), field particles.v is a device address that "
                         "visit_arrays does not visit"),
            std::string::npos)
      << message;
  EXPECT_EQ(x.to_vector(), (std::vector<double>{1, 2}));
}

TEST_F(Fallback, a_structure_of_host_addresses_needs_no_conversion) {
  std::vector<double> x{1, 2}, v{10, 20};
  push_kernel()(Particles{x.data(), v.data(), 2}, 0.5);
  EXPECT_EQ(x, (std::vector<double>{6, 12}));
  const BackendScope host_side(Backend::host);
  push_kernel()(Particles{x.data(), v.data(), 2}, 0.5);
  push_kernel()(Unvisited{x.data(), v.data(), 2}, 0.5);
  EXPECT_EQ(x, (std::vector<double>{16, 32}));
}

// ---- failures and overlaps -----------------------------------------------------------------------------------------

void write_and_throw(double* y) {
  y[0] = 99;
  throw std::range_error("half way");
}

TEST_F(Fallback, case_20_after_an_exception_nothing_is_copied_back) {
  const Kernel kernel("write", {host<&write_and_throw>()}, falling_back({.parameters = {"y"}}));
  Array<double> y({1}, Place::device);
  EXPECT_THROW(kernel(y), std::range_error);
  EXPECT_EQ(y.to_vector(), std::vector<double>{1});
}

void shift(const double* from, double* to, int n) {
  for (int i = 0; i < n; ++i) to[i] = from[i];
}

TEST_F(Fallback, overlapping_views_share_one_host_copy) {
  const Kernel kernel("shift", {host<&shift>()}, falling_back({.parameters = {"from", "to", "n"}}));
  Array<double> data({1, 2, 3, 4}, Place::device);
  const auto transfers = count_transfers();
  kernel(device_pointer(data.data(), 3), device_pointer(data.data() + 1, 3), 3);
  EXPECT_EQ(transfers->count(TransferKind::to_host), 1U);
  EXPECT_EQ(data.to_vector(), (std::vector<double>{1, 1, 1, 1}));
}

TEST_F(Fallback, a_device_pointer_without_extent_cannot_be_copied) {
  Array<double> y({1}, Place::device);
  EXPECT_NE(message_from<TypeMismatch>([&] {
              axpy()(2.0, y, device_pointer(y.data()), 1);
            }).find("argument 3 of 4 (double* y) is a device array of unknown extent"),
            std::string::npos);
}

TEST_F(Fallback, its_events_name_the_line_of_a_call_that_knows_it) {
  Array<double> x({1}, Place::device), y({2}, Place::device);
  const auto transfers = count_transfers();
  const unsigned line = __LINE__ + 1;
  axpy().with({})(2.0, x, y, 1);
  axpy().get_kernel()(2.0, x, y, 1);
  axpy()(2.0, x, y, 1);
  const auto of_line = [&](unsigned wanted) {
    std::size_t bytes = 0;
    for (const TransferEvent& event : transfers->events())
      bytes += event.where.line == wanted ? event.bytes.value_or(0) : 0;
    return bytes;
  };
  EXPECT_EQ(of_line(line), 24U) << "two arrays there, one back";
  EXPECT_EQ(of_line(line + 1), 24U);
  EXPECT_EQ(of_line(0), 24U) << "a plain call cannot know its line";
}

TEST_F(Fallback, empty_device_arrays_work) {
  Array<double> nothing(Shape(0), Place::device);
  EXPECT_NO_THROW(axpy()(2.0, nothing, nothing, 0));
}

TEST_F(Fallback, arguments_and_launch_options_are_checked_first) {
  Array<float> wrong({1}, Place::device);
  Array<double> y({1}, Place::device);
  const auto transfers = count_transfers();
  EXPECT_THROW(axpy()(2.0, wrong, y, 1), TypeMismatch);
  EXPECT_THROW(axpy().with({.block = {2000}})(2.0, y, y, 1), InvalidArgument);
  EXPECT_TRUE(transfers->events().empty());
  EXPECT_TRUE(warnings.messages.empty());
}

}  // namespace
}  // namespace kparity
