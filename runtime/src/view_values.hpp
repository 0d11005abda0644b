// The views that a call passes by value, made from the arrays that it was given.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kparity/argument.hpp"
#include "kparity/signature.hpp"

namespace kparity::detail {

/// Keeps the views of one call; the first few need no allocation.
class ViewValues {
 public:
  ViewValues() = default;
  ViewValues(const ViewValues&) = delete;
  ViewValues& operator=(const ViewValues&) = delete;

  /// A view of `array` for parameter `position`, counted from 0: what the calling convention points at.
  void* add(const Parameter& view, const ArrayRef& array, std::size_t position);
  /// Points values[i] at a view of argument i for each parameter that is a view.
  void place(const Signature& signature, std::span<const Argument> arguments, void** values);

 private:
  static constexpr std::size_t room = 512;
  alignas(8) std::array<std::byte, room> bytes_;  // NOLINT: filled as far as used_
  std::size_t used_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> more_;
};

/// The array of a view that lies at `value`. `place` says where its address points.
ArrayRef array_of_view(const Parameter& view, const void* value, Place place);

}  // namespace kparity::detail
