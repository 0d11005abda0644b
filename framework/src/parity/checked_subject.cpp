// The `.cu` on the CPU under the checker: its arrays live in emulated device memory with exact extents and names, and
// outputs count as never written.
#include <memory>
#include <vector>

#include "kparity/checker/checker.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/error.hpp"
#include "launch_findings.hpp"
#include "opt_outs.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

// What is to be ignored must not use up the room for the rest.
constexpr unsigned most_findings = 20, most_findings_with_opt_outs = 500;

/// All that lives as long as the subject.
struct Checked {
  Checked(const spec::KernelSpec& spec, const Kernel& of, bool for_debugger)
      : kernel(of),
        opt_outs(opt_outs_of(spec, *of.definition().cuda)),
        code(compile_checked(of, for_debugger), of.definition().instantiations),
        checker({.most_findings = opt_outs.empty() ? most_findings : most_findings_with_opt_outs,
                 .prelude = {emulate::emulation_folder()}}),
        device(&checker.hooks()) {
    options.most_findings = opt_outs.empty() ? most_findings : most_findings_with_opt_outs;
  }

  Kernel kernel;
  std::vector<OptOut> opt_outs;
  emulate::EmulatedKernel code;
  checker::Checker checker;
  emulate::Emulator device;
  emulate::EmulationOptions options;
};

/// The arrays of a workspace on the emulated device, for one run.
class DeviceArrays {
 public:
  DeviceArrays(checker::Checker& checker, Workspace& workspace) : checker_(checker), workspace_(workspace) {
    for (std::size_t i = 0; i < workspace.plan().size(); ++i) {
      const generate::ArrayPlan& plan = workspace.plan()[i];
      const auto host = workspace.array(i);
      if (workspace.shares(i)) {
        arrays_.push_back(nullptr);
        continue;
      }
      void* const array = checker.allocate(host.size(), {plan.name, size_of(plan.dtype), false});
      arrays_.push_back(array);
      checker.copy_in(array, host.data(), host.size());
      if (!plan.is_input) checker.forget_written(array, host.size());  // it holds poison only
      workspace.point_at(i, array);
    }
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      if (const auto other = workspace.shares(i)) workspace.point_at(i, arrays_[*other]);
  }
  ~DeviceArrays() {
    for (void* const array : arrays_)
      if (array != nullptr) checker_.free(array);
  }
  DeviceArrays(const DeviceArrays&) = delete;
  DeviceArrays& operator=(const DeviceArrays&) = delete;

  void copy_back() {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i] == nullptr) continue;  // it lies in another one
      const auto host = workspace_.array(i);
      checker_.copy_out(host.data(), arrays_[i], host.size());
    }
  }

 private:
  checker::Checker& checker_;
  Workspace& workspace_;
  std::vector<void*> arrays_;
};

}  // namespace

emulate::BuildFlavour checked_flavour() {
  const auto compiler = emulate::compiles_with_clang() ? checker::Compiler::clang : checker::Compiler::gcc;
  emulate::BuildFlavour flavour = {"checked", checker::compile_flags(compiler), checker::link_flags(), true};
  flavour.compile_flags.push_back("-DKPARITY_CHECKED");
  return flavour;
}

std::string compile_checked(const Kernel& kernel, bool for_debugger) {
  if (!checker::has_callbacks())
    throw ImplementationUnavailable("the place 'checked' needs a kparity that was not built with -fsanitize=thread");
  const KernelDefinition& definition = kernel.definition();
  emulate::BuildFlavour flavour = checked_flavour();
  if (for_debugger) flavour = emulate::for_debugger(flavour);
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations, flavour);
}

Subject checked_subject(const spec::KernelSpec& spec, const Kernel& kernel, const Debugging* debugging) {
  const auto checked = std::make_shared<Checked>(spec, kernel, debugging != nullptr);
  if (debugging != nullptr) let_stop(checked->options, *debugging);
  Subject subject;
  subject.name = cuda_name;
  subject.running = checked->code.running();
  subject.crash_words = [checked](int signal, const void* address, char* text, std::size_t size) {
    explain_emulated_crash(signal, checked->code.running(), checked->device.is_stack_guard(address),
                           "; replay it under a debugger", text, size);
  };
  subject.opt_outs = [checked] { return account_of(checked->opt_outs, true); };
  subject.set_order = [checked](bool reversed) {
    checked->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
    checked->options.shared_fill = reversed ? poison_b.byte : 0xff;
  };
  subject.run = [checked](std::size_t instantiation, Workspace& workspace) -> std::optional<RunFinding> {
    DeviceArrays arrays(checked->checker, workspace);
    LaunchShape shape;
    const auto describe = [&](const void* address) { return checked->checker.describe(address); };
    if (auto found = ask_for_shape(checked->kernel, instantiation, workspace.arguments(), describe, shape))
      return found;
    const emulate::LaunchResult result =
        checked->device.launch(checked->code, instantiation, shape, workspace.arguments(), checked->options);
    arrays.copy_back();
    return finding_of(result, checked->opt_outs);
  };
  return subject;
}

}  // namespace kparity::parity
