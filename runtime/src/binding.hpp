// Fits the arguments of a call to one instantiation of a kernel: an exact match costs a comparison per argument,
// anything else goes through conversion of scalars or ends in an error that says what is wrong with which argument.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kparity/argument.hpp"
#include "kparity/signature.hpp"

namespace kparity {

/// The bits of an argument's code that matter for one parameter, and what they must be.
struct ParameterCode {
  detail::ArgumentCode mask = 0, wanted = 0;
};

struct BindingTable {
  std::string kernel;  // as messages call it
  std::vector<Signature> instantiations;
  std::vector<std::vector<ParameterCode>> host;  // per instantiation: host arguments of the very types
};

BindingTable binding_table(std::string kernel, const std::vector<Signature>& instantiations);

/// Where the arrays of a call must be; both sides for a host kernel that stands in for a CUDA kernel.
enum class ArraySide { host, device, any };

/// The instantiation that the arguments fit. Integer scalars may be converted in place. Throws TypeMismatch,
/// RangeOverflow.
std::size_t bind(const BindingTable& table, std::span<detail::Argument> arguments, ArraySide side);

/// "argument 2 of 4 (const double* x)".
std::string argument_name(const Signature& signature, std::size_t index);

}  // namespace kparity
