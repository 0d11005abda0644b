// Parses the C declarations of a spec: the signature of a kernel and the fields of a struct. Reports what is wrong
// instead of throwing, so that the reader can go on and collect more.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fields.hpp"
#include "kparity/signature.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::spec {

/// A parsed signature, before type parameters are replaced by types.
struct Declaration {
  std::string kernel;
  std::size_t kernel_offset = 0;          // into the text
  std::vector<Signature> instantiations;  // empty if anything is wrong
  std::vector<std::size_t> offsets;       // of each parameter's name
  std::vector<std::string> used_types;    // type parameters that appear
  std::vector<std::string> used_structs;
  bool has_empty_struct = false;  // its fields were wrong, which the reader has said already
};

/// Reports what is wrong with one field of a struct; returns its name, empty if it has none.
std::string check_field(std::string_view text, const std::vector<TypeParameter>& types, const Location& where,
                        bool offsets_are_columns, Problems& problems);

/// Where `offsets_are_columns` is false (a folded text), every problem is located at `where`.
Declaration parse_declaration(std::string_view text, const std::vector<TypeParameter>& types,
                              const std::vector<StructSpec>& structs, const Location& where, bool offsets_are_columns,
                              Problems& problems);

}  // namespace kparity::spec
