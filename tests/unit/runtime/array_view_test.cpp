// Views as kernel parameters: what arrays make one, on which side, and what is refused in which words.
#include "kparity/array_view.cuh"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "kernels.hpp"
#include "kparity/conversion.hpp"
#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using test::FakeLaunch;
using test::message_from;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

void scale(double a, ArrayView<double, 1> x) {
  for (long long i = 0; i < x.shape[0]; ++i) x[i] *= a;
}
void scale_contiguous(double a, ContiguousView<double, 1> x) {
  for (long long i = 0; i < x.size(); ++i) x[i] *= a;
}
/// to(i, j) = from(j, i) + 100 i.
void turn(ArrayView<const double, 2> from, ArrayView<double, 2> to) {
  for (long long i = 0; i < to.shape[0]; ++i) {
    for (long long j = 0; j < to.shape[1]; ++j) to(i, j) = from(j, i) + 100.0 * static_cast<double>(i);
  }
}
void sum_of_four(ArrayView<int, 8> a, ArrayView<int, 8> b, ArrayView<int, 8> c, ArrayView<int, 8> d,
                 ArrayView<int, 8> sum) {
  *sum.data = *a.data + *b.data + *c.data + *d.data;
}
/// Adds 1 to each element.
template <class View>
void count_visits(View view) {
  for (long long i = 0; i < view.size(); ++i) {
    long long rest = i, index[6];
    for (int axis = 6; axis-- > 0;) {
      index[axis] = rest % view.shape[axis];
      rest /= view.shape[axis];
    }
    view(index[0], index[1], index[2], index[3], index[4], index[5]) += 1;
  }
}

LaunchRule threads(const char* expression) {
  LaunchRule rule;
  rule.threads = {Expression(expression)};
  return rule;
}

CudaSource source() {
  CudaSource out;
  out.files.push_back({"k_cuda.cu", ""});
  return out;
}

Kernel scale_kernel(KernelOptions options = {}) {
  options.host.parameters = {"a", "x"};
  return Kernel("scale", {host<&scale>()}, std::move(options));
}
Kernel contiguous_kernel() {
  return Kernel("scale", {host<&scale_contiguous>()}, {.host = {.parameters = {"a", "x"}}});
}

/// What a view of another library looks like.
class Matrix {
 public:
  Matrix(double* data, std::array<long, 2> extents, std::array<long, 2> strides)
      : data_(data), extents_(extents), strides_(strides) {}
  static constexpr std::size_t rank() { return 2; }
  double* data_handle() const { return data_; }
  long extent(std::size_t axis) const { return extents_[axis]; }
  long stride(std::size_t axis) const { return strides_[axis]; }

 private:
  double* data_;
  std::array<long, 2> extents_, strides_;
};

TEST(ArrayView, is_a_structure_in_signatures) {
  const Signature signature = scale_kernel().definition().instantiations.front();
  EXPECT_EQ(to_string(signature), "void scale(double a, kparity::ArrayView<double, 1> x)");
  EXPECT_EQ(size_of(signature.parameters[1]), sizeof(ArrayView<double, 1>));
  EXPECT_EQ(align_of(signature.parameters[1]), alignof(ArrayView<double, 1>));
  using View = ArrayView<double, 1>;
  EXPECT_EQ(field_offset(signature.parameters[1], 3), offsetof(View, parameter));
}

TEST(ArrayView, layouts_are_those_of_the_signature) {
  const auto check = [](const Parameter& parameter, std::size_t size) { EXPECT_EQ(size_of(parameter), size); };
  check(view_parameter("x", DType::float32, true, 1, true), sizeof(ArrayView<const float, 1>));
  check(view_parameter("x", DType::float32, true, 8, true), sizeof(ArrayView<const float, 8>));
  check(view_parameter("x", DType::float32, true, 1, false), sizeof(ContiguousView<const float, 1>));
  check(view_parameter("x", DType::float32, true, 3, false), sizeof(ContiguousView<const float, 3>));
  EXPECT_EQ(c_type(view_parameter("x", DType::float32, true, 3, false)), "kparity::ContiguousView<const float, 3>");
  EXPECT_THROW(view_parameter("x", DType::float32, true, 0, true), InvalidArgument);
  EXPECT_THROW(view_parameter("x", DType::float32, true, 9, true), InvalidArgument);
}

