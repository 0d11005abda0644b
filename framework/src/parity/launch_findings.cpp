// Which verdict a kind of finding is.
#include "launch_findings.hpp"

#include "kparity/emulate/host_code.hpp"

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

}  // namespace

std::optional<RunFinding> finding_of(const std::vector<emulate::Finding>& findings) {
  if (findings.empty()) return std::nullopt;
  const emulate::Finding& first = findings.front();
  RunFinding found{verdict_of(first.kind), to_string(first), {}};
  if (!first.of_launch) found.launch_place = {first.access.block, first.access.thread, false, first.on_thread};
  for (std::size_t i = 1; i < findings.size(); ++i) found.details.push_back(to_string(findings[i]));
  return found;
}

std::optional<RunFinding> ask_for_shape(const Kernel& kernel, std::size_t instantiation, void** arguments,
                                        const std::function<std::string(const void*)>& describe, LaunchShape& shape) {
  const auto touched = emulate::touched_by_host([&] { shape = kernel.launch_shape_erased(instantiation, arguments); },
                                                [&](const void* address) { return !describe(address).empty(); });
  if (!touched) return std::nullopt;
  return RunFinding{
      Verdict::bounds, "the launch rule, which runs on the host, touches device memory: " + describe(*touched), {}, {}};
}

void let_stop(emulate::EmulationOptions& options, const Debugging& debugging) {
  options.for_debugger = true;
  options.stop_at = debugging.stop_at;
}

}  // namespace kparity::parity
