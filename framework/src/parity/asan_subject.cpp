// The `.cu` on the CPU under AddressSanitizer: what a kernel does beyond local arrays, heap blocks, statics and its
// arguments. The sanitizer's runtime has to be in the process from the start: address_sanitizer.hpp.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <vector>

#include "address_sanitizer.hpp"
#include "kparity/checker/checker.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/engine.h"
#include "kparity/error.hpp"
#include "opt_outs.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

using emulate::Finding;
using emulate::FindingKind;

emulate::BuildFlavour flavour() {
  return {"asan", {"-g", "-fsanitize=address", "-fsanitize-recover=address", "-fno-omit-frame-pointer"}, {}, true};
}

/// An array in a heap block of its own, so that the sanitizer knows its end.
struct HeapArray {
  std::string name;
  std::size_t element_size = 1;
  std::unique_ptr<std::byte[]> memory;
  std::size_t bytes = 0;
};

/// All that lives as long as the subject.
struct Watched {
  Watched(const spec::KernelSpec& spec, const Kernel& of)
      : kernel(of),
        opt_outs(opt_outs_of(spec, *of.definition().cuda)),
        code(compile_asan(of), of.definition().instantiations),
        device(&hooks) {
    hooks.self = this;
    hooks.launch_begin = [](void* self, const KparityLaunch* launch) {
      static_cast<Watched*>(self)->services = launch->services;
    };
    // A report cannot be left in the middle, so the launch ends with the thread that made it.
    hooks.thread_change = [](void* self, unsigned) {
      auto& watched = *static_cast<Watched*>(self);
      if (!watched.findings.empty()) watched.services->abandon();
    };
  }

  std::optional<RunFinding> run(std::size_t instantiation, Workspace& workspace);
  void copy_in(Workspace& workspace);
  void copy_back(Workspace& workspace) const;
  void take(const SanitizerReport& report);

  Kernel kernel;
  std::vector<OptOut> opt_outs;
  emulate::EmulatedKernel code;
  KparityHooks hooks{};
  const KparityServices* services = nullptr;
  emulate::Emulator device;
  emulate::EmulationOptions options;
  std::vector<HeapArray> arrays;
  std::vector<Finding> findings;  // of the launch that runs
};

/// "`y`[64], just past its end" if the address is near an array.
std::string array_text(const std::vector<HeapArray>& arrays, std::uintptr_t address, std::string& name) {
  for (const HeapArray& array : arrays) {
    const auto begin = reinterpret_cast<std::uintptr_t>(array.memory.get());
    const auto distance = static_cast<std::intptr_t>(address - begin);
    if (distance < -16 || distance > static_cast<std::intptr_t>(array.bytes) + 16) continue;
    name = array.name;
    const auto size = static_cast<std::intptr_t>(array.element_size);
    return fmt::format(" at `{}`[{}], which has {} element{}", array.name,
                       distance >= 0 ? distance / size : -((size - 1 - distance) / size),
                       array.bytes / array.element_size, array.bytes / array.element_size == 1 ? "" : "s");
  }
  return "";
}

void Watched::take(const SanitizerReport& report) {
  if (!findings.empty()) return;  // the first one is the cause of the others
  const unsigned* const at = code.running();
  Finding finding;
  finding.kind = report.bytes == 0 ? FindingKind::undefined : FindingKind::bounds;
  const checker::CodeLine line = checker::line_of_code(report.code - 1, {emulate::emulation_folder()});  // of the call
  if (line.line != 0) finding.access.file = line.file;
  finding.access.line = line.line;
  finding.access.thread = {at[0], at[1], at[2]};
  finding.access.block = {at[3], at[4], at[5]};
  finding.text = report.bytes == 0 ? fmt::format("AddressSanitizer: {}", report.description)  // "bad-free"
                                   : fmt::format("{} of {} byte{}{} ({})", report.is_write ? "write" : "read",
                                                 report.bytes, report.bytes == 1 ? "" : "s",
                                                 array_text(arrays, report.address, finding.array), report.description);
  findings.push_back(std::move(finding));
}

void Watched::copy_in(Workspace& workspace) {
  arrays.clear();
  for (std::size_t i = 0; i < workspace.array_count(); ++i) {
    const auto host = workspace.array(i);
    const generate::ArrayPlan& plan = workspace.plan()[i];
    HeapArray array{plan.name, size_of(plan.dtype), std::unique_ptr<std::byte[]>(new std::byte[host.size()]),
                    host.size()};
    if (!host.empty()) std::memcpy(array.memory.get(), host.data(), host.size());
    workspace.point_at(i, array.memory.get());
    arrays.push_back(std::move(array));
  }
  for (std::size_t i = 0; i < workspace.array_count(); ++i)
    if (const auto other = workspace.shares(i)) workspace.point_at(i, arrays[*other].memory.get());
}

void Watched::copy_back(Workspace& workspace) const {
  for (std::size_t i = 0; i < arrays.size(); ++i)
    if (arrays[i].bytes != 0 && !workspace.shares(i))
      std::memcpy(workspace.array(i).data(), arrays[i].memory.get(), arrays[i].bytes);
}

std::optional<RunFinding> Watched::run(std::size_t instantiation, Workspace& workspace) {
  const LaunchShape shape = kernel.launch_shape_erased(instantiation, workspace.arguments());
  copy_in(workspace);
  findings.clear();
  take_sanitizer_reports([this](const SanitizerReport& report) { take(report); });
  emulate::LaunchResult result = device.launch(code, instantiation, shape, workspace.arguments(), options);
  take_sanitizer_reports({});
  copy_back(workspace);
  result.findings.insert(result.findings.begin(), findings.begin(), findings.end());
  return finding_of(result, opt_outs);
}

}  // namespace

std::string compile_asan(const Kernel& kernel) {
  const KernelDefinition& definition = kernel.definition();
  if (const std::string why = why_no_address_sanitizer(); !why.empty()) throw ImplementationUnavailable(why);
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations, flavour());
}

Subject asan_subject(const spec::KernelSpec& spec, const Kernel& kernel) {
  const auto watched = std::make_shared<Watched>(spec, kernel);
  Subject subject;
  subject.name = cuda_name;
  subject.running = watched->code.running();
  subject.crash_words = [watched](int signal, const void* address, char* text, std::size_t size) {
    explain_emulated_crash(signal, watched->code.running(), watched->device.is_stack_guard(address), "", text, size);
  };
  subject.set_order = [watched](bool reversed) {
    watched->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
    watched->options.shared_fill = reversed ? poison_b.byte : 0xff;
  };
  subject.opt_outs = [watched] { return account_of(watched->opt_outs, false); };
  subject.run = [watched](std::size_t instantiation, Workspace& workspace) {
    return watched->run(instantiation, workspace);
  };
  return subject;
}

}  // namespace kparity::parity
