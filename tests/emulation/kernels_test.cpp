// Kernels that use every feature of the emulation as real ones do give what plain loops give, in all orders of threads,
// with and without the checker, which finds nothing.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <regex>
#include <set>

#include "arguments.hpp"
#include "device.hpp"

namespace kparity::emulation {
namespace {

using testing::IsEmpty;

constexpr std::size_t elements = 1024;
constexpr std::size_t threads = 192, n = 150;

struct Contents {
  std::vector<float> in = std::vector<float>(elements), out = std::vector<float>(elements);
  std::vector<int> numbers = std::vector<int>(elements), counts = std::vector<int>(elements);
};

Contents inputs() {
  Contents a;
  for (std::size_t i = 0; i < elements; ++i) {
    a.in[i] = static_cast<float>(i * 37 % 19) - 6;
    a.numbers[i] = static_cast<int>((i * 7919 + 13) % 1048573);
  }
  return a;
}

/// In plain loops: what the kernel leaves in `out` and `counts`, which begin as zeros.
using Reference = std::function<void(Contents& a)>;

struct Case {
  std::string file, name;
  Reference reference;
  std::array<unsigned, 3> block{64, 1, 1};
};

void PrintTo(const Case& of, std::ostream* out) {
  *out << of.name;
}

float in_range(const Contents& a, std::size_t i) {
  return i < n ? a.in[i] : 0.0f;
}

float sum_of(const Contents& a, std::size_t begin, std::size_t end) {
  return std::accumulate(a.in.begin() + static_cast<std::ptrdiff_t>(begin),
                         a.in.begin() + static_cast<std::ptrdiff_t>(end), 0.0f);
}

/// Applies `function(a, i)` for every thread of the grid.
template <class F>
Reference each_thread(F function) {
  return [function](Contents& a) {
    for (std::size_t i = 0; i < threads; ++i) function(a, i);
  };
}

// ------------------------------------------------------------------------------------------------------------ blocks

void block_sums(Contents& a) {
  for (std::size_t b = 0; b < 3; ++b) a.out[b] = sum_of(a, 64 * b, std::min(64 * b + 64, n));
}

void running_sums(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i)
    a.counts[i] = (i % 64 == 0 ? 0 : a.counts[i - 1]) + (i < n ? a.numbers[i] : 0);
}

void transpose(Contents& a) {
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 24; ++column) a.out[column * 16 + row] = a.in[row * 24 + column];
}

void stencil(Contents& a) {
  for (std::size_t i = 0; i < n; ++i) a.out[i] = (i > 0 ? a.in[i - 1] : 0.0f) - 2 * a.in[i] + in_range(a, i + 1);
}

void product(Contents& a) {
  for (std::size_t y = 0; y < 8; ++y)
    for (std::size_t x = 0; x < 24; ++x)
      for (std::size_t k = 0; k < 24; ++k) a.out[y * 24 + x] += a.in[y * 24 + k] * a.in[192 + k * 24 + x];
}

void sorted_blocks(Contents& a) {
  std::copy_n(a.numbers.begin(), threads, a.counts.begin());
  for (std::ptrdiff_t b = 0; b < 3; ++b) std::sort(a.counts.begin() + 64 * b, a.counts.begin() + 64 * b + 64);
}

void votes_of_the_block(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    int odd = 0, any = 0;
    for (std::size_t k = i / 64 * 64; k < i / 64 * 64 + 64; ++k) {
      odd += a.numbers[k] % 2;
      if (a.numbers[k] % 100 == 1) any = 1;
    }
    a.counts[i] = 4 * odd + 2 + any;
  }
}

void forces(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    for (std::size_t k = i / 64 * 64; k < i / 64 * 64 + 64; ++k) {
      const float x = a.in[k] - a.in[i], y = a.in[k + 1] - a.in[i + 1], z = a.in[k + 2] - a.in[i + 2];
      const float inverse = 1 / std::sqrt(x * x + y * y + z * z + 0.25f);
      const float strength = static_cast<float>(1 + k % 64 % 3) * inverse * inverse * inverse;
      a.out[3 * i] += strength * x;
      a.out[3 * i + 1] += strength * y;
      a.out[3 * i + 2] += strength * z;
    }
  }
}

void neighbours_in_a_cube(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t x = i % 4, y = i / 4 % 4, z = i / 16 % 4;
    if (x > 0) a.counts[i] += a.numbers[i - 1];
    if (x < 3) a.counts[i] += a.numbers[i + 1];
    if (y > 0) a.counts[i] += a.numbers[i - 4];
    if (y < 3) a.counts[i] += a.numbers[i + 4];
    if (z > 0) a.counts[i] += a.numbers[i - 16];
    if (z < 3) a.counts[i] += a.numbers[i + 16];
  }
}

