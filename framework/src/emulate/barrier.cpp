// __syncthreads and what can go wrong at it: threads that wait at different barriers, that have left, or that wait for
// each other for ever.
#include <fmt/format.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "scheduler.hpp"
#include "warp.hpp"

namespace kparity::emulate {

namespace {

bool is_same(const KparitySite& one, const KparitySite& other) {
  if (one.line != other.line || one.column != other.column) return false;
  if (one.file == other.file) return true;
  return one.file != nullptr && other.file != nullptr && std::strcmp(one.file, other.file) == 0;
}

std::string shown(const KparitySite& site) {
  if (site.file == nullptr) return "an unknown place";
  return fmt::format("{}:{}", std::filesystem::path(site.file).filename().string(), site.line);
}

/// With the column where the lines would not tell them apart.
std::string shown_apart(const KparitySite& site, const KparitySite& other) {
  if (site.line != other.line || site.column == 0) return shown(site);
  return fmt::format("{}:{}", shown(site), site.column);
}

std::string shown(KparityDim3 index) {
  return fmt::format("({},{},{})", index.x, index.y, index.z);
}

const char* name_of(KparityBarrierKind kind) {
  switch (kind) {
    case kparity_barrier_count: return "__syncthreads_count";
    case kparity_barrier_and: return "__syncthreads_and";
    case kparity_barrier_or: return "__syncthreads_or";
    case kparity_barrier_plain: break;
  }
  return "__syncthreads";
}

}  // namespace

extern "C" int kparity_wait_at_barrier(void* self, KparityBarrierKind kind, int predicate, KparitySite site) {
  return static_cast<Scheduler*>(self)->barrier(kind, predicate, site);
}

#if defined(__x86_64__)
// Threads that come from one barrier run by turns with threads that come to the next, so the processor's stack of
// return addresses holds the wrong ones: `ret` would miss, while an indirect jump is foreseen.
asm(R"(
.text
.p2align 4
.globl kparity_barrier
.hidden kparity_barrier
.type kparity_barrier, @function
kparity_barrier:
  .cfi_startproc
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call kparity_wait_at_barrier
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register %rip, %rcx
  jmpq *%rcx
  .cfi_endproc
.size kparity_barrier, .-kparity_barrier
)");
#else
extern "C" int kparity_barrier(void* self, KparityBarrierKind kind, int predicate, KparitySite site) {
  return kparity_wait_at_barrier(self, kind, predicate, site);
}
#endif

/// An exception cannot cross the fiber; launch() throws it.
void Scheduler::fail_in_plain_loop(const char* what, KparitySite site) {
  failure_ = std::make_exception_ptr(std::logic_error(
      fmt::format("{}: {} in a kernel that was taken for one without; please report this", shown(site), what)));
  leave_for_good();
}

int Scheduler::barrier(KparityBarrierKind kind, int predicate, KparitySite site) {
  if (plain_) fail_in_plain_loop("a barrier", site);
  Fiber& self = *current_;
  if (waiting_ == 0) {
    barrier_kind_ = kind;
    barrier_site_ = site;
  } else if (kind != barrier_kind_ || !is_same(site, barrier_site_)) {
    refuse_other_barrier(kind, site);
  }
  at_barrier_[self.linear] = &self;
  ++waiting_;
  predicates_ += predicate != 0 ? 1 : 0;
  if (waiting_ == threads_) release_barrier();
  park(self);
  return barrier_answer_;
}

void Scheduler::refuse_other_barrier(KparityBarrierKind kind, KparitySite site) {
  const Fiber& other = *any_at_barrier();
  const std::string what = kind == barrier_kind_ ? "a barrier" : name_of(kind);
  const std::string others = kind == barrier_kind_ ? "another" : name_of(barrier_kind_);
  abandon(finding_at(
      FindingKind::barrier, site, *current_,
      fmt::format("waits at {} ({}) while thread {} waits at {} ({})", what, shown_apart(site, barrier_site_),
                  shown(other.thread), others, shown_apart(barrier_site_, site))));
}

const Scheduler::Fiber* Scheduler::any_at_barrier() const {
  for (const Fiber* fiber : at_barrier_)
    if (fiber != nullptr) return fiber;
  return nullptr;
}

unsigned Scheduler::first_exited() const {
  unsigned linear = 0;
  while (linear < threads_ && !has_exited_[linear]) ++linear;
  return linear;
}

/// All that are there go on, in the order of the launch.
void Scheduler::release_barrier() {
  ++result_.barriers;
  idle_turns_ = 0;
  switch (barrier_kind_) {
    case kparity_barrier_plain: break;
    case kparity_barrier_count: barrier_answer_ = static_cast<int>(predicates_); break;
    case kparity_barrier_and: barrier_answer_ = predicates_ == waiting_ ? 1 : 0; break;
    case kparity_barrier_or: barrier_answer_ = predicates_ != 0 ? 1 : 0; break;
  }
  if (hooks_ != nullptr && hooks_->barrier != nullptr) hooks_->barrier(hooks_->self);
  std::swap(at_barrier_, released_);  // all of the latter have gone on
  released_at_ = 0;
  released_left_ = waiting_;
  waiting_ = predicates_ = 0;
}

std::string Scheduler::waiting_text() const {
  return fmt::format("{} of {} threads wait at {} ({})", waiting_, threads_, shown(barrier_site_),
                     name_of(barrier_kind_));
}

/// Nothing can run and the block is not done. Says why; true if the block can go on all the same.
bool Scheduler::resolve_stuck() {
  if (!yielded_.empty()) {
    const Fiber& spinning = *yielded_.front();
    add(finding_at(FindingKind::hang, spinning.site, spinning,
                   fmt::format("waits for ever: it spins, and none of the {} threads of its block can change anything",
                               threads_)));
    return false;
  }
  const Fiber* lane = nullptr;
  const std::string collective = incomplete_collective_text(lane);
  if (lane != nullptr && waiting_ == 0) {
    add(finding_at(FindingKind::barrier, lane->site, *lane, collective));
    return false;
  }
  if (lane != nullptr) {
    add(finding_at(FindingKind::barrier, barrier_site_, *lane, waiting_text() + "; this one " + collective));
    return false;
  }
  if (waiting_ == 0) throw std::logic_error("the scheduler lost threads of a block; please report this");
  if (options_.may_leave_early) {
    release_barrier();
    return true;
  }
  Fiber left;
  left.thread = position(first_exited());
  add(finding_at(FindingKind::barrier, barrier_site_, left,
                 waiting_text() + "; this one has left the kernel without reaching it"));
  return false;
}

}  // namespace kparity::emulate
