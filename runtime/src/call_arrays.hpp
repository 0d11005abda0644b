// The arrays of one call: array arguments, and the pointer fields of structures that declare them by visit_arrays.
#pragma once

#include <memory>
#include <vector>

#include "kparity/argument.hpp"
#include "kparity/signature.hpp"

namespace kparity::detail {

/// An argument, or a pointer field of a structure argument.
struct CallArray {
  ArrayRef array;
  ParameterPath path;
};

/// A structure argument's copy, whose pointers may be replaced.
class StructureCopy {
 public:
  StructureCopy(const Argument& argument, const Parameter& structure);
  void* object() const { return object_; }

 private:
  std::unique_ptr<std::byte[]> storage_;
  void* object_ = nullptr;
};

/// Appends the arrays of argument `index`. `object` is the structure to visit, or a copy of it; null for all others.
void append_arrays(const Signature& signature, std::size_t index, const Argument& argument, void* object,
                   std::vector<CallArray>& arrays);

}  // namespace kparity::detail
