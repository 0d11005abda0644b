// Scalar types by their names in C and C++.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/dtype.hpp"

namespace kparity::spec {

/// "int", "unsigned", ...: the words that the built-in types are spelled with, `void` included.
bool is_built_in_word(std::string_view word);
/// The type that built-in words in any order stand for: {"long", "unsigned", "int"}; empty if they are no scalar type.
std::optional<DType> scalar_of(const std::vector<std::string_view>& words);
/// The type of a spelling ("unsigned long", "std::int64_t", "size_t"), if it is a scalar we know.
std::optional<DType> scalar_named(std::string_view spelling);
/// All spellings, for suggestions.
std::vector<std::string> scalar_names();

}  // namespace kparity::spec
