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

int Scheduler::barrier(KparityBarrierKind kind, int predicate, const KparitySite& site) {
  if (plain_) {
    // An exception cannot cross the fiber; launch() throws it.
    failure_ = std::make_exception_ptr(std::logic_error(
        fmt::format("{}: a barrier in a kernel that was taken for one without; please report this", shown(site))));
    leave_for_good();
  }
  Fiber& self = *current_;
  self.site = site;
  if (waiting_ == 0) {
    barrier_kind_ = kind;
    barrier_site_ = site;
  } else if (kind != barrier_kind_ || !is_same(site, barrier_site_)) {
    refuse_other_barrier(self, kind, site);
  }
  at_barrier_[self.linear] = &self;
  ++waiting_;
  predicates_ += predicate != 0 ? 1 : 0;
  if (waiting_ == threads_) release_barrier();
  park(self);
  return self.barrier_result;
}

void Scheduler::refuse_other_barrier(const Fiber& self, KparityBarrierKind kind, const KparitySite& site) {
  const Fiber& other = *any_at_barrier();
  const std::string what = kind == barrier_kind_ ? "a barrier" : name_of(kind);
  const std::string others = kind == barrier_kind_ ? "another" : name_of(barrier_kind_);
  abandon(finding_at(
      FindingKind::barrier, site, self,
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
  int answer = 0;
  switch (barrier_kind_) {
    case kparity_barrier_plain: break;
    case kparity_barrier_count: answer = static_cast<int>(predicates_); break;
    case kparity_barrier_and: answer = predicates_ == waiting_ ? 1 : 0; break;
    case kparity_barrier_or: answer = predicates_ != 0 ? 1 : 0; break;
  }
  if (hooks_ != nullptr && hooks_->barrier != nullptr) hooks_->barrier(hooks_->self);
  waiting_ = predicates_ = 0;
  for (unsigned i = 0; i < threads_; ++i) {
    Fiber*& fiber = at_barrier_[order_.empty() ? i : order_[i]];
    if (fiber == nullptr) continue;
    fiber->barrier_result = answer;
    push_ready(fiber);
    fiber = nullptr;
  }
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