TEST(ArrayView, any_host_array_makes_one) {
  const Kernel kernel = scale_kernel();
  std::vector<double> vector{1, 2, 3};
  kernel(2.0, vector);
  kernel(2.0, vector);  // a second time: nothing is remembered that would skip the making
  EXPECT_THAT(vector, ElementsAre(4, 8, 12));
  kernel(2.0, std::span(vector).first(1));
  EXPECT_THAT(vector, ElementsAre(8, 8, 12));
  Array<double> array({1, 2, 3});
  kernel(3.0, array);
  EXPECT_THAT(array.to_vector(), ElementsAre(3, 6, 9));
  kernel(2.0, ArrayView<double, 1>{vector.data(), {2}, {2}, 0});
  EXPECT_THAT(vector, ElementsAre(16, 8, 24));
  kernel(2, KernelArray(as_kernel_array(vector, Place::host)));
  EXPECT_THAT(vector, ElementsAre(32, 16, 48));
}

TEST(ArrayView, case_57_a_strided_slice_is_scaled_and_its_neighbours_are_not) {
  std::vector<double> x{1, 2, 3, 4, 5, 6, 7};
  scale_kernel()(10.0, array_ref(x.data() + 1, {3}, {2}));
  EXPECT_THAT(x, ElementsAre(1, 20, 3, 40, 5, 60, 7));
  scale_kernel()(10.0, array_ref(x.data() + 6, {3}, {-3}));
  EXPECT_THAT(x, ElementsAre(10, 20, 3, 400, 5, 60, 70));
}

TEST(ArrayView, case_57_a_contiguous_view_refuses_a_slice_and_copies_nothing) {
  std::vector<double> x{1, 2, 3, 4};
  const auto transfers = count_transfers();
  const std::string message =
      message_from<TypeMismatch>([&] { contiguous_kernel()(10.0, array_ref(x.data(), {2}, {2})); });
  EXPECT_EQ(message,
            "kernel 'scale': argument 2 of 2 (kparity::ContiguousView<double, 1> x) is a host double[2] with strides "
            "(2), which is not contiguous; see as_kernel_array and kernel_output, or take a kparity::ArrayView");
  EXPECT_THAT(x, ElementsAre(1, 2, 3, 4));
  contiguous_kernel()(10.0, x);
  EXPECT_THAT(x, ElementsAre(10, 20, 30, 40));
  EXPECT_TRUE(transfers->events().empty());
}

TEST(ArrayView, case_58_negative_strides_and_permuted_axes_hit_every_element_once) {
  const Kernel kernel("visits", {host<&count_visits<ArrayView<int, 6>>>()}, {.host = {.parameters = {"x"}}});
  std::vector<int> x(2 * 3 * 4 * 5 * 2 * 3);
  // Axes in another order than in memory, two of them backwards.
  const Shape extents{4, 2, 3, 2, 5, 3};
  const Shape strides{30, 360, 120, -3, 6, -1};
  kernel(array_ref(x.data() + 3 + 2, extents, strides));
  EXPECT_THAT(x, testing::Each(1));
}

TEST(ArrayView, a_contiguous_view_of_several_axes_hits_every_element_once) {
  const Kernel kernel("visits", {host<&count_visits<ContiguousView<int, 6>>>()}, {.host = {.parameters = {"x"}}});
  std::vector<int> x(2 * 3 * 4 * 5 * 2 * 3);
  kernel(array_ref(x.data(), {2, 3, 4, 5, 2, 3}));
  EXPECT_THAT(x, testing::Each(1));
}

TEST(ArrayView, views_of_other_libraries_are_arrays) {
  const Kernel kernel("turn", {host<&turn>()}, {.host = {.parameters = {"from", "to"}}});
  std::vector<double> from{1, 2, 3, 4, 5, 6}, to(8, -1.0);
  kernel(Matrix(from.data(), {2, 3}, {3, 1}), Matrix(to.data(), {3, 2}, {1, 4}));
  EXPECT_THAT(to, ElementsAre(1, 102, 203, -1, 4, 105, 206, -1));
}

TEST(ArrayView, what_makes_no_view_is_named) {
  const Kernel kernel = scale_kernel();
  std::vector<float> single(3);
  std::vector<double> x(3);
  const auto message = [&](auto&& argument) { return message_from<TypeMismatch>([&] { kernel(2.0, argument); }); };
  const std::string start = "kernel 'scale': argument 2 of 2 (kparity::ArrayView<double, 1> x) is ";
  EXPECT_EQ(message(single), start + "a host float[3]");
  EXPECT_EQ(message(array_ref(x.data(), {3, 1})), start + "a host double[3][1]");
  EXPECT_EQ(message(std::as_const(x)), start + "a host const double[3], which the kernel could write to");
  EXPECT_EQ(message(x.data()), start + "a host array of double of unknown extent; pass array_ref(p, shape)");
  EXPECT_EQ(message(nullptr), start + "nullptr");
  EXPECT_EQ(message(3), start + "a int");
}

