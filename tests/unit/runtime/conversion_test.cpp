// What is copied for a kernel, what is not, and what is refused.
#include "kparity/conversion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "kparity/error.hpp"
#include "kparity/transfers.hpp"
#include "support/fake_device.hpp"

namespace kparity {
namespace {

using test::FakeDeviceScope;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// The elements of a device or host array of doubles, for expectations.
std::vector<double> elements(const ArrayRef& array) {
  std::vector<double> result(static_cast<std::size_t>(element_count(array)));
  copy(array, array_ref(result.data(), shape_of(array)));
  return result;
}

TEST(AsKernelArray, case_28_a_fitting_array_is_the_identical_storage_and_no_event) {
  FakeDeviceScope fake;
  std::vector<double> x{1, 2, 3};
  const Array<double> dx(x, Place::device);
  const auto transfers = count_transfers();

  const KernelArray host = as_kernel_array(x, x);
  EXPECT_TRUE(host.is_borrowed());
  EXPECT_EQ(host.array_ref().data, x.data());
  EXPECT_FALSE(host.array_ref().is_const);

  const KernelArray device = as_kernel_array(dx, dx, DType::float64);
  EXPECT_TRUE(device.is_borrowed());
  EXPECT_EQ(device.array_ref().data, dx.data());
  EXPECT_TRUE(device.array_ref().is_const);
  EXPECT_EQ(transfers->total(), 0U);
}

TEST(AsKernelArray, case_28_a_strided_column_becomes_a_contiguous_copy) {
  std::vector<double> matrix{1, 2, 3, 4, 5, 6};
  const KernelArray column = as_kernel_array(array_ref(&matrix[1], {3}, {2}), Place::host);
  EXPECT_FALSE(column.is_borrowed());
  EXPECT_TRUE(is_contiguous(column.array_ref()));
  EXPECT_THAT(column.array_ref().as<const double>(), ElementsAre(2, 4, 6));
}

TEST(AsKernelArray, case_28_a_list_becomes_a_contiguous_copy_of_the_right_type) {
  FakeDeviceScope fake;
  const Array<float> field({0.0F}, Place::device);
  const auto transfers = count_transfers();
  const KernelArray list = as_kernel_array({1.0, 2.0, 3.5}, field, DType::float32);
  EXPECT_FALSE(list.is_borrowed());
  EXPECT_EQ(list.array_ref().dtype, DType::float32);
  EXPECT_EQ(list.array_ref().place, Place::device);
  EXPECT_EQ(transfers->count(TransferKind::to_device), 1U);
  EXPECT_EQ(transfers->bytes(TransferKind::to_device), 24U);  // moved first, converted there
  EXPECT_EQ(transfers->count(TransferKind::device_copy), 1U);
  EXPECT_THAT(elements(list.array_ref()), ElementsAre(1, 2, 3.5));
  const KernelArray integers = as_kernel_array({1, 2}, Place::host);
  EXPECT_THAT(integers.array_ref().as<const int>(), ElementsAre(1, 2));
}

TEST(AsKernelArray, case_31_rank_zero_is_no_copy) {
  FakeDeviceScope fake;
  Array<double> scalar(Shape{}, Place::device);
  double host = 4;
  const auto transfers = count_transfers();
  EXPECT_TRUE(as_kernel_array(scalar, scalar).is_borrowed());
  EXPECT_TRUE(as_kernel_array(array_ref(&host, {}), Place::host).is_borrowed());
  EXPECT_TRUE(as_kernel_array(array_ref(scalar.data(), {1, 1}, Place::device), scalar).is_borrowed());
  EXPECT_EQ(transfers->total(), 0U);
  const KernelArray moved = as_kernel_array(array_ref(&host, {}), scalar);
  EXPECT_EQ(moved.array_ref().rank, 0);
  EXPECT_EQ(transfers->total(), 1U);
  EXPECT_THAT(elements(moved.array_ref()), ElementsAre(4));
}

TEST(AsKernelArray, a_reshaped_view_is_no_copy) {
  std::vector<double> x(6);
  const KernelArray view = as_kernel_array(array_ref(x.data(), {2, 3}), x);
  EXPECT_TRUE(view.is_borrowed());
  EXPECT_EQ(view.array_ref().data, x.data());
}

TEST(AsKernelArray, empty_arrays_work_on_both_sides) {
  FakeDeviceScope fake;
  const std::vector<double> nothing;
  const Array<double> none(Shape{0, 3}, Place::device);
  const auto transfers = count_transfers();
  EXPECT_TRUE(as_kernel_array(nothing, nothing).is_borrowed());
  const KernelArray moved = as_kernel_array(nothing, none);
  EXPECT_EQ(to_string(moved.array_ref()), "device double[0]");
  EXPECT_EQ(to_string(as_kernel_array(none, Place::host, DType::int32).array_ref()), "host int[0][3]");
  EXPECT_EQ(transfers->total(), 0U);
}

TEST(AsKernelArray, makes_one_copy_to_the_other_side) {
  FakeDeviceScope fake;
  const std::vector<double> x{1, 2, 3};
  const Array<double> dx({4.0, 5.0}, Place::device);
  const auto transfers = count_transfers();
  const KernelArray up = as_kernel_array(x, dx);
  EXPECT_EQ(transfers->total(), 1U);
  EXPECT_EQ(transfers->bytes(TransferKind::to_device), 24U);
  EXPECT_THAT(elements(up.array_ref()), ElementsAre(1, 2, 3));
  const KernelArray down = as_kernel_array(dx, x);
  EXPECT_THAT(down.array_ref().as<double>(), ElementsAre(4, 5));
}

TEST(AsKernelArray, moves_a_strided_array_without_its_gaps) {
  FakeDeviceScope fake;
  std::vector<double> x(100);
  std::iota(x.begin(), x.end(), 0.0);
  const auto transfers = count_transfers();
  const KernelArray column = as_kernel_array(array_ref(x.data(), {10}, {10}), Place::device);
  EXPECT_EQ(transfers->total(), 1U);
  EXPECT_EQ(transfers->bytes(TransferKind::to_device), 80U);
  EXPECT_EQ(elements(column.array_ref())[9], 90.0);
}

TEST(AsKernelArray, goes_to_the_device_of_like) {
  FakeDeviceScope fake(2);
  fake->set_current(1);
  Array<double> on_one({1.0}, Place::device);
  fake->set_current(0);
  Array<double> on_zero({2.0}, Place::device);
  const KernelArray moved = as_kernel_array(on_zero, on_one);
  EXPECT_FALSE(moved.is_borrowed());
  EXPECT_EQ(moved.array_ref().device, 1);
  EXPECT_THAT(elements(moved.array_ref()), ElementsAre(2));
  EXPECT_TRUE(as_kernel_array(device_pointer(on_zero.data(), 1), on_zero).is_borrowed());
}

TEST(AsKernelArray, a_temporary_is_copied_a_view_is_not) {
  std::vector<double> x{1, 2};
  EXPECT_FALSE(as_kernel_array(std::vector<double>{1, 2}, x).is_borrowed());
  EXPECT_TRUE(as_kernel_array(std::span(x), x).is_borrowed());
  EXPECT_TRUE(as_kernel_array(array_ref(x), x).is_borrowed());
  EXPECT_TRUE(as_kernel_array(x.data(), x).is_borrowed());
}

TEST(AsKernelArray, a_bare_pointer_cannot_be_copied) {
  FakeDeviceScope fake;
  std::vector<double> x{1, 2};
  EXPECT_THAT([&] { as_kernel_array(x.data(), Place::device); },
              ThrowsMessage<InvalidArgument>(HasSubstr("array_ref(p, n)")));
  EXPECT_THAT([&] { as_kernel_array(device_pointer(x.data()), Place::host); },
              ThrowsMessage<InvalidArgument>(HasSubstr("device_pointer(p, n)")));
}

TEST(KernelOutput, case_30_host_target_and_device_like_copy_once_each_way) {
  FakeDeviceScope fake;
  std::vector<double> out{1, 2, 3, 4};
  const Array<double> field({0.0}, Place::device);
  const auto transfers = count_transfers();
  with_kernel_output(out, field, [&](auto& buffer) {
    EXPECT_EQ(array_ref(buffer).place, Place::device);
    EXPECT_THAT(elements(array_ref(buffer)), ElementsAre(1, 2, 3, 4)) << "holds the current contents";
    const std::vector<double> result{5, 6, 7, 8};
    copy(array_ref(result), array_ref(buffer));
  });
  EXPECT_THAT(out, ElementsAre(5, 6, 7, 8));
  std::vector<TransferEvent> own;
  for (const TransferEvent& event : transfers->events()) {
    if (event.what == "kernel_output") own.push_back(event);
  }
  ASSERT_EQ(own.size(), 2U);
  EXPECT_EQ(own[0].kind, TransferKind::to_device);
  EXPECT_EQ(own[1].kind, TransferKind::to_host);
  EXPECT_EQ(own[0].bytes, 32U);
  EXPECT_EQ(own[1].bytes, 32U);
}

TEST(KernelOutput, case_30_device_target_and_host_like_copy_once_each_way) {
  FakeDeviceScope fake;
  Array<double> out({1, 2}, Place::device);
  const std::vector<double> field;
  const auto transfers = count_transfers();
  with_kernel_output(out, field, [](auto& buffer) {
    const auto values = array_ref(buffer).template as<double>();
    EXPECT_THAT(values, ElementsAre(1, 2));
    values[1] = 9;
  });
  const std::vector<TransferEvent> events = transfers->events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, TransferKind::to_host);
  EXPECT_EQ(events[1].kind, TransferKind::to_device);
  EXPECT_EQ(events[0].bytes, events[1].bytes);
  EXPECT_EQ(events[0].bytes, 16U);
  EXPECT_THAT(out.to_vector(), ElementsAre(1, 9));
}

TEST(KernelOutput, borrows_what_fits) {
  FakeDeviceScope fake;
  std::vector<double> out{1, 2};
  const auto transfers = count_transfers();
  with_kernel_output(out, Place::host, DType::float64, [&](auto& buffer) {
    EXPECT_TRUE(buffer.is_borrowed());
    EXPECT_EQ(array_ref(buffer).data, out.data());
  });
  EXPECT_EQ(transfers->total(), 0U);
}

TEST(KernelOutput, commits_to_the_type_and_strides_of_out) {
  std::vector<float> matrix{1, 2, 3, 4, 5, 6};
  KernelOutput buffer = kernel_output(array_ref(&matrix[1], {3}, {2}), Place::host, DType::float64);
  EXPECT_THAT(array_ref(buffer).as<double>(), ElementsAre(2, 4, 6));
  array_ref(buffer).as<double>()[0] = 0.5;
  EXPECT_THAT(matrix, ElementsAre(1, 2, 3, 4, 5, 6));
  buffer.commit();
  EXPECT_THAT(matrix, ElementsAre(1, 0.5, 3, 4, 5, 6));
}

TEST(KernelOutput, commits_to_strided_device_memory_and_leaves_the_rest) {
  FakeDeviceScope fake;
  Array<double> matrix({1, 2, 3, 4, 5, 6}, Place::device);
  with_kernel_output(array_ref(matrix.data() + 1, {3}, {2}, Place::device), Place::host, [](auto& buffer) {
    const auto values = array_ref(buffer).template as<double>();
    for (double& value : values) value *= 10;
  });
  EXPECT_THAT(matrix.to_vector(), ElementsAre(1, 20, 3, 40, 5, 60));
}

TEST(KernelOutput, after_an_exception_nothing_is_copied_back) {
  FakeDeviceScope fake;
  std::vector<double> out{1, 2};
  const auto transfers = count_transfers();
  EXPECT_THROW(with_kernel_output(out, Place::host, DType::float32,
                                  [](auto& buffer) {
                                    array_ref(buffer).template as<float>()[0] = 9;
                                    throw std::runtime_error("kernel failed");
                                  }),
               std::runtime_error);
  EXPECT_THAT(out, ElementsAre(1, 2));
  EXPECT_THROW(with_kernel_output(out, Place::device, [](auto&) { throw std::runtime_error("kernel failed"); }),
               std::runtime_error);
  EXPECT_EQ(transfers->count(TransferKind::to_host), 0U);
}

TEST(KernelOutput, without_commit_nothing_is_copied_back) {
  std::vector<double> out{1, 2};
  {
    KernelOutput buffer = kernel_output(out, Place::host, DType::float32);
    array_ref(buffer).as<float>()[0] = 9;
  }
  EXPECT_THAT(out, ElementsAre(1, 2));
}

TEST(KernelOutput, a_failing_copy_back_is_an_exception_not_the_end) {
  FakeDeviceScope fake;
  std::vector<double> out{1, 2};
  EXPECT_THAT(
      [&] { with_kernel_output(out, Place::device, [&](auto&) { fake->fail_next_copy("the device fell over"); }); },
      ThrowsMessage<RuntimeFailure>(HasSubstr("fell over")));
  EXPECT_EQ(fake->live_allocations(), 0U);
}

TEST(KernelOutput, refuses_const_and_bare_pointers) {
  FakeDeviceScope fake;
  const std::vector<double> constant{1};
  std::vector<double> x{1};
  EXPECT_THROW((void)kernel_output(constant, Place::host), InvalidArgument);
  EXPECT_THROW((void)kernel_output(x.data(), Place::device), InvalidArgument);
}

}  // namespace
}  // namespace kparity
