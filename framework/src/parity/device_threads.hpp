// Which thread of a launch is meant to make an element of an output, where a kernel has one thread per element.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kparity/emulate/options.hpp"
#include "kparity/generate/case.hpp"
#include "kparity/result/result.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// "thread 0 of block 1", "thread (3, 0) of block (0, 1)". Empty unless the launch rule of the spec has exactly one
/// thread per element of an array of this shape: its extents from x on are those of the shape from the last one on.
std::string thread_of_element(const spec::KernelSpec& spec, const generate::Case& drawn,
                              const std::vector<std::int64_t>& shape, std::uint64_t index);

/// The same as numbers.
std::optional<emulate::ThreadPlace> place_of_element(const spec::KernelSpec& spec, const generate::Case& drawn,
                                                     const std::vector<std::int64_t>& shape, std::uint64_t index);

/// Fills in the threads of the mismatches that comparisons show.
void name_threads(const spec::KernelSpec& spec, const generate::Case& drawn,
                  std::vector<result::Comparison>& comparisons);

/// Threads per block in the launch rule.
std::uint64_t threads_per_block(const spec::KernelSpec& spec);

}  // namespace kparity::parity