TEST(ArrayView, more_views_than_fit_on_the_stack_work) {
  const Kernel kernel("sum", {host<&sum_of_four>()}, {.host = {.parameters = {"a", "b", "c", "d", "e"}}});
  std::vector<int> a{1}, b{2}, c{4}, d{8}, e{0};
  const Shape one{1, 1, 1, 1, 1, 1, 1, 1};
  kernel(array_ref(a.data(), one), array_ref(b.data(), one), array_ref(c.data(), one), array_ref(d.data(), one),
         array_ref(e.data(), one));
  EXPECT_EQ(e[0], 15);
}

TEST(ArrayView, a_typed_kernel_takes_the_view_itself) {
  const auto typed = scale_kernel().typed<void(double, ArrayView<double, 1>)>();
  std::vector<double> x{1, 2, 3};
  typed(2.0, {x.data(), {2}, {2}, 0});
  EXPECT_THAT(x, ElementsAre(2, 2, 6));
  EXPECT_THROW((scale_kernel().typed<void(double, ContiguousView<double, 1>)>()), TypeMismatch);
  EXPECT_THROW((scale_kernel().typed<void(double, ArrayView<float, 1>)>()), TypeMismatch);
}

TEST(ArrayView, launch_rules_may_use_its_extents) {
  FakeDeviceScope fake;
  std::vector<unsigned> blocks;
  fake->add_kernel("scale", [&](const FakeLaunch& launch) { blocks.push_back(launch.grid[0]); });
  KernelOptions options;
  options.cuda = source();
  options.launch = threads("x.extent_0 + 1");
  Array<double> x(Shape(256), Place::device);
  const BackendScope cuda(Backend::cuda);
  scale_kernel(options)(2.0, x);
  options.launch = {};
  options.launch.threads_from = first_array();
  scale_kernel(options)(2.0, x);
  scale_kernel(options).typed<void(double, ArrayView<double, 1>)>()(2.0, {x.data(), {100}, {1}, 0});
  EXPECT_THAT(blocks, ElementsAre(3, 2, 1));
}

TEST(ArrayView, on_the_device_it_holds_the_device_address_and_the_parameters_position) {
  FakeDeviceScope fake;
  fake->add_kernel("scale", [](const FakeLaunch& launch) {
    const auto view = launch.argument<ArrayView<double, 1>>(1);
    EXPECT_EQ(view.parameter, 2);
    scale(launch.argument<double>(0), view);
  });
  KernelOptions options;
  options.cuda = source();
  options.launch = threads("x.extent_0");
  const Kernel kernel = scale_kernel(options);
  Array<double> x({1, 2, 3, 4, 5}, Place::device);
  std::vector<double> host(3);
  const BackendScope cuda(Backend::cuda);
  kernel(2.0, array_ref(x.data(), {3}, {2}, Place::device));
  EXPECT_THAT(x.to_vector(), ElementsAre(2, 2, 6, 4, 10));
  EXPECT_THAT(message_from<TypeMismatch>([&] { kernel(2.0, host); }),
              AllOf(HasSubstr("argument 2 of 2"), HasSubstr("never copied")));
  EXPECT_THAT(message_from<TypeMismatch>([&] { kernel(2.0, device_pointer(x.data())); }),
              HasSubstr("of unknown extent; pass device_pointer(p, n)"));
}

TEST(ArrayView, case_19_a_fallback_sees_strided_device_data_and_writes_back_by_strides) {
  FakeDeviceScope fake;
  test::CollectedWarnings warnings;
  const Kernel kernel("turn", {host<&turn>()},
                      {.host = {.parameters = {"from", "to"}}, .missing_cuda = MissingCudaPolicy::fallback});
  const Array<double> from({1, 2, 3, 4, 5, 6}, Place::device);
  Array<double> to({-1, -1, -1, -1, -1, -1, -1, -1}, Place::device);
  const BackendScope cuda(Backend::cuda);
  // Column-major to column-major with a gap.
  kernel(array_ref(from.data(), {2, 3}, {1, 2}, Place::device), array_ref(to.data(), {3, 2}, {1, 4}, Place::device));
  EXPECT_THAT(to.to_vector(), ElementsAre(1, 103, 205, -1, 2, 104, 206, -1));
}

TEST(ArrayView, a_typed_call_falls_back_too) {
  FakeDeviceScope fake;
  test::CollectedWarnings warnings;
  const Kernel kernel = scale_kernel({.missing_cuda = MissingCudaPolicy::fallback});
  Array<double> x({1, 2, 3}, Place::device);
  const BackendScope cuda(Backend::cuda);
  kernel.typed<void(double, ArrayView<double, 1>)>()(2.0, {x.data(), {2}, {2}, 0});
  EXPECT_THAT(x.to_vector(), ElementsAre(2, 2, 6));
}

}  // namespace
}  // namespace kparity
