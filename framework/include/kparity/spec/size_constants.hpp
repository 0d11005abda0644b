// Integers at which a kernel changes its way: what its sources compare with, step by, or make shared arrays of. Sizes
// around them are edges of the family `shapes`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kparity/expression.hpp"
#include "kparity/spec/folder.hpp"

namespace kparity::spec {

/// The numbers that stand in an expression, in their order: 65536 of `max(1, min(n, 65536))` among them.
std::vector<std::int64_t> numbers_in(const Expression& expression);

/// The integers of C++ or CUDA source from 3 on that stand beside a comparison, `%`, `+=` or `-=`, or alone in the
/// brackets of a `__shared__` array; also by a name that is a constant of the same source. Each once, in their order.
std::vector<std::int64_t> size_constants(std::string_view source);

/// Those of the `.cu` of a folder, then those of its host files.
std::vector<std::int64_t> size_constants(const KernelFolder& folder);

}  // namespace kparity::spec