// ------------------------------------------------------------------------------------------------------------- warps

void counts_by_key(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) ++a.counts[static_cast<std::size_t>(i < n ? a.numbers[i] % 5 : 5)];
}

void odd_numbers_first(Contents& a) {
  for (std::size_t warp = 0; warp < threads; warp += 32) {
    std::size_t to = warp;
    for (std::size_t i = warp; i < warp + 32; ++i)
      if (a.numbers[i] % 2 != 0) a.counts[to++] = a.numbers[i];
  }
}

void reductions_of_a_warp(Contents& a) {
  for (std::size_t warp = 0; warp < threads / 32; ++warp) {
    int* const results = &a.counts[6 * warp];
    results[3] = -1;
    for (std::size_t i = 32 * warp; i < 32 * warp + 32; ++i) {
      const int value = a.numbers[i];
      results[0] += value;
      results[1] = std::min(results[1], -value);
      results[2] = std::max(results[2], value);
      results[3] &= value | 0xf0;
      results[4] |= value;
      results[5] ^= value;
    }
  }
}

void halves_apart(Contents& a) {
  const auto sum = [&](std::size_t i) {
    const std::size_t size = i % 32 < 16 ? 16 : 4, begin = i / size * size;
    return std::accumulate(&a.numbers[begin], &a.numbers[begin] + size, 0);
  };
  for (std::size_t i = 0; i < threads; ++i) a.counts[i] = sum(i) + sum(i / 32 * 32 + 31);
}

void agreement(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    int same = 1, any = 0;
    for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) {
      if (a.numbers[k] / 32 != a.numbers[i / 32 * 32] / 32) same = 0;
      if (a.numbers[k] % 64 == 5) any = 1;
    }
    a.counts[i] = 4 * same + 2 + any;
  }
}

// ----------------------------------------------------------------------------------------------------------- atomics

void histogram(Contents& a) {
  for (std::size_t i = 0; i < n; ++i) ++a.counts[static_cast<std::size_t>(a.numbers[i] % 16)];
}

void sums_of_blocks_and_all(Contents& a) {
  for (std::size_t b = 0; b < 3; ++b) a.out[0] += a.out[1 + b] = sum_of(a, 64 * b, 64 * b + 64);
}

void sum_under_a_lock(Contents& a) {
  for (std::size_t i = 0; i < threads; i += 32) {
    a.counts[1] += a.numbers[i];
    a.counts[2] += 1;
  }
}

void scopes(Contents& a) {
  for (std::size_t b = 0; b < 3; ++b) {
    int most = 0;
    for (std::size_t i = 64 * b; i < 64 * b + 64; ++i) {
      a.counts[0] += a.numbers[i] % 8;
      most = std::max(most, a.numbers[i]);
    }
    a.counts[1] = std::max(a.counts[1], most);
    a.counts[2] = std::min(a.counts[2], -most);
  }
}

void bits_and_ranges(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    const int value = a.numbers[i];
    a.counts[0] |= value;
    a.counts[1] ^= value;
    a.counts[3] -= value % 10;
    a.counts[4] = a.counts[4] >= 6 ? 0 : a.counts[4] + 1;
    a.counts[5] = a.counts[5] == 0 ? 6 : a.counts[5] - 1;
    a.out[0] += a.in[i];
  }
  a.counts[7] = static_cast<int>(threads) << 1;  // the upper half of 192 << 33
  a.out[3] = std::bit_cast<float>(static_cast<int>(std::bit_cast<long long>(0.5 * threads) >> 32));
}

void chain_of_blocks(Contents& a) {
  a.out[0] = a.in[0];
  for (std::size_t b = 1; b < 3; ++b) a.out[b] = 2 * a.out[b - 1] + a.in[b];
  std::fill_n(a.counts.begin(), 3, 1);
}

// ----------------------------------------------------------------------------------------------------------- numbers

/// To eight bits of precision, ties to even.
float to_bfloat16(float value) {
  const auto bits = std::bit_cast<unsigned>(value);
  return std::bit_cast<float>((bits + 0x7fffu + (bits >> 16 & 1u)) & 0xffff0000u);
}

void rounds_of_a_complex_number(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    const float cx = 0.25f * a.in[i], cy = 0.25f * a.in[i + 1];
    float x = 0, y = 0;
    while (a.counts[i] < 50 && x * x + y * y < 4) {
      const float next = x * x - y * y + cx;
      y = x * y + y * x + cy;
      x = next;
      ++a.counts[i];
    }
  }
}

