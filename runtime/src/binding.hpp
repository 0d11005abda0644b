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
  std::vector<std::vector<ParameterCode>> host;    // per instantiation: host arguments of the very types
  std::vector<std::vector<ParameterCode>> device;  // the same for arrays and addresses on the device
};

BindingTable binding_table(std::string kernel, const std::vector<Signature>& instantiations);

/// Where the arrays of a call must be; both sides for a host kernel that stands in for a CUDA kernel.
enum class ArraySide { host, device, any };

/// The instantiation that the arguments fit. Scalars may be converted in place. Throws TypeMismatch, RangeOverflow.
std::size_t bind(const BindingTable& table, std::span<detail::Argument> arguments, ArraySide side);

/// True if an argument fits without conversion.
inline bool fits_exactly(const ParameterCode& parameter, const detail::Argument& argument) {
  return (argument.code & parameter.mask) == parameter.wanted;
}

/// The instantiation that arguments fit without conversion, or the number of instantiations. `table` is one side of a
/// BindingTable.
inline std::size_t find_exact(const std::vector<std::vector<ParameterCode>>& table,
                              std::span<const detail::Argument> arguments) {
  const auto fits = [&](const std::vector<ParameterCode>& codes) {
    if (codes.size() != arguments.size()) return false;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (!fits_exactly(codes[i], arguments[i])) return false;
    }
    return true;
  };
  std::size_t i = 0;
  while (i < table.size() && !fits(table[i])) ++i;
  return i;
}

/// "argument 2 of 4 (const double* x)".
std::string argument_name(const Signature& signature, std::size_t index);

}  // namespace kparity
