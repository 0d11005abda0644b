// Accesses of a kernel that the system refuses: the launch ends there, and the fault becomes a finding with line, array
// and thread.
#include <fmt/format.h>

#include "scheduler.hpp"

namespace kparity::emulate {

namespace {

constexpr std::uintptr_t null_page = std::uintptr_t{64} * 1024;

const char* name_of(Fault::Access access) {
  switch (access) {
    case Fault::Access::read: return "read";
    case Fault::Access::write: return "write";
    case Fault::Access::unknown: break;
  }
  return "access";
}

}  // namespace

/// In a signal handler: remembers, and goes on outside the kernel. What faults there is not the kernel's.
void Scheduler::take_fault(void* self, const Fault& fault) {
  auto& scheduler = *static_cast<Scheduler*>(self);
  if (!scheduler.is_on_fiber()) return;
  scheduler.fault_ = fault;
  scheduler.leave_for_good();
}

void Scheduler::explain_fault() {
  const Fault first = *fault_;
  const bool knows_thread = !plain_ || find_thread_of_fault();
  Finding finding = finding_of(fault_ ? *fault_ : first);
  finding.on_thread = knows_thread;  // a debugger stops at the signal
  if (!knows_thread) finding.text = "some thread of the block: " + finding.text;
  add(std::move(finding));
}

/// In a plain loop the compiler need not keep threadIdx in memory from thread to thread. The threads of the block run
/// once more, one by one, to see whose access it was; what they change is lost with the launch anyway.
bool Scheduler::find_thread_of_fault() {
  reset_fibers();
  plain_ = abandoned_ = false;
  prepare_fibers();
  begin_block(0);
  fault_.reset();
  run_block();
  abandoned_ = true;
  return fault_.has_value();
}

Finding Scheduler::finding_of(const Fault& fault) {
  Finding finding;
  finding.kind = FindingKind::bounds;
  if (!symbols_) symbols_.emplace(std::vector{emulation_folder()});
  const compile::SourcePlace& place = symbols_->at(fault.code);
  finding.access = here({place.line == 0 ? nullptr : place.file.c_str(), place.line, 0});
  const auto* const address = reinterpret_cast<const void*>(fault.address);
  if (stacks_.is_in_guard(address)) {
    finding.kind = FindingKind::trap;
    finding.text = fmt::format("its stack of {} KiB is full: its local arrays are too large, or its recursion too deep",
                               stack_bytes / 1024);
    return finding;
  }
  finding.text = fmt::format("{} of ", name_of(fault.access));
  const auto found = memory_ == nullptr ? std::nullopt : memory_->locate(address);
  if (found) {
    finding.array = found->array;
    finding.element = found->element;
    finding.text += found->text;
  } else if (fault.address < null_page) {
    finding.text = fmt::format("{} through a null pointer", name_of(fault.access));
  } else {
    finding.text += fmt::format("{}, where there is no memory", address);
  }
  return finding;
}

}  // namespace kparity::emulate
