// Looks whether a launch has put NaN or infinity into a floating-point output.
#pragma once

#include <span>
#include <vector>

#include "call_arrays.hpp"
#include "kernel_state.hpp"

namespace kparity::detail {

class FiniteCheck {
 public:
  /// Before the launch: notes what is not finite already. Throws InvalidArgument for an output of unknown extent, or
  /// one within a structure without visit_arrays.
  FiniteCheck(const KernelState& kernel, const Signature& signature, std::span<const Argument> arguments,
              CallSite where);
  /// After the launch has ended. Throws RuntimeFailure naming the argument, and index and value of the first element
  /// that is not finite and was before.
  void check() const;

 private:
  struct Output {
    CallArray found;
    std::vector<bool> was_finite;  // in the order of the elements, last axis fastest
  };
  std::vector<double> values_of(const ArrayRef& array) const;
  std::string name_of(const Output& output) const;

  const KernelState& kernel_;
  const Signature& signature_;
  CallSite where_;
  std::vector<StructureCopy> copies_;
  std::vector<Output> outputs_;
};

}  // namespace kparity::detail