int bits_of(unsigned x, unsigned y, int z) {
  unsigned mixed = 0;
  for (unsigned k = 0; k < 32; ++k) mixed |= (x >> k & 1u) << (31 - k);
  mixed ^= __builtin_bswap32(y);
  mixed += std::rotl(x, 5) + static_cast<unsigned>(std::popcount(x) + std::countl_zero(x) + std::countr_zero(y) + 1);
  int dot = 0;
  for (unsigned k = 0; k < 32; k += 8) {
    const int left = static_cast<int>(x >> k & 0xff), right = static_cast<int>(y >> k & 0xff);
    mixed ^= static_cast<unsigned>(std::abs(left - right)) << k;
    dot += static_cast<signed char>(left) * static_cast<signed char>(right);
  }
  return static_cast<int>(mixed + static_cast<unsigned>(dot) + static_cast<unsigned>(z >> 12));
}

void functions(Contents& a, std::size_t i) {
  const double x = 0.125 * static_cast<double>(a.in[i]), pi = std::acos(-1.0);
  a.out[4 * i] = static_cast<float>(2 * std::sin(pi * x) + std::cos(pi * x));
  a.out[4 * i + 1] = static_cast<float>(0.5 * std::erfc(-x / std::sqrt(2.0)) + std::erfc(x));
  a.out[4 * i + 2] = static_cast<float>(1 / std::cbrt(1 + x * x) + std::pow(10.0, 0.25 * x));
  a.out[4 * i + 3] = static_cast<float>(std::hypot(x, 1.0) * pi);
}

void rounding(Contents& a, std::size_t i) {
  const float x = 0.25f * a.in[i];
  a.counts[i] = static_cast<int>(std::nearbyint(x)) + 100 * static_cast<int>(std::floor(x)) +
                10000 * static_cast<int>(std::ceil(x)) + (1 << 24);
}

// ------------------------------------------------------------------------------------------------------------ groups

void sums_of_tiles(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t tile = i / 8 * 8;
    const int* const begin = &a.numbers[tile];
    a.counts[i] = std::accumulate(begin, begin + i % 8 + 1, 0);
    if (i == tile) a.counts[i] += std::accumulate(begin, begin + 8, 0) - *std::max_element(begin, begin + 8);
  }
}

void counters_of_lanes_together(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) {
    if (a.numbers[i] % 3 == 0) ++a.counts[0];
    ++a.counts[static_cast<std::size_t>(1 + a.numbers[i] % 2)];
    for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k)
      if (a.numbers[k] % 4 == a.numbers[i] % 4) a.out[i] += 1;
  }
}

void variables_of_the_file(Contents& a) {
  for (std::size_t i = 0; i < threads; ++i) a.out[i] = 1 + a.in[i] * (-2 + a.in[i] * (a.in[i] * 3));
  for (std::size_t b = 0; b < 3; ++b) a.counts[b] = 64;
  a.counts[3] = static_cast<int>(threads);
}

