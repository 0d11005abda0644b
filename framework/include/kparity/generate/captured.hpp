// Cases whose inputs are those of a real call, out of a file beside the spec that the runtime wrote (Kernel::capture,
// KPARITY_CAPTURE) or NumPy (np.savez): `cases: {captured: [NAME]}` and `bench: {inputs: capture:NAME}`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kparity/generate/case.hpp"
#include "kparity/spec/problem.hpp"

namespace kparity::generate {

/// The family that reports and Case::family name for them.
inline constexpr std::string_view captured_family = "captured";

/// `<folder of the spec>/NAME.npz`.
std::string captured_path(const spec::KernelSpec& spec, std::string_view name);

struct Captured {
  Case drawn;
  std::vector<std::string> notes;  // values that the generators of the spec would not draw
};

/// Throws InvalidArgument naming file, kernel, argument and shape: no such file, an argument that is missing or of
/// another type, extents that are not those of the spec, a value outside of bounds that other inputs give, such as an
/// index.
Captured read_captured(const spec::KernelSpec& spec, std::string_view name);

/// All that a spec names.
struct CapturedCases {
  std::vector<Case> cases;
  std::vector<spec::Problem> problems;  // located where the spec names the file
  std::vector<spec::Problem> notes;
};
CapturedCases read_captured_cases(const spec::KernelSpec& spec);

}  // namespace kparity::generate
