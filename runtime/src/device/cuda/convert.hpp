// Copies between layouts and data types by a kernel of the runtime's own.
#pragma once

#include <string>
#include <vector>

#include "kparity/array.hpp"
#include "kparity/definition.hpp"
#include "kparity/signature.hpp"

namespace kparity::device {

/// Both within `device`, which is the current one; same shapes, known extents, not overlapping, at least one element.
/// Returns when it is done. Throws RuntimeFailure.
void convert_by_kernel(const ArrayRef& from, const ArrayRef& to, int device);

/// The kernel's source, and its signature for two data types; for a test that compiles without a device.
const CudaSource& conversion_source();
Signature conversion_signature(DType from, DType to);

}  // namespace kparity::device
