// The `.cu` on the CPU, compiled with clang's -fsanitize=memory: outputs, branches and addresses that depend on what
// nobody wrote, in local variables and arrays, too.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "kparity/checker/unwritten.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/emulate/sanitizer.hpp"
#include "kparity/error.hpp"
#include "opt_outs.hpp"
#include "subject.hpp"

namespace kparity::parity {

namespace {

using checker::UnwrittenValues;
using emulate::Finding;
using emulate::FindingKind;

/// All that lives as long as the subject.
struct Followed {
  Followed(const spec::KernelSpec& spec, const Kernel& of)
      : kernel(of),
        opt_outs(opt_outs_of(spec, *of.definition().cuda)),
        code(compile_msan(of), of.definition().instantiations),
        values({emulate::emulation_folder()}),
        device(&values.hooks()) {}

  std::optional<RunFinding> run(std::size_t instantiation, Workspace& workspace);

  Kernel kernel;
  std::vector<OptOut> opt_outs;
  emulate::EmulatedKernel code;
  UnwrittenValues values;
  emulate::Emulator device;
  emulate::EmulationOptions options;
};

/// The arrays of a workspace for one run: what is no input counts as never written.
class Outputs {
 public:
  explicit Outputs(Workspace& workspace) : workspace_(workspace) {
    for (std::size_t i = 0; i < workspace.array_count(); ++i) {
      const auto array = workspace.array(i);
      workspace.point_at(i, array.data());
      before_.emplace_back();
      if (workspace.is_input(i)) continue;
      UnwrittenValues::forget_written(array.data(), array.size());
      before_.back().assign(array.begin(), array.end());
    }
  }
  ~Outputs() {
    for (std::size_t i = 0; i < workspace_.array_count(); ++i)
      UnwrittenValues::set_written(workspace_.array(i).data(), workspace_.array(i).size());
  }
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Of each output the first element that the kernel wrote and that depends on what nobody wrote.
  std::vector<Finding> findings() const {
    std::vector<Finding> out;
    for (std::size_t i = 0; i < workspace_.array_count(); ++i) {
      if (workspace_.is_scratch(i)) continue;
      const auto array = workspace_.array(i);
      const std::size_t size = size_of(workspace_.plan()[i].dtype);
      const std::size_t at = first_found(i, size);
      if (at < array.size()) out.push_back(finding(workspace_.plan()[i].name, at / size));
    }
    return out;
  }

 private:
  std::size_t first_found(std::size_t i, std::size_t size) const {
    const auto array = workspace_.array(i);
    for (std::size_t at = 0;; at += size) {
      at = UnwrittenValues::first_unwritten(array.data(), array.size(), std::min(at, array.size())) / size * size;
      if (at >= array.size() || was_written(i, at, size)) return at;
    }
  }
  bool was_written(std::size_t i, std::size_t at, std::size_t size) const {
    return before_[i].empty() || std::memcmp(before_[i].data() + at, workspace_.array(i).data() + at, size) != 0;
  }
  static Finding finding(const std::string& name, std::size_t element) {
    Finding out;
    out.kind = FindingKind::uninitialised;
    out.of_launch = true;
    out.array = name;
    out.element = static_cast<long long>(element);
    out.text = fmt::format("`{}`[{}] depends on a value that nobody has written", name, element);
    return out;
  }

  Workspace& workspace_;
  std::vector<std::vector<std::byte>> before_;  // by array; empty for inputs
};

std::optional<RunFinding> Followed::run(std::size_t instantiation, Workspace& workspace) {
  const LaunchShape shape = kernel.launch_shape_erased(instantiation, workspace.arguments());
  const Outputs outputs(workspace);
  emulate::LaunchResult result = device.launch(code, instantiation, shape, workspace.arguments(), options);
  if (result.completed)
    for (Finding& found : outputs.findings()) result.findings.push_back(std::move(found));
  auto found = finding_of(result, opt_outs);
  // Local variables hold what the stack happens to hold: that the outputs were right says nothing about them.
  if (found) found->only_unwritten_reads = false;
  return found;
}

}  // namespace

emulate::BuildFlavour msan_flavour() {
  return {"msan", checker::unwritten_compile_flags(), checker::unwritten_link_flags(), true, emulate::clang_compiler()};
}

std::string compile_msan(const Kernel& kernel) {
  if (emulate::clang_compiler().empty())
    throw ImplementationUnavailable("the place 'msan' needs clang++, which is not in PATH (Debian: clang)");
  if (const std::string why = checker::why_no_unwritten_values(); !why.empty()) throw ImplementationUnavailable(why);
  const KernelDefinition& definition = kernel.definition();
  return emulate::compile_emulation(definition.name, *definition.cuda, definition.instantiations, msan_flavour());
}

Subject msan_subject(const spec::KernelSpec& spec, const Kernel& kernel) {
  const auto followed = std::make_shared<Followed>(spec, kernel);
  Subject subject;
  subject.name = cuda_name;
  subject.running = followed->code.running();
  subject.crash_words = [followed](int signal, const void* address, char* text, std::size_t size) {
    explain_emulated_crash(signal, followed->code.running(), followed->device.is_stack_guard(address), "", text, size);
  };
  subject.set_order = [followed](bool reversed) {
    followed->options.order = reversed ? emulate::ThreadOrder::descending : emulate::ThreadOrder::ascending;
  };
  subject.opt_outs = [followed] { return account_of(followed->opt_outs, false); };
  subject.run = [followed](std::size_t instantiation, Workspace& workspace) {
    return followed->run(instantiation, workspace);
  };
  return subject;
}

}  // namespace kparity::parity
