// Passes over whole arrays, each thread on its share.
#include "array_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <type_traits>

#include "kparity/in_parallel.hpp"
#include "kparity/parity/workspace.hpp"

namespace kparity::bench {

namespace {

template <class T>
ArrayFacts facts_as(std::span<const std::byte> bytes) {
  ArrayFacts facts;
  T largest = 0;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    const T size = std::fabs(value);
    largest = std::max(largest, size);
    if (std::fpclassify(value) == FP_SUBNORMAL) ++facts.subnormals;
  }
  facts.largest = static_cast<double>(largest);
  return facts;
}

}  // namespace

ArrayFacts facts_of(DType dtype, std::span<const std::byte> bytes, std::size_t jobs) {
  if (!is_floating(dtype)) return {};
  ArrayFacts all;
  std::mutex mutex;
  in_shares(bytes.size(), jobs, parity::bytes_of_a_share, [&](std::size_t first, std::size_t last) {
    const auto share = bytes.subspan(first, last - first);
    const ArrayFacts facts = dtype == DType::float32 ? facts_as<float>(share) : facts_as<double>(share);
    const std::scoped_lock lock(mutex);
    all.largest = std::max(all.largest, facts.largest);
    all.subnormals += facts.subnormals;
  });
  return all;
}

bool is_mostly_one_value(DType dtype, std::span<const std::byte> bytes) {
  constexpr std::size_t most_elements = std::size_t{1} << 20;
  const std::size_t size = size_of(dtype), elements = bytes.size() / size;
  const std::size_t step = std::max<std::size_t>(elements / most_elements, 1), count = elements / step;
  const auto at = [&](std::size_t i) { return bytes.data() + i * step * size; };
  // The middle element of the sorted array is the value that more than half have; counting two candidates is enough to
  // find it without sorting (Boyer and Moore, 1981).
  const std::byte* candidate = bytes.data();
  std::size_t votes = 0, same = 0;
  const auto equal = [&](std::size_t i) { return std::memcmp(at(i), candidate, size) == 0; };
  for (std::size_t i = 0; i < count; ++i) {
    if (votes == 0) candidate = at(i);
    votes = equal(i) ? votes + 1 : votes - 1;
  }
  for (std::size_t i = 0; i < count; ++i) same += equal(i) ? 1 : 0;
  return 2 * same > count;
}

}  // namespace kparity::bench
