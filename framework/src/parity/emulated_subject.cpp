// The `.cu` on the CPU: its arrays live in memory of the emulated device, between pages that nobody may touch; findings
// of a launch become the verdict of its case.
#include <memory>
#include <vector>

#include "kparity/emulate/device_memory.hpp"
#include "kparity/emulate/emulate.hpp"
#include "launch_findings.hpp"
#include "opt_outs.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

using emulate::DeviceMemory;

/// All that lives as long as the subject.
struct Emulated {
  Emulated(const spec::KernelSpec& spec, const Kernel& of, const std::string& library)
      : kernel(of),
        opt_outs(opt_outs_of(spec, *of.definition().cuda)),
        code(library, of.definition().instantiations),
        device(nullptr, &memory) {}

  Kernel kernel;
  std::vector<OptOut> opt_outs;
  emulate::EmulatedKernel code;
  DeviceMemory memory;
  emulate::Emulator device;
  emulate::EmulationOptions options;
};

/// The arrays of a workspace on the emulated device, for one run. The runs of a case differ in the side on which arrays
/// lie directly at a closed page, as they differ in alignment.
class DeviceArrays {
 public:
  DeviceArrays(DeviceMemory& memory, Workspace& workspace) : memory_(memory), workspace_(workspace) {
    const auto edge = workspace.misalignment() == 0 ? DeviceMemory::Edge::end : DeviceMemory::Edge::begin;
    for (std::size_t i = 0; i < workspace.plan().size(); ++i) {
      const generate::ArrayPlan& plan = workspace.plan()[i];
      arrays_.push_back(workspace.shares(i)
                            ? nullptr
                            : memory.allocate(workspace.array(i).size(), plan.name, size_of(plan.dtype), edge));
    }
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (const auto other = workspace.shares(i)) arrays_[i] = arrays_[*other];
      workspace.point_at(i, arrays_[i]);
    }
  }
  ~DeviceArrays() { memory_.clear(); }
  DeviceArrays(const DeviceArrays&) = delete;
  DeviceArrays& operator=(const DeviceArrays&) = delete;

  void copy_in() {
    memory_.open();
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      memory_.copy_in(arrays_[i], workspace_.array(i).data(), workspace_.array(i).size());
  }
  void copy_back() {
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      memory_.copy_out(workspace_.array(i).data(), arrays_[i], workspace_.array(i).size());
  }

 private:
  DeviceMemory& memory_;
  Workspace& workspace_;
  std::vector<void*> arrays_;
};

std::optional<RunFinding> find_shape(Emulated& emulated, std::size_t instantiation, Workspace& workspace,
                                     LaunchShape& shape) {
  const auto describe = [&](const void* address) {
    const auto found = emulated.memory.locate(address);
    return found ? found->text : "";
  };
  return ask_for_shape(emulated.kernel, instantiation, workspace.arguments(), describe, shape);
}

/// What the result of a launch says, and the memory beside the arrays, which is still open.
std::optional<RunFinding> finding_after(Emulated& emulated, emulate::LaunchResult result) {
  if (const auto beside = emulated.memory.find_write_beside()) {
    emulate::Finding finding;
    finding.kind = emulate::FindingKind::bounds;
    finding.of_launch = true;
    finding.text = "some thread wrote " + beside->text;
    result.findings.push_back(std::move(finding));
  }
  return finding_of(result, emulated.opt_outs);
}

std::optional<RunFinding> run_emulated(Emulated& emulated, std::size_t instantiation, Workspace& workspace) {
  DeviceArrays arrays(emulated.memory, workspace);
  LaunchShape shape;
  if (auto found = find_shape(emulated, instantiation, workspace, shape)) return found;
  arrays.copy_in();
  emulate::LaunchResult result =
      emulated.device.launch(emulated.code, instantiation, shape, workspace.arguments(), emulated.options);
  arrays.copy_back();
  return finding_after(emulated, std::move(result));
}

std::optional<RunFinding> run_in_place(Emulated& emulated, std::size_t instantiation, Workspace& workspace) {
  LaunchShape shape;
  if (auto found = find_shape(emulated, instantiation, workspace, shape)) return found;
  return finding_after(
      emulated, emulated.device.launch(emulated.code, instantiation, shape, workspace.arguments(), emulated.options));
}

}  // namespace

std::string compile_emulated(const Kernel& kernel, bool for_debugger) {
  const KernelDefinition& definition = kernel.definition();
  emulate::BuildFlavour flavour;
  if (for_debugger) flavour = emulate::for_debugger(flavour);
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations, flavour);
}

Subject emulated_subject(const spec::KernelSpec& spec, const Kernel& kernel, const Debugging* debugging) {
  const auto emulated = std::make_shared<Emulated>(spec, kernel, compile_emulated(kernel, debugging != nullptr));
  if (debugging != nullptr) let_stop(emulated->options, *debugging);
  Subject subject;
  subject.name = cuda_name;
  subject.running = emulated->code.running();
  subject.crash_words = [emulated](int signal, const void* address, char* text, std::size_t size) {
    explain_emulated_crash(signal, emulated->code.running(), emulated->device.is_stack_guard(address),
                           "; --place checked looks at every access and names line and array", text, size);
  };
  subject.opt_outs = [emulated] { return account_of(emulated->opt_outs, false); };
  subject.set_order = [emulated](bool reversed) {
    emulated->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
    emulated->options.shared_fill = reversed ? poison_b.byte : 0xff;
  };
  subject.run = [emulated](std::size_t instantiation, Workspace& workspace) {
    return run_emulated(*emulated, instantiation, workspace);
  };
  subject.run_in_place = [emulated](std::size_t instantiation, Workspace& workspace) {
    return run_in_place(*emulated, instantiation, workspace);
  };
  subject.memory = &emulated->memory;
  return subject;
}

}  // namespace kparity::parity
