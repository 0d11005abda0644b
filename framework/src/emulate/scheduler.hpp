// Runs the CUDA threads of a launch one after another on fibers. A fiber runs thread after thread and is parked only
// when one of them reaches a barrier or a warp collective, so a kernel that never waits needs one fiber and no switch.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fault.hpp"
#include "fiber.hpp"
#include "kparity/compile/symbols.hpp"
#include "kparity/emulate/emulate.hpp"
#include "kparity/engine.h"
#include "kparity/launch.hpp"

namespace kparity::emulate {

/// Scheduler::barrier as kernels call it.
extern "C" int kparity_barrier(void* self, KparityBarrierKind kind, int predicate, KparitySite site);

/// Not copied and not moved: libraries hold its address. One OS thread at a time.
class Scheduler {
 public:
  explicit Scheduler(const StackSwitching& switching = native_switching(), const KparityHooks* hooks = nullptr,
                     const DeviceMemory* memory = nullptr);
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// What libraries are bound to.
  const KparityEngine& engine() const noexcept { return engine_; }

  /// Runs all blocks in ascending order. `arguments` as an Entry takes them. Throws RuntimeFailure if memory is short,
  /// std::logic_error if a kernel that was taken for one without barriers has one.
  LaunchResult launch(const KparityModule& module, const KparityKernel& kernel, const LaunchShape& shape,
                      void** arguments, const EmulationOptions& options);

  /// The block and thread that run, for whoever looks in from a signal handler.
  const KparityContext* running() const noexcept { return context_; }
  const StackPool& stacks() const noexcept { return stacks_; }
  /// Reports and ends the launch; never returns. Only on a fiber.
  [[noreturn]] void abandon(Finding finding);
  bool is_on_fiber() const noexcept { return current_ != nullptr; }
  /// Access of the thread that runs, at `site`.
  Access here(const KparitySite& site) const;

  /// Where the thread that runs waits for its block; the answer of the barrier.
  int barrier(KparityBarrierKind kind, int predicate, KparitySite site);

 private:
  struct alignas(64) Fiber {  // what a switch touches is in its first cache line
    SavedStack saved = nullptr;
    unsigned linear = 0;
    KparityDim3 thread{};
    KparityWarpResult warp_result{};
    KparitySite site{};
    Scheduler* scheduler = nullptr;
    StackPool::Stack stack;
  };

  struct Warp {
    std::uint64_t exists = 0, exited = 0, waiting = 0;
    // Of the lanes that wait, if all wait in the same operation with the same mask; else `uniform` is false.
    bool uniform = true;
    std::uint64_t mask = 0;
    KparityWarpOperation operation = kparity_warp_sync;
    std::array<KparityWarpRequest, 64> requests{};
    std::array<Fiber*, 64> fibers{};
  };

  struct SharedVariable {
    std::size_t offset = 0, bytes = 0;
    const char* name = "";
    KparitySite site{};
  };

  // Launch.
  bool check_limits(const LaunchShape& shape);
  void refuse(std::string text);
  void prepare(const LaunchShape& shape);
  void prepare_fibers();
  void make_order();
  void run_blocks();
  void run_plain();
  void run_block();
  void begin_block(std::uint64_t linear);
  void end_block();
  template <class F>
  void for_each_block(F&& run);

  // Fibers.
  static void fiber_entry(void* fiber);
  void run_fiber(Fiber& self);
  void start_next_thread(Fiber& self);
  void tell_debugger_of_thread() const;
  void end_thread(Fiber& self);
  Fiber& new_fiber();
  Fiber* idle_fiber();
  Fiber* choose();
  Fiber* next_released();
  static void fetch(const Fiber* fiber);
  Fiber* choose_other();
  void park(Fiber& self);
  void jump(SavedStack* from, SavedStack to);
  void leave(Fiber* self, Fiber* next);
  void resume_from_main(Fiber* next);
  void reset_fibers();
  void push_ready(Fiber* fiber);
  KparityDim3 position(unsigned linear) const;
  unsigned lane_of(unsigned linear) const { return linear & (options_.warp_size - 1); }
  Warp& warp_of(unsigned linear) { return warps_[linear >> warp_shift_]; }
  [[noreturn]] void leave_for_good();

  // Barriers. Sites by value: in registers, since every byte of a parked stack costs room in the cache.
  [[noreturn, gnu::noinline]] void fail_in_plain_loop(const char* what, KparitySite site);
  [[gnu::noinline]] void release_barrier();
  [[noreturn, gnu::noinline]] void refuse_other_barrier(KparityBarrierKind kind, KparitySite site);
  bool resolve_stuck();
  std::string waiting_text() const;
  const Fiber* any_at_barrier() const;
  unsigned first_exited() const;

  // Warps.
  KparityWarpResult warp_collective(const KparityWarpRequest& request, KparitySite site);
  [[noreturn, gnu::noinline]] void refuse_own_mask(unsigned lane, const KparityWarpRequest& request, KparitySite site);
  [[gnu::noinline]] void check_agreement(const Warp& warp, unsigned lane, const KparityWarpRequest& request,
                                         const KparitySite& site);
  void join(Warp& warp, unsigned lane, const KparityWarpRequest& request, const KparitySite& site);
  [[gnu::noinline]] bool complete(Warp& warp, std::uint64_t mask, KparityWarpOperation operation, const Fiber* running);
  void share_out(Warp& warp, std::uint64_t lanes, KparityWarpOperation operation);
  [[gnu::noinline]] void refuse_source(const Warp& warp, unsigned lane, unsigned source);
  void complete_after_exit(Warp& warp);
  std::string incomplete_collective_text(const Fiber*& who) const;

