// The `.cu` on the CPU: findings of a launch become the verdict of its case.
#include <memory>

#include "kparity/emulate/emulate.hpp"
#include "launch_findings.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

/// All that lives as long as the subject.
struct Emulated {
  Kernel kernel;
  emulate::EmulatedKernel code;
  emulate::Emulator device;
  emulate::EmulationOptions options;
};

}  // namespace

std::string compile_emulated(const Kernel& kernel, bool for_debugger) {
  const KernelDefinition& definition = kernel.definition();
  emulate::BuildFlavour flavour;
  if (for_debugger) flavour = emulate::for_debugger(flavour);
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations, flavour);
}

Subject emulated_subject(const Kernel& kernel, const Debugging* debugging) {
  const std::string library = compile_emulated(kernel, debugging != nullptr);
  const auto emulated = std::make_shared<Emulated>(
      Emulated{kernel, emulate::EmulatedKernel(library, kernel.definition().instantiations), emulate::Emulator(), {}});
  if (debugging != nullptr) let_stop(emulated->options, *debugging);
  Subject subject;
  subject.name = cuda_name;
  subject.running = emulated->code.running();
  subject.set_order = [emulated](bool reversed) {
    emulated->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
  };
  subject.run = [emulated](std::size_t instantiation, Workspace& workspace) {
    const LaunchShape shape = emulated->kernel.launch_shape_erased(instantiation, workspace.arguments());
    return finding_of(
        emulated->device.launch(emulated->code, instantiation, shape, workspace.arguments(), emulated->options)
            .findings);
  };
  return subject;
}

}  // namespace kparity::parity
