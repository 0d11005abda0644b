// Look-up in the model.
#include "kparity/spec/model.hpp"

namespace kparity::spec {

namespace {

template <class Entry>
const Entry* find_by_name(const std::vector<Entry>& entries, std::string_view name) {
  for (const Entry& entry : entries) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

const InputSpec* find_input(const KernelSpec& spec, std::string_view name) {
  return find_by_name(spec.inputs, name);
}

const OutputSpec* find_output(const KernelSpec& spec, std::string_view name) {
  return find_by_name(spec.outputs, name);
}

}  // namespace kparity::spec