std::vector<Case> all_cases() {
  return {
      {"blocks", "tree_sum", block_sums},
      {"blocks", "running_sums", running_sums},
      {"blocks", "transpose", transpose},
      {"blocks", "stencil", stencil},
      {"blocks", "product_of_tiles", product},
      {"blocks", "bitonic_sort", sorted_blocks},
      {"blocks", "votes_of_the_block", votes_of_the_block},
      {"blocks", "forces", forces},
      {"blocks", "neighbours_in_a_cube", neighbours_in_a_cube, {4, 4, 4}},
      {"warps", "sums_by_shuffles", block_sums},
      {"warps", "counts_by_key", counts_by_key},
      {"warps", "compaction_by_votes", odd_numbers_first},
      {"warps", "reductions_of_a_warp", reductions_of_a_warp},
      {"warps", "halves_apart", halves_apart},
      {"warps", "running_sums_of_doubles",
       each_thread([](Contents& a, std::size_t i) { a.out[i] = sum_of(a, i / 32 * 32, i + 1); })},
      {"warps", "agreement", agreement},
      {"warps", "rotation_through_shared_memory",
       each_thread([](Contents& a, std::size_t i) { a.counts[i] = a.numbers[i / 32 * 32 + (i + 3) % 32]; })},
      {"atomics", "histogram", histogram},
      {"atomics", "maximum_by_comparing",
       [](Contents& a) { a.out[0] = *std::max_element(a.in.begin(), a.in.begin() + threads) + 100; }},
      {"atomics", "sum_by_the_last_block", sums_of_blocks_and_all},
      {"atomics", "sum_under_a_lock", sum_under_a_lock},
      {"atomics", "narrow_counters", [](Contents& a) { std::fill_n(a.counts.begin(), 3, 96 << 16 | 96); }},
      {"atomics", "scopes", scopes},
      {"atomics", "bits_and_ranges", bits_and_ranges},
      {"atomics", "chain_of_blocks", chain_of_blocks},
      {"numbers", "dot_of_halves",
       each_thread([](Contents& a, std::size_t i) { a.out[i] = 0.5f * sum_of(a, i, i + 8); })},
      {"numbers", "rounded_to_bfloat16",
       each_thread([](Contents& a, std::size_t i) { a.out[i] = 2 * to_bfloat16(static_cast<float>(a.numbers[i])); })},
      {"numbers", "rounds_of_a_complex_number", rounds_of_a_complex_number},
      {"numbers", "bits", each_thread([](Contents& a, std::size_t i) {
         a.counts[i] =
             bits_of(static_cast<unsigned>(a.numbers[i]), static_cast<unsigned>(a.numbers[i + 1]), a.numbers[i]);
       })},
      {"numbers", "functions", each_thread(functions)},
      {"numbers", "rounding", each_thread(rounding)},
      {"numbers", "vectors", each_thread([](Contents& a, std::size_t i) {
         a.out[2 * i] = a.in[4 * i] + 4 * a.in[4 * i + 3];
         a.out[2 * i + 1] = static_cast<float>(a.numbers[2 * i] % 7 - a.numbers[2 * i + 1] % 7);
       })},
      {"groups", "sums_of_tiles", sums_of_tiles},
      {"groups", "exchange_in_the_block",
       each_thread([](Contents& a, std::size_t i) { a.out[i] = a.in[i / 64 * 64 + 63 - i % 64]; })},
      {"groups", "counters_of_lanes_together", counters_of_lanes_together},
      {"groups", "variables_of_the_file", variables_of_the_file},
      {"groups", "says_and_asserts", each_thread([](Contents& a, std::size_t i) { a.counts[i] = 1; })},
  };
}

/// The kernels of a file by name: what their case is called with.
std::map<std::string, int> numbers_in(const std::string& file) {
  static const std::regex chosen(R"( *case (\d+): return (\w+)\(d\);)");
  std::ifstream in(kernel_file("kernels/" + file + ".cu").source.path);
  std::map<std::string, int> numbers;
  std::smatch match;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, match, chosen)) numbers[match[2]] = std::stoi(match[1]);
  return numbers;
}

class Kernels : public testing::TestWithParam<Case> {};

TEST_P(Kernels, give_what_plain_loops_give) {
  const Case& kernel_case = GetParam();
  Contents expected = inputs();
  kernel_case.reference(expected);
  const std::map<std::string, int> numbers = numbers_in(kernel_case.file);
  ASSERT_TRUE(numbers.contains(kernel_case.name));
  for (const Place place : all_places()) {
    const emulate::EmulatedKernel kernel = load_kernel<void(int, Data)>("kernels/" + kernel_case.file + ".cu", place);
    LaunchShape shape = shape_of(3, 64, 64 * sizeof(int));
    shape.block = kernel_case.block;
    for (const emulate::EmulationOptions& options : all_orders()) {
      SCOPED_TRACE(name_of(place) + ", order " + std::to_string(static_cast<int>(options.order)));
      const Contents given = inputs();
      Device device(place);
      const Data data{static_cast<int>(n), device.array("in", given.in), device.array("numbers", given.numbers),
                      device.array("out", given.out), device.array("counts", given.counts)};
      const emulate::LaunchResult result = device.launch(kernel, shape, options, numbers.at(kernel_case.name), data);
      EXPECT_THAT(texts_of(result), IsEmpty());
      EXPECT_TRUE(result.completed);
      EXPECT_EQ(device.contents(data.counts, elements), expected.counts);
      EXPECT_THAT(device.contents(data.out, elements), testing::Pointwise(testing::FloatNear(2e-5f), expected.out));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(all_cases()),
                         [](const auto& of) { return of.param.file + "_" + of.param.name; });

TEST(KernelFiles, have_a_reference_for_every_kernel) {
  std::set<std::string> with_reference, written;
  for (const Case& each : all_cases()) with_reference.insert(each.name);
  for (const char* file : {"blocks", "warps", "atomics", "numbers", "groups"})
    for (const auto& [name, number] : numbers_in(file)) written.insert(name);
  EXPECT_EQ(with_reference, written);
}

}  // namespace
}  // namespace kparity::emulation
