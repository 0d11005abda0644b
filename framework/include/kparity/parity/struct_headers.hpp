// Device headers written from the structs of host headers, for host headers that a device compiler cannot read: fields
// and layout as libclang sees them in the host's own file. Committed, and checked for being up to date.
#pragma once

#include <string>
#include <vector>

#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

struct StructHeader {
  std::string path;  // where it belongs: `device_header:` in the kernel's folder
  std::string text;
};

/// The headers that `structs:` of a spec asks for, one per file name, structs in the order of the spec. Throws
/// InvalidArgument if a struct is not in its host header, or has a field that is neither a number nor a pointer to
/// numbers; RuntimeFailure without libclang.
std::vector<StructHeader> struct_headers(const spec::KernelSpec& spec, const spec::KernelFolder& folder);

}  // namespace kparity::parity
