// The check of outputs for NaN and infinity after a launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels.hpp"
#include "kparity/array.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using test::message_from;
using testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

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
void push(Particles) {}
void view_kernel(ArrayView<float, 2>) {}

class FiniteCheck : public testing::Test {
 protected:
  /// y[at] = value, from device code.
  void write(std::size_t at, double value) {
    fake->add_kernel("axpy", [=](const FakeLaunch& launch) { launch.argument<double*>(2)[at] = value; });
  }
  static Kernel axpy(bool checks = true) {
    KernelOptions options{.cuda = test::some_source(), .check_finite = checks};
    options.launch.threads = {Expression("n")};
    return test::axpy_kernel(options);
  }

  FakeDeviceScope fake;
  BackendScope cuda{Backend::cuda};
  Array<double> x{{1, 2, 3}, Place::device};
  Array<double> y{{1, 2, 3}, Place::device};
};

TEST_F(FiniteCheck, case_68_the_argument_the_first_index_and_the_value_are_named) {
  write(1, nan);
  EXPECT_EQ(message_from<RuntimeFailure>([&] { axpy()(2.0, x, y, 3); }),
            "kernel 'axpy': argument 3 of 4 (double* y) is not finite after the launch: element 1 is nan");
  write(2, -infinity);
  Array<double> other({1, 2, 3}, Place::device);
  EXPECT_THAT(message_from<RuntimeFailure>([&] { axpy()(2.0, x, other, 3); }), HasSubstr("element 2 is -inf"));
}

TEST_F(FiniteCheck, finite_outputs_and_old_blemishes_pass) {
  write(0, 5);
  EXPECT_NO_THROW(axpy()(2.0, x, y, 3));
  write(1, nan);
  Array<double> blemished({1, infinity, 3}, Place::device);
  EXPECT_NO_THROW(axpy()(2.0, x, blemished, 3));
}

TEST_F(FiniteCheck, a_call_may_ask_for_it_or_do_without) {
  write(1, nan);
  EXPECT_NO_THROW(axpy(false)(2.0, x, y, 3));
  EXPECT_NO_THROW(axpy().with({.check_finite = false})(2.0, x, y, 3));
  Array<double> other({1, 2, 3}, Place::device);
  EXPECT_THROW(axpy(false).with({.check_finite = true})(2.0, x, other, 3), RuntimeFailure);
}

TEST_F(FiniteCheck, its_copies_are_counted_as_implicit) {
  write(0, 5);
  const auto transfers = count_transfers();
  axpy()(2.0, x, y, 3);
  ASSERT_EQ(transfers->count(TransferKind::to_host), 2U);
  EXPECT_TRUE(transfers->events().front().implicit);
}

TEST_F(FiniteCheck, an_output_of_unknown_extent_is_refused_before_the_launch) {
  write(0, 5);
  EXPECT_THAT(message_from<InvalidArgument>([&] { axpy()(2.0, x, device_pointer(y.data()), 3); }),
              HasSubstr("check_finite needs the extent of output 'y'"));
  EXPECT_TRUE(fake->launches().empty());
}

TEST_F(FiniteCheck, case_68_the_field_of_a_structure_is_named) {
  KernelDefinition definition =
      define("push", {host<&push>()}, {.host = {.parameters = {"p"}, .outputs = std::vector<ParameterChoice>{}}});
  const auto field = [](const char* name, ParameterKind kind, DType dtype) {
    Parameter out;
    out.name = name;
    out.kind = kind;
    out.dtype = dtype;
    return out;
  };
  definition.instantiations[0].parameters[0].fields = {field("x", ParameterKind::pointer, DType::float64),
                                                       field("v", ParameterKind::pointer, DType::float64),
                                                       field("n", ParameterKind::scalar, DType::int32)};
  definition.outputs = {"p.x", "p.v"};
  definition.cuda = test::some_source();
  definition.launch.threads = {Expression("p.n")};
  definition.check_finite = true;
  fake->add_kernel("push", [](const FakeLaunch& launch) { launch.argument<Particles>(0).v[2] = infinity; });
  const Particles particles{x.data(), y.data(), 3};
  const Kernel kernel{definition};
  EXPECT_THAT(message_from<RuntimeFailure>([&] { kernel(device_struct(particles)); }),
              HasSubstr("p), field p.v is not finite after the launch: element 2 is inf"));
}

TEST_F(FiniteCheck, an_element_of_a_view_is_named_by_all_its_indices) {
  KernelOptions options{.host = {.parameters = {"v"}}, .cuda = test::some_source(), .check_finite = true};
  options.launch.threads = {Expression("v.extent_0")};
  const Kernel kernel("view_kernel", {host<&view_kernel>()}, options);
  fake->add_kernel("view_kernel",
                   [](const FakeLaunch& launch) { launch.argument<ArrayView<float, 2>>(0)(1, 2) = NAN; });
  Array<float> matrix(Shape{2, 3}, Place::device);
  EXPECT_THAT(message_from<RuntimeFailure>([&] { kernel(matrix); }), HasSubstr("element (1, 2) is nan"));
}

}  // namespace
}  // namespace kparity
