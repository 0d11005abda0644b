// The `.cu` on the CPU: findings of a launch become the verdict of its case.
#include <memory>

#include "kparity/emulate/emulate.hpp"
#include "opt_outs.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

/// All that lives as long as the subject.
struct Emulated {
  Kernel kernel;
  emulate::EmulatedKernel code;
  emulate::Emulator device;
  emulate::EmulationOptions options;
  std::vector<OptOut> opt_outs;
};

}  // namespace

std::string compile_emulated(const Kernel& kernel) {
  const KernelDefinition& definition = kernel.definition();
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations);
}

Subject emulated_subject(const spec::KernelSpec& spec, const Kernel& kernel) {
  const std::string library = compile_emulated(kernel);
  const auto emulated =
      std::make_shared<Emulated>(Emulated{kernel,
                                          emulate::EmulatedKernel(library, kernel.definition().instantiations),
                                          emulate::Emulator(),
                                          {},
                                          opt_outs_of(spec, *kernel.definition().cuda)});
  Subject subject;
  subject.name = cuda_name;
  subject.running = emulated->code.running();
  subject.crash_words = [emulated](int signal, const void* address, char* text, std::size_t size) {
    explain_emulated_crash(signal, emulated->code.running(), emulated->device.is_stack_guard(address),
                           "; --place checked looks at every access and names line and array", text, size);
  };
  subject.set_order = [emulated](bool reversed) {
    emulated->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
  };
  subject.run = [emulated](std::size_t instantiation, Workspace& workspace) {
    const LaunchShape shape = emulated->kernel.launch_shape_erased(instantiation, workspace.arguments());
    return finding_of(
        emulated->device.launch(emulated->code, instantiation, shape, workspace.arguments(), emulated->options),
        emulated->opt_outs);
  };
  subject.opt_outs = [emulated] { return account_of(emulated->opt_outs, false); };
  return subject;
}

}  // namespace kparity::parity
