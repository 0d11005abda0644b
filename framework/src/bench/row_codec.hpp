// Rows as bytes, from the process that times to the one that reports.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/result/measurement.hpp"

namespace kparity::bench {

std::string encode(std::span<const result::Measurement> rows);
/// Throws std::runtime_error for bytes that encode() did not write.
std::vector<result::Measurement> decode(std::string_view bytes);

}  // namespace kparity::bench