  // Shared memory.
  void* shared(KparitySharedSlot& slot, std::size_t size, std::size_t alignment, const char* name,
               const KparitySite& site);
  void* dynamic_shared(const char* name, const KparitySite& site);
  void place_dynamic();
  void check_gaps();
  void write_gap(const SharedVariable& variable);

  // Faults.
  static void take_fault(void* self, const Fault& fault);
  void explain_fault();
  bool find_thread_of_fault();
  Finding finding_of(const Fault& fault);

  // Findings.
  void add(Finding finding);
  static Access access_of(const KparitySite& site, KparityDim3 block, KparityDim3 thread);
  Finding finding_at(FindingKind kind, const KparitySite& site, const Fiber& who, std::string text) const;

  KparityEngine engine_{};
  KparityServices services_{};
  const KparityHooks* hooks_;
  const DeviceMemory* memory_;
  StackSwitching switching_;
  bool switches_in_line_;  // which is the same as `switching_.jump`
  StackPool stacks_;
  std::deque<Fiber> fibers_;
  std::vector<Fiber*> idle_;
  std::vector<Fiber*> ready_;  // a ring; its size is a power of 2
  std::size_t ready_head_ = 0, ready_count_ = 0;
  std::deque<Fiber*> yielded_;
  SavedStack main_ = nullptr;
  Fiber* current_ = nullptr;

  // The launch.
  const KparityModule* module_ = nullptr;
  const KparityKernel* kernel_ = nullptr;
  KparityContext* context_ = nullptr;
  EmulationOptions options_;
  void** arguments_ = nullptr;
  unsigned threads_ = 0;     // of a block
  unsigned warp_shift_ = 5;  // the warp size is 1 << this: a division would cost as much as a switch
  std::uint64_t number_ = 0;
  bool plain_ = false, abandoned_ = false;
  std::vector<unsigned> order_;  // empty if ascending
  LaunchResult result_;
  std::exception_ptr failure_;
  std::optional<Fault> fault_;
  std::optional<compile::Symbols> symbols_;

  // The block.
  std::uint64_t block_ = 0;  // serial number over all launches
  unsigned next_ = 0, exited_ = 0;
  std::vector<bool> has_exited_;
  // Who waits at the barrier, and who may go on from the last one, by linear index; null for all others. The threads go
  // on in the order of the launch, from `released_at_` on.
  std::vector<Fiber*> at_barrier_, released_;
  unsigned released_at_ = 0, released_left_ = 0;
  unsigned waiting_ = 0, predicates_ = 0;
  int barrier_answer_ = 0;  // of the last one: nobody completes the next before all have read it
  KparityBarrierKind barrier_kind_ = kparity_barrier_plain;
  KparitySite barrier_site_{};
  std::vector<Warp> warps_;
  std::uint64_t idle_turns_ = 0;

  // Shared memory of the block, the same place for every block: the dynamic part, then variables as they are met.
  std::vector<unsigned char> own_arena_;
  unsigned char* arena_ = nullptr;
  std::size_t arena_bytes_ = 0, shared_used_ = 0, dynamic_bytes_ = 0, static_bytes_ = 0;
  std::vector<SharedVariable> variables_;  // the dynamic part first
  bool dynamic_named_ = false;
};

/// Fetches what a switch to the fiber reads of its stack: with a few hundred stacks they do not stay in the first
/// cache.
inline void Scheduler::fetch(const Fiber* fiber) {
  if (fiber == nullptr) return;
  const auto* const top = static_cast<const std::byte*>(fiber->saved);
  for (std::size_t line = 0; line < 4; ++line) __builtin_prefetch(top + 64 * line, 1);
}

/// The next one that was released from a barrier; there is one.
inline Scheduler::Fiber* Scheduler::next_released() {
  --released_left_;
  for (;;) {
    Fiber*& fiber = released_[order_.empty() ? released_at_ : order_[released_at_]];
    ++released_at_;
    if (fiber == nullptr) continue;
    if (released_at_ < threads_) fetch(released_[order_.empty() ? released_at_ : order_[released_at_]]);
    return std::exchange(fiber, nullptr);
  }
}

inline void Scheduler::push_ready(Fiber* fiber) {
  ready_[(ready_head_ + ready_count_++) & (ready_.size() - 1)] = fiber;
}

/// Who runs next: a thread that may go on, else one that has not begun, else one that spins. Null if there is none.
inline Scheduler::Fiber* Scheduler::choose() {
  if (ready_count_ == 0) return released_left_ != 0 ? next_released() : choose_other();
  Fiber* const fiber = ready_[ready_head_];
  ready_head_ = (ready_head_ + 1) & (ready_.size() - 1);
  if (--ready_count_ != 0) fetch(ready_[ready_head_]);
  return fiber;
}

[[gnu::always_inline]] inline void Scheduler::jump(SavedStack* from, SavedStack to) {
  if (has_switch_in_line && switches_in_line_) {
    switch_in_line(from, to);
  } else {
    switching_.jump(from, to);
  }
}

[[gnu::always_inline]] inline void Scheduler::leave(Fiber* self, Fiber* next) {
  ++result_.switches;
  current_ = next;
  jump(&self->saved, next == nullptr ? main_ : next->saved);
}

/// Runs others until somebody lets this thread go on, which may be at once.
[[gnu::always_inline]] inline void Scheduler::park(Fiber& self) {
  Fiber* const next = choose();
  if (next != &self) leave(&self, next);
  context_->thread = self.thread;
  if (hooks_ != nullptr && hooks_->thread_change != nullptr) hooks_->thread_change(hooks_->self, self.linear);
}

}  // namespace kparity::emulate
