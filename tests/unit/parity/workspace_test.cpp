// The memory of one run: exact extents, guards on both sides, poison, alignment, arguments.
#include "kparity/parity/workspace.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstring>

#include "small_kernels.hpp"

namespace kparity::parity {
namespace {

generate::Case case_of(const spec::KernelSpec& spec, int n) {
  return generate::parse_token(spec, "scale:n=" + std::to_string(n) + ",a=3,family=realistic,seed=7").drawn;
}

struct Prepared {
  spec::KernelSpec spec = scale_spec();
  CaseData data;
  Workspace workspace;

  explicit Prepared(int n, Poison poison = poison_a, std::size_t misalignment = 0) : workspace(misalignment) {
    generate_case(spec, case_of(spec, n), data);
    workspace.prepare(spec, data, poison);
  }
  int* array(int parameter) { return *static_cast<int**>(workspace.arguments()[parameter]); }
};

TEST(Workspace, passes_scalars_and_pointers_as_an_entry_takes_them) {
  Prepared prepared(5);
  EXPECT_EQ(*static_cast<int*>(prepared.workspace.arguments()[0]), 5);
  EXPECT_EQ(*static_cast<int*>(prepared.workspace.arguments()[1]), 3);
  EXPECT_EQ(std::memcmp(prepared.array(2), prepared.data.inputs[0].data(), 20), 0);
}

TEST(Workspace, poisons_outputs_with_the_given_byte) {
  Prepared a(4, poison_a), b(4, poison_b);
  EXPECT_EQ(static_cast<unsigned>(a.array(3)[3]), 0xa5a5a5a5u);
  EXPECT_EQ(static_cast<unsigned>(b.array(3)[0]), 0x5a5a5a5au);
}

TEST(Workspace, an_untouched_workspace_has_no_guard_hit) {
  for (int n : {0, 1, 15, 16, 17, 1000}) EXPECT_FALSE(Prepared(n).workspace.find_guard_hit()) << n;
}

TEST(Workspace, sees_one_byte_behind_the_end_of_any_array) {
  for (int parameter : {2, 3}) {
    Prepared prepared(13);
    reinterpret_cast<unsigned char*>(prepared.array(parameter) + 13)[0] ^= 1;
    const auto hit = prepared.workspace.find_guard_hit();
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->array, static_cast<std::size_t>(parameter - 2));
    EXPECT_EQ(hit->bytes_past_end, 1);
  }
}

TEST(Workspace, a_stray_write_is_seen_and_damages_nothing_and_a_far_one_faults) {
  Prepared prepared(13);
  auto* const bytes = reinterpret_cast<unsigned char*>(prepared.array(3));
  std::memset(bytes + 52, 0, 60 * 1024);
  const auto hit = prepared.workspace.find_guard_hit();
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->array, 1u);
  EXPECT_EQ(hit->bytes_past_end, 1);
  volatile unsigned char* const far_away = bytes;
  EXPECT_EXIT(far_away[1 << 20] = 0, testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(far_away[-(1 << 20)] = 0, testing::KilledBySignal(SIGSEGV), "");
}

TEST(Workspace, sees_one_byte_in_front_of_an_array_and_the_last_byte_of_a_guard_zone) {
  Prepared before(13);
  reinterpret_cast<unsigned char*>(before.array(3))[-1] ^= 1;
  ASSERT_TRUE(before.workspace.find_guard_hit());
  EXPECT_EQ(before.workspace.find_guard_hit()->bytes_before_begin, 1);

  Prepared far(13);
  reinterpret_cast<unsigned char*>(far.array(2) + 13)[guard_bytes - 1] ^= 1;
  ASSERT_TRUE(far.workspace.find_guard_hit());
  EXPECT_EQ(far.workspace.find_guard_hit()->bytes_past_end, static_cast<std::int64_t>(guard_bytes));
}

TEST(Workspace, can_point_into_a_copy_of_all_its_bytes) {
  Prepared prepared(13, poison_a, 16);
  std::vector<std::byte> copy(prepared.workspace.bytes().begin(), prepared.workspace.bytes().end());
  prepared.workspace.point_into(copy.data());
  const auto* x = reinterpret_cast<std::byte*>(prepared.array(2));
  ASSERT_GE(x, copy.data());
  ASSERT_LE(x + 13 * sizeof(int) + guard_bytes, copy.data() + copy.size());
  EXPECT_EQ(std::memcmp(x, prepared.data.inputs[0].data(), 13 * sizeof(int)), 0);
  const auto* y = reinterpret_cast<std::byte*>(prepared.array(3));
  ASSERT_LE(y + 13 * sizeof(int) + guard_bytes, copy.data() + copy.size());
}

TEST(Workspace, a_copy_from_beyond_one_array_to_beyond_another_is_seen) {
  for (const Poison poison : {poison_a, poison_b}) {
    Prepared prepared(13, poison);
    prepared.array(3)[13] = prepared.array(2)[13];  // what a loop with `<=` does
    const auto hit = prepared.workspace.find_guard_hit();
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->array, 1u);
  }
}

TEST(Workspace, an_empty_array_has_guards_too) {
  Prepared prepared(0);
  prepared.array(3)[0] = 1;
  EXPECT_TRUE(prepared.workspace.find_guard_hit());
}

TEST(Workspace, misalignment_moves_every_array_by_exactly_that_much) {
  Prepared aligned(9, poison_a, 0), moved(9, poison_a, 16);
  for (int parameter : {2, 3}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.array(parameter)) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(moved.array(parameter)) % 64, 16u);
  }
}

TEST(Workspace, lays_out_the_fields_of_a_structure_by_the_rules_of_c) {
  struct Pair {
    int n;
    double* v;
    float s;
  };
  const auto spec = read_spec(R"(kernel: pair
signature: void pair(Pair p)
structs: {Pair: {header: pair.hpp, fields: [int n, double* v, float s]}}
inputs:
  p.n: {generate: integer, min: 1, max: 9, role: size}
  p.v: {generate: uniform, shape: [p.n], min: -1, max: 1}
  p.s: {generate: uniform, min: 1, max: 2}
outputs:
  p.v: {tolerance: exact, reason: copied}
)",
                              "pair");
  CaseData data;
  generate_case(spec, generate::parse_token(spec, "pair:p.n=3,p.s=1.5,family=realistic,seed=1").drawn, data);
  Workspace workspace;
  workspace.prepare(spec, data, poison_a);
  Pair pair{};
  std::memcpy(&pair, workspace.arguments()[0], sizeof pair);
  EXPECT_EQ(pair.n, 3);
  EXPECT_EQ(pair.s, 1.5f);
  EXPECT_EQ(std::memcmp(pair.v, data.inputs[0].data(), 3 * sizeof(double)), 0);
}

}  // namespace
}  // namespace kparity::parity
