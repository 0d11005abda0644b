// The text of a program that runs one case without kparity.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kparity/generate/generate.hpp"
#include "kparity/kernel.hpp"
#include "kparity/launch.hpp"
#include "kparity/spec/folder.hpp"
#include "kparity/spec/model.hpp"

namespace kparity::parity {

/// An array of a case with its contents before the call and after a right one.
struct ReproArray {
  const generate::ArrayPlan* plan = nullptr;
  std::span<const std::byte> before;    // empty for a pure output
  std::span<const std::byte> expected;  // empty unless the kernel writes it
};

struct Repro {
  const spec::KernelSpec* spec = nullptr;
  const KernelDefinition* definition = nullptr;
  spec::HostFile file;  // the source of the implementation, a `.cu` included
  const generate::Case* drawn = nullptr;
  std::span<const ReproArray> arrays;
  std::optional<LaunchShape> shape;  // of a CUDA kernel
};

/// Why there can be no such program; empty if there can.
std::string why_no_repro(const Repro& repro);

/// The program. `file` is its own name, for the command in its first lines.
std::string repro_source(const Repro& repro, const std::string& file);

}  // namespace kparity::parity
