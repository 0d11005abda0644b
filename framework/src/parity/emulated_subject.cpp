// The `.cu` on the CPU: findings of a launch become the verdict of its case.
#include <memory>

#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

using result::Verdict;

Verdict verdict_of(emulate::FindingKind kind) {
  using enum emulate::FindingKind;
  switch (kind) {
    case barrier: return Verdict::barrier;
    case limit: return Verdict::limit;
    case bounds: return Verdict::bounds;
    case race: return Verdict::race;
    case uninitialised: return Verdict::uninitialised;
    case undefined: return Verdict::undefined;
    case trap: return Verdict::crashed;
    case hang: return Verdict::timeout;
  }
  return Verdict::broken;
}

std::optional<RunFinding> finding_of(const std::vector<emulate::Finding>& findings) {
  if (findings.empty()) return std::nullopt;
  RunFinding found{verdict_of(findings.front().kind), to_string(findings.front()), {}};
  for (std::size_t i = 1; i < findings.size(); ++i) found.details.push_back(to_string(findings[i]));
  return found;
}

/// All that lives as long as the subject.
struct Emulated {
  Kernel kernel;
  emulate::EmulatedKernel code;
  emulate::Emulator device;
  emulate::EmulationOptions options;
};

}  // namespace

Subject emulated_subject(const Kernel& kernel) {
  const KernelDefinition& definition = kernel.definition();
  const std::string library = emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations);
  const auto emulated = std::make_shared<Emulated>(
      Emulated{kernel, emulate::EmulatedKernel(library, definition.instantiations), emulate::Emulator(), {}});
  Subject subject;
  subject.name = cuda_name;
  subject.set_order = [emulated](bool reversed) {
    emulated->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
  };
  subject.run = [emulated](std::size_t instantiation, Workspace& workspace) {
    const LaunchShape shape = emulated->kernel.launch_shape(instantiation, workspace.arguments());
    return finding_of(
        emulated->device.launch(emulated->code, instantiation, shape, workspace.arguments(), emulated->options)
            .findings);
  };
  return subject;
}

}  // namespace kparity::parity
