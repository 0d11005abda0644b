// A spec with `device_function:` tests a function of one element: its kernel is a loop over that function, which the
// host and the device get from the same description.
#pragma once

#include <string>
#include <vector>

#include "kparity/spec/model.hpp"

namespace kparity::spec {

/// The function behind one instantiation of the kernel.
struct ElementFunction {
  Signature signature;  // its name and parameters
  std::string returns;  // "double", "void"
};

/// One per instantiation. The spec has a `device_function`.
std::vector<ElementFunction> element_functions(const KernelSpec& spec);

/// "result[i] = wrap(x[i], length[i], cell + i);" with `index` for i.
std::string element_statement(const KernelSpec& spec, const std::string& index);

/// What a pointer to the function looks like: "double (*name)(double, double)".
std::string element_pointer(const ElementFunction& function, const std::string& name);

/// The file that `header:` means for a kernel in `folder`: looked up there, then in the include folders of `cuda:`.
/// Empty if it is in none of them.
std::string find_device_header(const KernelSpec& spec, const std::string& folder);

/// The names of the parameters that are added in front and behind.
inline constexpr const char* count_parameter = "count";
inline constexpr const char* result_parameter = "result";

}  // namespace kparity::spec
