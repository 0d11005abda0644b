// The grammar of `signature:` and of `structs:` fields: one C declaration over scalars, raw pointers and declared
// structs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kparity/signature.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::spec {

/// One signature per combination of `types`, in the order of the choices (the last type parameter varies fastest).
/// Throws SpecError; columns are those of `where` plus the offset into `text`.
std::vector<Signature> parse_signature(std::string_view text, const std::vector<TypeParameter>& types,
                                       const std::vector<StructSpec>& structs, const Location& where);

}  // namespace kparity::spec
