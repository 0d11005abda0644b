// What the order of accesses says for single events; random sequences of them are the oracle test's.
#include "order.hpp"

#include <gtest/gtest.h>

namespace kparity::checker {

namespace {

/// The epoch of an access that `thread` does now.
std::uint32_t access(Order& order, unsigned thread) {
  order.thread_change(thread);
  return order.epoch;
}

bool ordered(Order& order, std::uint32_t stamp, unsigned earlier, unsigned now) {
  order.thread_change(now);
  return order.ordered(stamp, static_cast<std::uint16_t>(earlier));
}

TEST(Order, barriers_order_a_block_and_nothing_orders_blocks) {
  Order order;
  order.launch_begin(64, 32);
  order.block_begin(7);
  const std::uint32_t stamp = access(order, 3);
  EXPECT_TRUE(ordered(order, stamp, 3, 3));
  EXPECT_FALSE(ordered(order, stamp, 3, 4));
  order.barrier();
  EXPECT_TRUE(ordered(order, stamp, 3, 4));
  EXPECT_FALSE(ordered(order, access(order, 5), 5, 4));
  order.block_begin(8);
  EXPECT_FALSE(ordered(order, stamp, 3, 3));
  EXPECT_EQ(order.block_of(stamp), 7u);
  EXPECT_EQ(order.block_of(order.epoch), 8u);
  EXPECT_TRUE(order.settled(stamp));
}

TEST(Order, a_collective_orders_the_lanes_of_its_mask_and_what_they_knew) {
  Order order;
  order.launch_begin(64, 32);
  order.block_begin(0);
  const std::uint32_t stamp = access(order, 1);
  order.collective(0, 0b0011);
  EXPECT_TRUE(ordered(order, stamp, 1, 0));
  EXPECT_FALSE(ordered(order, stamp, 1, 2));
  order.collective(0, 0b0101);  // lane 0 knows lane 1, and tells lane 2
  EXPECT_TRUE(ordered(order, stamp, 1, 2));
  EXPECT_FALSE(ordered(order, stamp, 1, 33));
}

TEST(Order, warps_of_other_sizes) {
  Order wide;
  wide.launch_begin(128, 64);
  wide.block_begin(0);
  const std::uint32_t stamp = access(wide, 3);
  wide.collective(0, ~std::uint64_t{0});
  EXPECT_TRUE(ordered(wide, stamp, 3, 63));
  EXPECT_FALSE(ordered(wide, stamp, 3, 64));
  const std::uint32_t later = access(wide, 40);
  wide.collective(0, std::uint64_t{1} << 40 | 1);
  EXPECT_TRUE(ordered(wide, later, 40, 0));
  EXPECT_FALSE(ordered(wide, later, 40, 1));

  Order narrow;
  narrow.launch_begin(64, 16);
  narrow.block_begin(0);
  const std::uint32_t first = access(narrow, 3), second = access(narrow, 20);
  narrow.collective(0, 0xffff);
  EXPECT_TRUE(ordered(narrow, first, 3, 15));
  EXPECT_FALSE(ordered(narrow, first, 3, 20));
  EXPECT_FALSE(ordered(narrow, second, 20, 3));
  narrow.thread_change(15);
  EXPECT_EQ(narrow.unordered({first, 0, 1u << 3 | 1u << 20, 0, 0}), 1u << 20);
  EXPECT_FALSE(narrow.surely_ordered({first, 0, 1u << 3 | 1u << 20, 0, 0}));
}

TEST(Order, fences_and_atomics_within_their_scope) {
  for (const Scope fence : {Scope::block, Scope::device}) {
    for (const Scope atomic : {Scope::block, Scope::device}) {
      Order order;
      order.launch_begin(32, 32);
      order.block_begin(0);
      const std::uint32_t before = access(order, 1);
      order.fence(fence);
      const std::uint32_t between = order.epoch;
      order.before_atomic_write();
      const std::uint32_t itself = order.epoch;
      order.atomic(1000, true, true, atomic);
      const std::uint32_t after = order.epoch;
      for (int same_block = 1; same_block >= 0; --same_block) {
        if (same_block == 0) order.block_begin(1);
        order.thread_change(2);
        order.atomic(1000, true, false, Scope::device);
        EXPECT_FALSE(order.ordered(before, 1));
        order.fence(Scope::device);
        const bool reaches = same_block == 1 || (fence == Scope::device && atomic == Scope::device);
        EXPECT_EQ(order.ordered(before, 1), reaches);
        EXPECT_EQ(order.ordered(itself, 1), reaches);
        EXPECT_FALSE(order.ordered(between, 1));
        EXPECT_FALSE(order.ordered(after, 1));
        EXPECT_FALSE(order.ordered(before, 5));
      }
    }
  }
}

}  // namespace

}  // namespace kparity::checker
