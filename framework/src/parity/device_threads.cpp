// Holds the extents of a launch against those of an array; a kernel that divides its work otherwise gets no answer,
// which is better than a wrong one.
#include "device_threads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace kparity::parity {

namespace {

/// The threads in x, y, z for a case; empty if there is no rule or it cannot be evaluated.
std::vector<std::int64_t> threads_of(const spec::KernelSpec& spec, const generate::Case& drawn) {
  std::vector<std::int64_t> threads;
  try {
    for (const Expression& extent : spec.launch.threads) threads.push_back(generate::evaluate(spec, drawn, extent));
  } catch (const InvalidArgument&) {
    threads.clear();
  }
  return threads;
}

/// By axis, as many as the launch has.
struct Indices {
  std::vector<std::int64_t> thread, block;
};

std::optional<Indices> indices_of_element(const spec::KernelSpec& spec, const generate::Case& drawn,
                                          const std::vector<std::int64_t>& shape, std::uint64_t index) {
  const auto threads = threads_of(spec, drawn);
  if (threads.empty() || threads != std::vector<std::int64_t>(shape.rbegin(), shape.rend())) return std::nullopt;
  Indices found;
  for (std::size_t axis = 0; axis < threads.size(); ++axis) {
    const auto extent = static_cast<std::uint64_t>(threads[axis]);
    if (extent == 0) return std::nullopt;
    const std::uint64_t width = axis < spec.launch.block.size() ? spec.launch.block[axis] : 1;
    found.thread.push_back(static_cast<std::int64_t>(index % extent % width));
    found.block.push_back(static_cast<std::int64_t>(index % extent / width));
    index /= extent;
  }
  return found;
}

std::string in_words(const std::vector<std::int64_t>& sizes) {
  return sizes.size() == 1 ? fmt::format("{}", sizes[0]) : fmt::format("({})", fmt::join(sizes, ", "));
}

}  // namespace

std::string thread_of_element(const spec::KernelSpec& spec, const generate::Case& drawn,
                              const std::vector<std::int64_t>& shape, std::uint64_t index) {
  const auto found = indices_of_element(spec, drawn, shape, index);
  if (!found) return "";
  return fmt::format("thread {} of block {}", in_words(found->thread), in_words(found->block));
}

std::optional<emulate::ThreadPlace> place_of_element(const spec::KernelSpec& spec, const generate::Case& drawn,
                                                     const std::vector<std::int64_t>& shape, std::uint64_t index) {
  const auto found = indices_of_element(spec, drawn, shape, index);
  if (!found || found->thread.size() > 3) return std::nullopt;
  emulate::ThreadPlace place;
  for (std::size_t axis = 0; axis < found->thread.size(); ++axis) {
    place.block[axis] = static_cast<unsigned>(found->block[axis]);
    place.thread[axis] = static_cast<unsigned>(found->thread[axis]);
  }
  return place;
}

void name_threads(const spec::KernelSpec& spec, const generate::Case& drawn,
                  std::vector<result::Comparison>& comparisons) {
  for (result::Comparison& comparison : comparisons) {
    for (std::optional<result::Mismatch>* mismatch : {&comparison.first, &comparison.worst})
      if (*mismatch) (*mismatch)->thread = thread_of_element(spec, drawn, comparison.shape, (*mismatch)->index);
  }
}

std::uint64_t threads_per_block(const spec::KernelSpec& spec) {
  std::uint64_t threads = 1;
  for (const unsigned width : spec.launch.block) threads *= width;
  return threads;
}

}  // namespace kparity::parity
