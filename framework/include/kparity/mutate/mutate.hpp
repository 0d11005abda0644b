// Breaks an implementation of a kernel on purpose, one small fault at a time, and lets the checks of its spec look for
// each: in the cheapest place first, and in the next one if nothing was found.
#pragma once

#include <string>
#include <vector>

#include "kparity/compile/catalog.hpp"
#include "kparity/parity/parity.hpp"
#include "kparity/result/mutation.hpp"

namespace kparity::mutate {

struct Subject {
  const compile::KernelSource* source = nullptr;  // usable
  const Kernel* kernel = nullptr;
  std::string implementation;  // "cuda", or a host implementation
};

/// The places that a kernel's mutants are run in, in order: "emulated" and "checked" for a `.cu` that can be emulated,
/// else "device"; "host" for the others. Each has been seen to accept the kernel as it is. Throws RuntimeFailure if the
/// kernel is not green somewhere, or if there is no place to run it, with the reasons.
std::vector<std::string> places_of(const Subject& subject, const parity::CheckOptions& options);

struct Result {
  std::vector<result::MutantRow> rows;
  std::vector<std::string> warnings;  // declarations of equivalents that hide nothing
};

/// All mutants of the source and of what it includes from its own folder or from `include_dirs`; of a host
/// implementation those of its own file. `jobs` at a time. A fault that lets a kernel run for
/// ever costs `options.timeout_seconds`. Throws as places_of() does, and for a wrong `// kparity: equivalent` comment.
Result run(const Subject& subject, const std::vector<std::string>& places, const parity::CheckOptions& options,
           unsigned jobs);

}  // namespace kparity::mutate
