// An outcome as bytes, to hand it from a child process to its parent. Both ends are the same program, so there is no
// version and no portability to care for.
#pragma once

#include <string>
#include <string_view>

#include "kparity/result/result.hpp"

namespace kparity::parity {

std::string encode(const result::Outcome& outcome);
/// Throws RuntimeFailure if the bytes are cut off.
result::Outcome decode(std::string_view bytes);

}  // namespace kparity::parity
