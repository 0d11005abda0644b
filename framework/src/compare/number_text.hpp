// Numbers as a failure report shows them: the shortest decimal that reads back to the same value, and the bits.
#pragma once

#include <string>

#include "kparity/dtype.hpp"

namespace kparity::compare {

/// "0.34375", "1e-12", "NaN", "-inf", "-3"; "true" and "false" for booleans, "165 (no boolean)" for other bytes.
std::string decimal_text(DType dtype, const std::byte* element);
/// "0x3fd6000000000000", always with all digits.
std::string bits_text(DType dtype, const std::byte* element);
/// A real number rounded to a few digits: "1.1e-16", "0.5".
std::string rounded_text(double value);
/// A parameter of a rule, shortest: "1e-12".
std::string exact_text(double value);

}  // namespace kparity::compare
