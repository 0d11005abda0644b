// Look-up in the words of a spec.
#include "kparity/spec/vocabulary.hpp"

namespace kparity::spec {

const Field* KindUse::find(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace kparity::spec
