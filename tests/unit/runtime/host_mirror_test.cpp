// Host copies of device arrays: copied once, written back once, and only what was written.
#include "host_mirror.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
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

Array<int> numbers_on_device(int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return Array<int>(numbers, Place::device);
}

int& at(const ArrayRef& array, std::int64_t i, std::int64_t j) {
  return static_cast<int*>(array.data)[i * array.strides[0] + j * array.strides[1]];
}

TEST(HostMirror, keeps_memory_order_and_strides) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(24);
  const ArrayRef columns_first = array_ref(memory.data(), {4, 6}, {1, 4}, Place::device);
  const ArrayRef gaps = array_ref(memory.data() + 23, {2, 3}, {-12, -2}, Place::device);
  HostMirror mirror(std::vector{columns_first, gaps}, "kernel 'k'", {});
  EXPECT_EQ(strides_of(mirror.host(0)), strides_of(columns_first));
  EXPECT_EQ(shape_of(mirror.host(0)), shape_of(columns_first));
  EXPECT_EQ(mirror.host(0).place, Place::host);
  EXPECT_EQ(at(mirror.host(0), 3, 1), 7);
  EXPECT_EQ(at(mirror.host(1), 0, 0), 23);
  EXPECT_EQ(at(mirror.host(1), 1, 2), 7);
  at(mirror.host(1), 1, 2) = -1;
  EXPECT_EQ(at(mirror.host(0), 3, 1), -1) << "they share memory, as on the device";
}

TEST(HostMirror, writes_back_only_what_was_written_and_only_its_elements) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(8);
  const ArrayRef even = array_ref(memory.data(), {4}, {2}, Place::device);
  const ArrayRef odd = array_ref(memory.data() + 1, {4}, {2}, Place::device);
  HostMirror mirror(std::vector{even, odd}, "kernel 'k'", {});
  auto* host = static_cast<int*>(mirror.host(0).data);
  for (int i = 0; i < 8; ++i) host[i] += 100;
  mirror.write_back(std::vector<std::size_t>{1});
  EXPECT_THAT(memory.to_vector(), ElementsAre(0, 101, 2, 103, 4, 105, 6, 107));
}

TEST(HostMirror, one_copy_for_memory_reached_on_several_ways) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(10);
  const ArrayRef all = memory.array_ref();
  const ArrayRef front = array_ref(memory.data(), {6}, Place::device);
  const ArrayRef back = array_ref(memory.data() + 4, {6}, Place::device);
  const auto transfers = count_transfers();
  HostMirror mirror(std::vector{front, back, front, all}, "kernel 'k'", {});
  EXPECT_EQ(transfers->count(TransferKind::to_host), 1U);
  EXPECT_EQ(transfers->bytes(TransferKind::to_host), 40U);
  static_cast<int*>(mirror.host(0).data)[5] = 50;
  EXPECT_EQ(static_cast<int*>(mirror.host(1).data)[1], 50);
  static_cast<int*>(mirror.host(1).data)[0] = 40;
  mirror.write_back(std::vector<std::size_t>{0, 1, 2});
  EXPECT_THAT(memory.to_vector(), ElementsAre(0, 1, 2, 3, 40, 50, 6, 7, 8, 9));
  EXPECT_EQ(transfers->count(TransferKind::to_device), 2U) << "the array named twice goes back once";
  for (const TransferEvent& event : transfers->events()) {
    if (event.kind != TransferKind::to_device) continue;
    EXPECT_TRUE(event.implicit);
    EXPECT_EQ(event.what, "kernel 'k'");
  }
}

TEST(HostMirror, joins_regions_that_a_later_array_bridges) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(12);
  const ArrayRef left = array_ref(memory.data(), {4}, Place::device);
  const ArrayRef right = array_ref(memory.data() + 8, {4}, Place::device);
  const ArrayRef bridge = array_ref(memory.data() + 2, {8}, Place::device);
  HostMirror mirror(std::vector{left, right, bridge}, "kernel 'k'", {});
  auto* base = static_cast<int*>(mirror.host(0).data);
  EXPECT_EQ(mirror.host(1).data, base + 8);
  EXPECT_EQ(mirror.host(2).data, base + 2);
}

TEST(HostMirror, neighbours_that_share_no_byte_are_copied_apart) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(8);
  const auto transfers = count_transfers();
  const HostMirror mirror(
      std::vector{array_ref(memory.data(), {4}, Place::device), array_ref(memory.data() + 4, {4}, Place::device)},
      "kernel 'k'", {});
  EXPECT_EQ(transfers->count(TransferKind::to_host), 2U);
}

TEST(HostMirror, keeps_the_alignment_of_arrays_of_different_types) {
  FakeDeviceScope fake;
  Array<unsigned char> memory(Shape(64), Place::device);
  const ArrayRef floats = array_ref(reinterpret_cast<float*>(memory.data() + 4), {3}, Place::device);
  const ArrayRef doubles = array_ref(reinterpret_cast<double*>(memory.data() + 8), {2}, Place::device);
  const HostMirror mirror(std::vector{floats, doubles}, "kernel 'k'", {});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mirror.host(1).data) % alignof(double), 0U);
}

TEST(HostMirror, leaves_host_arrays_and_empty_ones_alone) {
  FakeDeviceScope fake;
  std::vector<int> host{1, 2};
  Array<int> empty(Shape(0), Place::device);
  const auto transfers = count_transfers();
  HostMirror mirror(std::vector{array_ref(host), empty.array_ref()}, "kernel 'k'", {});
  EXPECT_FALSE(mirror.has_copies());
  EXPECT_EQ(mirror.host(0).data, host.data());
  EXPECT_EQ(mirror.host(1).place, Place::host);
  EXPECT_NE(mirror.host(1).data, nullptr);
  EXPECT_EQ(element_count(mirror.host(1)), 0);
  mirror.write_back(std::vector<std::size_t>{0, 1});
  EXPECT_EQ(transfers->total(), 0U);
}

TEST(HostMirror, a_device_pointer_without_extent_is_refused_with_its_index) {
  FakeDeviceScope fake;
  Array<int> memory = numbers_on_device(2);
  EXPECT_THAT(
      [&] {
        HostMirror(std::vector{memory.array_ref(), device_pointer(memory.data())}, "kernel 'k'", {});
      },
      ThrowsMessage<InvalidArgument>(HasSubstr("kernel 'k': argument 1 is a device pointer without extent")));
}

}  // namespace
}  // namespace kparity
