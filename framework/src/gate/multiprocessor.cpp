// The numbers are those of the tables of compute capabilities in NVIDIA's CUDA programming guide.
#include "multiprocessor.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace kparity::gate {

namespace {

constexpr std::uint64_t kibibyte = 1024;

struct Multiprocessor {
  std::string_view architecture;
  unsigned warps, blocks;
  std::uint64_t shared_memory;         // bytes
  std::uint64_t shared_of_the_system;  // bytes that each block has besides its own
};

constexpr Multiprocessor multiprocessors[] = {
    {"sm_70", 64, 32, 96 * kibibyte, 0},          {"sm_72", 64, 32, 96 * kibibyte, 0},
    {"sm_75", 32, 16, 64 * kibibyte, 0},          {"sm_80", 64, 32, 164 * kibibyte, kibibyte},
    {"sm_86", 48, 16, 100 * kibibyte, kibibyte},  {"sm_87", 48, 16, 164 * kibibyte, kibibyte},
    {"sm_89", 48, 24, 100 * kibibyte, kibibyte},  {"sm_90", 64, 32, 228 * kibibyte, kibibyte},
    {"sm_100", 64, 32, 228 * kibibyte, kibibyte}, {"sm_103", 64, 32, 228 * kibibyte, kibibyte},
    {"sm_120", 48, 24, 100 * kibibyte, kibibyte},
};

Multiprocessor multiprocessor_of(std::string_view architecture) {
  const auto found = std::ranges::find(multiprocessors, architecture, &Multiprocessor::architecture);
  if (found != std::end(multiprocessors)) return *found;
  return {architecture, 64, 32, std::numeric_limits<std::uint64_t>::max(), 0};
}

}  // namespace

unsigned blocks_that_fit(const EvidenceCode& code) {
  // 64 K registers, handed out to warps in steps of 256.
  constexpr unsigned registers = 65536, warp = 32, step = 8;
  const Multiprocessor all = multiprocessor_of(code.architecture);
  const unsigned warps = std::max(1u, (code.threads + warp - 1) / warp);
  const unsigned registers_of_warp = (std::max(1u, code.registers) + step - 1) / step * step * warp;
  const std::uint64_t shared = std::max<std::uint64_t>(1, code.shared_memory + all.shared_of_the_system);
  const auto by_shared = static_cast<unsigned>(std::min<std::uint64_t>(all.blocks, all.shared_memory / shared));
  return std::min({all.blocks, all.warps / warps, registers / registers_of_warp / warps, by_shared});
}

}  // namespace kparity::gate
