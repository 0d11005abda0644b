// Scalar values between their forms: bits of their type, whole or real numbers, and the text of a token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kind.hpp"
#include "kparity/generate/case.hpp"

namespace kparity::generate {

/// The value as a whole number (booleans are 0 and 1), or as a real number.
std::int64_t whole_of(const ScalarValue& value);
double real_of(const ScalarValue& value);

/// Empty if `text` is no value of the type.
std::optional<ScalarValue> scalar_from_text(DType dtype, std::string_view text);

/// Whether the value is legal, and the legal value nearest to it; `legal` is not empty.
bool is_legal(const Range& legal, const ScalarValue& value);
ScalarValue nearest_legal(const Range& legal, const ScalarValue& value);
/// "[0, 100000]", "[-1, 0.9999999999999999]".
std::string to_text(const Range& legal, DType dtype);

}  // namespace kparity::generate
