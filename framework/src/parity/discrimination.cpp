// A wrong result that equals the expected one in a case proves nothing there, and is not tried.
#include "discrimination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace kparity::parity {

namespace {

using Bytes = std::vector<std::byte>;

constexpr unsigned cases_that_prove = 8, most_cases = 64;

Bytes zeros(const Bytes& expected, std::size_t) {
  return Bytes(expected.size());
}

/// Each element is that of its neighbour, the last one that of the first.
Bytes neighbours(Bytes result, std::size_t width) {
  std::rotate(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(width), result.end());
  return result;
}

Bytes without_last(Bytes result, std::size_t width) {
  std::fill(result.end() - static_cast<std::ptrdiff_t>(width), result.end(), std::byte{0});
  return result;
}

/// Each element is the first one.
Bytes constant(Bytes result, std::size_t width) {
  for (std::size_t at = width; at < result.size(); at += width) std::memcpy(result.data() + at, result.data(), width);
  return result;
}

struct Wrong {
  const char* text;
  Bytes (*make)(const Bytes& expected, std::size_t width);
  bool in_order = false;  // is wrong by the places of values only
};

constexpr Wrong wrong_results[] = {
    {"of zeros only", zeros},
    {"with a zero for its last element", [](const Bytes& e, std::size_t width) { return without_last(e, width); }},
    {"with its first element everywhere", [](const Bytes& e, std::size_t width) { return constant(e, width); }},
    {"with the value of the next element in each place",
     [](const Bytes& e, std::size_t width) { return neighbours(e, width); }, true},
};

}  // namespace

Discrimination::Discrimination(const spec::KernelSpec& spec)
    : spec_(spec), tried_(spec.outputs.size(), std::vector<Tried>(std::size(wrong_results))) {}

bool Discrimination::is_open(std::size_t output) const {
  return std::ranges::any_of(tried_[output],
                             [](const Tried& each) { return !each.rejected && each.tried < most_cases; });
}

void Discrimination::look(std::size_t output, const generate::ArrayPlan& array, std::span<const std::byte> expected,
                          const compare::Context& context) {
  const spec::OutputSpec& spec = spec_.outputs[output];
  if (array.elements == 0) return;
  const Bytes right(expected.begin(), expected.end());
  const std::size_t width = size_of(array.dtype);
  for (std::size_t kind = 0; kind < std::size(wrong_results); ++kind) {
    const Wrong& wrong = wrong_results[kind];
    Tried& tried = tried_[output][kind];
    if (tried.rejected || tried.tried >= most_cases) continue;
    if (wrong.in_order && spec.comparison.kind != spec::elementwise) continue;
    const Bytes result = wrong.make(right, width);
    if (result == right) continue;
    ++tried.tried;
    double used = 0;
    tried.rejected = !compare::agrees(spec, array.dtype, array.shape, expected, result, used, context);
  }
}

std::string Discrimination::accepted() const {
  for (std::size_t output = 0; output < tried_.size(); ++output)
    for (std::size_t kind = 0; kind < std::size(wrong_results); ++kind)
      if (const Tried& tried = tried_[output][kind]; !tried.rejected && tried.tried >= cases_that_prove)
        return fmt::format("a result {} would have passed for '{}' in all {} cases in which it was tried",
                           wrong_results[kind].text, spec_.outputs[output].name, tried.tried);
  return "";
}

}  // namespace kparity::parity
