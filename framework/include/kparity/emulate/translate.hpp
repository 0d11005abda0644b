// CUDA source, preprocessed, to C++ that a host compiler takes: shared declarations become places in an arena, and an
// entry per instantiation is appended.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "kparity/signature.hpp"

namespace kparity::emulate {

struct TranslationRequest {
  std::string kernel;                         // name of the `__global__` function
  std::span<const Signature> instantiations;  // one entry each
  std::span<const std::string> functions;     // "axpy<float,3>", one each: which function it is
  std::string_view preprocessed;              // with the prelude in front, and line markers
  std::string own_folder;                     // of the prelude and shims: their text is not searched for features
};

struct Translation {
  std::string text;           // of a library that exports `kparity_module`
  bool needs_fibers = false;  // some thread may wait for another
};

/// Throws CannotEmulate with file and line for what has no emulation.
Translation translate(const TranslationRequest& request);

}  // namespace kparity::emulate
