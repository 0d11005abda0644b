// Finds the arrays of a call.
#include "call_arrays.hpp"

namespace kparity::detail {

namespace {

// Lists the arrays of a structure.
class Collector final : public ArrayVisitor {
 public:
  Collector(const Argument& argument, const Parameter& structure, std::size_t parameter, const void* object,
            std::vector<CallArray>& arrays)
      : ArrayVisitor(argument.place(), argument.device),
        structure_(structure),
        parameter_(parameter),
        object_(object),
        arrays_(arrays) {}

 private:
  void* on_array(const ArrayRef& array, const void* field) override {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(field) - static_cast<const char*>(object_));
    arrays_.push_back({array, {parameter_, field_at(offset)}});
    return array.data;
  }

  std::optional<std::size_t> field_at(std::size_t offset) const {
    for (std::size_t i = 0; i < structure_.fields.size(); ++i) {
      if (field_offset(structure_, i) == offset) return i;
    }
    return std::nullopt;
  }

  const Parameter& structure_;
  std::size_t parameter_;
  const void* object_;
  std::vector<CallArray>& arrays_;
};

}  // namespace

StructureCopy::StructureCopy(const Argument& argument, const Parameter& structure) {
  const std::size_t size = size_of(structure), alignment = align_of(structure);
  storage_ = std::make_unique<std::byte[]>(size + alignment);
  std::size_t room = size + alignment;
  void* aligned = storage_.get();
  object_ = std::align(alignment, size, aligned, room);
  std::memcpy(object_, argument.address(), size);
}

void append_arrays(const Signature& signature, std::size_t index, const Argument& argument, void* object,
                   std::vector<CallArray>& arrays) {
  if (argument.kind() == ArgumentKind::array) {
    arrays.push_back({array_of(argument), {index, std::nullopt}});
  } else if (argument.kind() == ArgumentKind::structure && argument.visit != nullptr) {
    Collector collector(argument, signature.parameters[index], index, object, arrays);
    argument.visit(object, collector);
  }
}

}  // namespace kparity::detail
