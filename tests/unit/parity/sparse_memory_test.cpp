// Arrays that are larger than the memory of the machine: what has memory of its own, and what shares it.
#include "sparse_memory.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cstring>

namespace kparity::parity {
namespace {

constexpr std::uint64_t bits31 = std::uint64_t{1} << 31, bits32 = std::uint64_t{1} << 32;

generate::ArrayPlan array_of(std::uint64_t elements, DType dtype) {
  generate::ArrayPlan plan;
  plan.name = "x";
  plan.dtype = dtype;
  plan.elements = elements;
  plan.shape = {static_cast<std::int64_t>(elements)};
  return plan;
}

bool is_in_a_window(const SparseMemory& memory, std::uint64_t element) {
  for (const SparseWindow& window : memory.windows(0))
    if (element >= window.first && element < window.first + window.elements) return true;
  return false;
}

TEST(SparseMemory, has_windows_where_an_index_leaves_its_bits_and_at_both_ends) {
  const std::uint64_t elements = bits32 + 4099;
  const SparseMemory memory({array_of(elements, DType::float32)}, nullptr);
  for (const std::uint64_t element :
       {std::uint64_t{0}, bits31 - 1, bits31, bits31 + 1, bits32 - 1, bits32, bits31 / 4, bits32 / 4, elements - 1})
    EXPECT_TRUE(is_in_a_window(memory, element)) << element;
  EXPECT_FALSE(is_in_a_window(memory, 12345678));
  EXPECT_TRUE(memory.is_sparse(0));
}

TEST(SparseMemory, windows_keep_what_is_written_and_the_rest_shares_its_memory) {
  const SparseMemory memory({array_of(bits32 + 4099, DType::float64)}, nullptr);
  auto* const x = reinterpret_cast<double*>(memory.address(0));
  x[bits31] = 1;
  x[bits32] = 2;
  x[bits32 + 4098] = 3;
  const std::uint64_t inside = sparse_period / sizeof(double) * 5 + 123456;
  x[inside] = 4;
  EXPECT_EQ(x[inside + sparse_period / sizeof(double)], 4);
  EXPECT_EQ(x[bits31], 1);
  EXPECT_EQ(x[bits32], 2);
  EXPECT_EQ(x[bits32 + 4098], 3);
}

TEST(SparseMemory, a_small_array_is_one_window_of_its_own_length) {
  const SparseMemory memory({array_of(1000, DType::int32)}, nullptr);
  ASSERT_EQ(memory.windows(0).size(), 1u);
  EXPECT_EQ(memory.windows(0)[0].elements, 1000u);
  EXPECT_FALSE(memory.is_sparse(0));
}

TEST(SparseMemory, contents_are_repeated_and_a_change_of_them_is_seen) {
  SparseMemory memory({array_of(bits31 + 4099, DType::int8)}, nullptr);
  std::vector<std::byte> period(sparse_period);
  for (std::size_t i = 0; i < period.size(); ++i) period[i] = static_cast<std::byte>(i % 251);
  memory.fill(0, period);
  for (const std::uint64_t i : {std::uint64_t{7}, std::uint64_t{123456789}, bits31 - 5, bits31 + 4098})
    EXPECT_EQ(memory.address(0)[i], period[i % sparse_period]) << i;
  EXPECT_TRUE(memory.holds(0, period));
  memory.address(0)[bits31 + 1] ^= std::byte{1};
  EXPECT_FALSE(memory.holds(0, period)) << "in a window";
  memory.fill(0, period);
  memory.address(0)[123456789] ^= std::byte{1};
  EXPECT_FALSE(memory.holds(0, period)) << "in the shared part";
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 400'000);  // KiB
}

TEST(SparseMemory, addresses_of_a_device_are_its_own) {
  emulate::DeviceMemory device;
  {
    const SparseMemory memory({array_of(bits31 + 4099, DType::int8)}, &device);
    EXPECT_TRUE(device.contains(memory.address(0)));
    memory.address(0)[bits31] = std::byte{1};
    EXPECT_THAT(device.locate(memory.address(0) + bits31)->text, testing::StrEq("`x`[2147483648]"));
    EXPECT_FALSE(device.find_write_beside());
  }
  void* const other = device.allocate(1000, "y", 1);
  device.open();
  std::memset(other, 1, 1000);
  EXPECT_FALSE(device.find_write_beside());
}

}  // namespace
}  // namespace kparity::parity
