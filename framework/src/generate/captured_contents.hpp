// What the rest of the stage asks about captured cases.
#pragma once

#include <span>

#include "family.hpp"

namespace kparity::generate {

/// The family of a case: what it changes about contents, memory and calls; nothing for a captured one.
const Family& family_of(const Case& drawn);

/// Reads an array of a captured case. Throws InvalidArgument if the file has it no more.
void fill_captured(const Prepared& prepared, const Case& drawn, const ArrayPlan& array, std::span<std::byte> out);

}  // namespace kparity::generate
