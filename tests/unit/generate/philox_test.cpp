// The random words against published values, and the independence of order and length.
#include "philox.hpp"

#include <gtest/gtest.h>

namespace kparity::generate {

// The known answers that the authors of Philox publish with Random123.
TEST(Philox, gives_the_published_answers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, a_chunk_holds_the_blocks_of_its_stream) {
  const Stream stream{.seed = 0x123456789abcdef0, .argument = 0xfedcba9876543210};
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{7}, (std::uint64_t{1} << 40) + 3}) {
    for (const unsigned count : {1u, 31u, 32u}) {
      Chunk chunk{};
      philox_chunk(stream, number, count, chunk);
      for (unsigned j = 0; j < count; ++j) {
        const std::uint64_t block = number * chunk_blocks + j;
        const auto expected =
            philox({static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), 0x76543210, 0xfedcba98},
                   {0x9abcdef0, 0x12345678});
        for (unsigned word = 0; word < 4; ++word) ASSERT_EQ(chunk.word[word][j], expected[word]) << number << " " << j;
      }
    }
  }
}

TEST(Random, stays_below_its_bound_and_reaches_all_values) {
  Random random({.seed = 1, .argument = 2});
  std::uint64_t seen = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t value = random.below(7);
    ASSERT_LT(value, 7u);
    seen |= std::uint64_t{1} << value;
  }
  EXPECT_EQ(seen, 0x7fu);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, covers_the_whole_range_of_64_bits) {
  Random random({.seed = 1, .argument = 2});
  int negative = 0;
  for (int i = 0; i < 100; ++i) negative += random.between(INT64_MIN, INT64_MAX) < 0;
  EXPECT_GT(negative, 20);
  EXPECT_LT(negative, 80);
  EXPECT_EQ(random.between(-5, -5), -5);
}

}  // namespace kparity::generate
