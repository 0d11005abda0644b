// Launches, blocks and fibers. The other parts of the scheduler are in barrier.cpp, collective.cpp,
// refused_access.cpp and shared_memory.cpp.
#include "scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "kparity/emulate/debugger.hpp"
#include "warp.hpp"

namespace kparity::emulate {

namespace {

Scheduler& scheduler_of(void* self) {
  return *static_cast<Scheduler*>(self);
}

Index3 index_of(KparityDim3 index) {
  return {index.x, index.y, index.z};
}

FindingKind kind_of(KparityFindingKind kind) {
  switch (kind) {
    case kparity_finding_barrier: return FindingKind::barrier;
    case kparity_finding_limit: return FindingKind::limit;
    case kparity_finding_bounds: return FindingKind::bounds;
    case kparity_finding_race: return FindingKind::race;
    case kparity_finding_uninitialised: return FindingKind::uninitialised;
    case kparity_finding_undefined: return FindingKind::undefined;
    case kparity_finding_trap: return FindingKind::trap;
    case kparity_finding_hang: return FindingKind::hang;
  }
  return FindingKind::undefined;
}

bool is_same_place(const Access& one, const Access& other) {
  return one.line == other.line && one.column == other.column && one.file == other.file;
}

/// splitmix64: a small generator whose values are the same on every machine.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Differs from launch to launch in the whole process: a library keeps it in its slots, and may be used by one
/// scheduler after another.
std::uint64_t next_launch_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// The checker's services have no `self`; between launch_begin and launch_end this is the scheduler they mean.
thread_local Scheduler* serving = nullptr;

}  // namespace

Scheduler::Scheduler(const StackSwitching& switching, const KparityHooks* hooks, const DeviceMemory* memory)
    : hooks_(hooks),
      memory_(memory),
      switching_(switching),
      switches_in_line_(has_switch_in_line && switching.jump == native_switching().jump) {
  engine_.self = this;
  engine_.hooks = hooks;
  engine_.barrier = &kparity_barrier;
  engine_.warp = [](void* self, const KparityWarpRequest* request, KparitySite site) {
    return scheduler_of(self).warp_collective(*request, site);
  };
  engine_.shared = [](void* self, KparitySharedSlot* slot, std::size_t size, std::size_t alignment, const char* name,
                      KparitySite site) { return scheduler_of(self).shared(*slot, size, alignment, name, site); };
  engine_.dynamic_shared = [](void* self, const char* name, KparitySite site) {
    return scheduler_of(self).dynamic_shared(name, site);
  };
  engine_.shared_bytes = [](void* self, int dynamic_only) {
    const Scheduler& scheduler = scheduler_of(self);
    return scheduler.dynamic_bytes_ + (dynamic_only != 0 ? 0 : scheduler.static_bytes_);
  };
  engine_.yield = [](void* self, KparitySite site) {
    Scheduler& scheduler = scheduler_of(self);
    if (scheduler.plain_) return;
    Fiber& fiber = *scheduler.current_;
    fiber.site = site;
    scheduler.yielded_.push_back(&fiber);
    scheduler.park(fiber);
  };
  engine_.trap = [](void* self, const char* text, KparitySite site) {
    Scheduler& scheduler = scheduler_of(self);
    scheduler.abandon({.kind = FindingKind::trap, .access = scheduler.here(site), .text = text});
  };
  engine_.misuse = [](void* self, const char* text, KparitySite site) {
    Scheduler& scheduler = scheduler_of(self);
    scheduler.abandon({.kind = FindingKind::undefined, .access = scheduler.here(site), .text = text});
  };
  engine_.address_space = [](void* self, const void* address) {
    const Scheduler& scheduler = scheduler_of(self);
    const auto* const at = static_cast<const std::byte*>(address);
    const StackPool::Stack& stack = scheduler.current_->stack;
    if (at >= stack.bottom && at < stack.top) return kparity_space_local;
    const auto* const arena = reinterpret_cast<const std::byte*>(scheduler.arena_);
    return at >= arena && at < arena + scheduler.arena_bytes_ ? kparity_space_shared : kparity_space_global;
  };
  services_.report = [](const KparityFinding* found) {
    Finding finding{.kind = kind_of(found->kind),
                    .access = access_of(found->site, found->block, found->thread),
                    .text = found->text,
                    .array = found->array == nullptr ? "" : found->array,
                    .element = found->element};
    finding.on_thread = serving->current_ != nullptr && index_of(serving->context_->thread) == finding.access.thread &&
                        index_of(serving->context_->block) == finding.access.block;
    if (found->has_second != 0) {
      finding.second = access_of(found->second_site, found->second_block, found->second_thread);
      if (found->second_text != nullptr) finding.second->what = found->second_text;
    }
    serving->add(std::move(finding));
  };
  services_.abandon = [] { serving->leave_for_good(); };
  services_.yield = [] { serving->engine_.yield(serving, {}); };
}

Access Scheduler::access_of(const KparitySite& site, KparityDim3 block, KparityDim3 thread) {
  return {site.file == nullptr ? "" : site.file, site.line, site.column, index_of(block), index_of(thread), ""};
}

Access Scheduler::here(const KparitySite& site) const {
  return access_of(site, context_->block, context_->thread);
}

Finding Scheduler::finding_at(FindingKind kind, const KparitySite& site, const Fiber& who, std::string text) const {
  return {.kind = kind, .access = access_of(site, context_->block, who.thread), .text = std::move(text)};
}

void Scheduler::add(Finding finding) {
  for (Finding& known : result_.findings) {
    if (known.kind != finding.kind || known.array != finding.array || !is_same_place(known.access, finding.access))
      continue;
    if (known.second.has_value() != finding.second.has_value()) continue;
    if (known.second && !is_same_place(*known.second, *finding.second)) continue;
    ++known.times;
    return;
  }
  if (options_.for_debugger) {
    fmt::print(stderr, "kparity: {}: {}\n", name_of(finding.kind), to_string(finding));
    kparity_debugger_finding();
  }
  if (result_.findings.size() < options_.most_findings) result_.findings.push_back(std::move(finding));
}

void Scheduler::abandon(Finding finding) {
  finding.on_thread = true;
  add(std::move(finding));
  leave_for_good();
}

void Scheduler::leave_for_good() {
  abandoned_ = true;
  current_ = nullptr;
  SavedStack dropped = nullptr;
  jump(&dropped, main_);
  __builtin_unreachable();
}

// ---------------------------------------------------------------------------------------------------------- launches

LaunchResult Scheduler::launch(const KparityModule& module, const KparityKernel& kernel, const LaunchShape& shape,
                               void** arguments, const EmulationOptions& options) {
  module_ = &module;
  kernel_ = &kernel;
  context_ = module.context;
  arguments_ = arguments;
  options_ = options;
  result_ = {};
  abandoned_ = false;
  failure_ = nullptr;
  fault_.reset();
  if (shape.is_empty()) return std::move(result_);
  if (!check_limits(shape)) {
    result_.completed = false;
    return std::move(result_);
  }
  prepare(shape);
  Scheduler* const outer = std::exchange(serving, this);
  if (hooks_ != nullptr && hooks_->launch_begin != nullptr) {
    KparityLaunch launch{};
    launch.kernel = kernel.name;
    launch.number = number_;
    launch.grid = context_->grid_size;
    launch.block = context_->block_size;
    launch.threads = threads_;
    launch.warp_size = options_.warp_size;
    launch.shared = arena_;
    launch.shared_bytes = arena_bytes_;
    launch.context = context_;
    launch.context_bytes = sizeof *context_;
    launch.engine = module.engine;
    launch.engine_bytes = sizeof engine_;
    launch.services = &services_;
    hooks_->launch_begin(hooks_->self, &launch);
  }
  {
    const FaultWatch watch(&take_fault, this);
    run_blocks();
    if (fault_) explain_fault();
  }
  if (hooks_ != nullptr && hooks_->launch_end != nullptr) hooks_->launch_end(hooks_->self, abandoned_ ? 1 : 0);
  serving = outer;
  if (abandoned_) reset_fibers();
  result_.completed = !abandoned_;
  if (failure_) std::rethrow_exception(failure_);
  return std::move(result_);
}

void Scheduler::refuse(std::string text) {
  add({.kind = FindingKind::limit, .access = {}, .text = std::move(text), .of_launch = true});
}

bool Scheduler::check_limits(const LaunchShape& shape) {
  static constexpr const char* axes[] = {"x", "y", "z"};
  const DeviceLimits& limits = options_.limits;
  const std::uint64_t threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  if (threads > limits.threads_per_block)
    refuse(fmt::format("a block of {} has {} threads; the limit is {}", to_string(shape.block), threads,
                       limits.threads_per_block));
  if (threads == 0) refuse(fmt::format("a block of {} has no threads", to_string(shape.block)));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape.block[axis] > limits.block[axis])
      refuse(fmt::format("block.{} is {}; the limit is {}", axes[axis], shape.block[axis], limits.block[axis]));
    if (shape.grid[axis] > limits.grid[axis])
      refuse(fmt::format("grid.{} is {}; the limit is {}", axes[axis], shape.grid[axis], limits.grid[axis]));
  }
  if (kernel_->max_threads != 0 && threads > kernel_->max_threads)
    refuse(fmt::format("a block of {} threads is beyond the __launch_bounds__({}) of the kernel", threads,
                       kernel_->max_threads));
  const std::size_t memory = options_.opt_in_shared_memory ? limits.shared_memory_opt_in : limits.shared_memory;
  if (shape.shared_memory > memory)
    refuse(fmt::format("{} bytes of dynamic shared memory are beyond the limit of {}", shape.shared_memory, memory));
  return result_.findings.empty();
}

void Scheduler::prepare(const LaunchShape& shape) {
  number_ = next_launch_number();
  *module_->engine = engine_;
  context_->block_size = {shape.block[0], shape.block[1], shape.block[2]};
  context_->grid_size = {shape.grid[0], shape.grid[1], shape.grid[2]};
  context_->warp_size = static_cast<int>(options_.warp_size);
  threads_ = shape.block[0] * shape.block[1] * shape.block[2];
  plain_ = module_->needs_fibers == 0 && hooks_ == nullptr && !options_.for_debugger && kernel_->block != nullptr;
  make_order();
  dynamic_bytes_ = shape.shared_memory;
  place_dynamic();
  if (!plain_) prepare_fibers();
}

void Scheduler::prepare_fibers() {
  at_barrier_.assign(threads_, nullptr);
  released_.assign(threads_, nullptr);
  has_exited_.assign(threads_, false);
  const std::size_t ring = std::bit_ceil(std::size_t{threads_} + 1);
  if (ready_.size() < ring) ready_.resize(ring);
  warp_shift_ = static_cast<unsigned>(std::countr_zero(options_.warp_size));
  warps_.resize((threads_ + options_.warp_size - 1) / options_.warp_size);
}

void Scheduler::make_order() {
  order_.clear();
  if (options_.order == ThreadOrder::ascending) return;
  order_.resize(threads_);
  std::iota(order_.begin(), order_.end(), 0u);
  if (options_.order == ThreadOrder::descending) {
    std::reverse(order_.begin(), order_.end());
    return;
  }
  std::uint64_t state = options_.seed;
  for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[next_random(state) % i]);
}

void Scheduler::run_blocks() {
  if (plain_) {
    Fiber* const fiber = idle_fiber();
    resume_from_main(fiber);
    return;
  }
  for_each_block([&] { run_block(); });
}

template <class F>
void Scheduler::for_each_block(F&& run) {
  std::uint64_t linear = 0;
  const KparityDim3 grid = context_->grid_size;
  for (unsigned z = 0; z < grid.z; ++z)
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x) {
        context_->block = {x, y, z};
        begin_block(linear++);
        run();
        if (abandoned_) return;
        end_block();
      }
}

/// On a fiber, since the kernel may have to be left in the middle.
void Scheduler::run_plain() {
  for_each_block([&] { kernel_->block(arguments_, order_.empty() ? nullptr : order_.data()); });
}

void Scheduler::begin_block(std::uint64_t linear) {
  ++block_;
  for (const SharedVariable& variable : variables_)
    if (variable.bytes != 0) std::memset(arena_ + variable.offset, options_.shared_fill, variable.bytes);
  if (hooks_ != nullptr && hooks_->block_begin != nullptr) hooks_->block_begin(hooks_->self, context_->block, linear);
  dynamic_named_ = false;
}

void Scheduler::end_block() {
  check_gaps();
  if (hooks_ != nullptr && hooks_->block_end != nullptr) hooks_->block_end(hooks_->self);
}

void Scheduler::run_block() {
  next_ = exited_ = waiting_ = predicates_ = released_left_ = 0;
  idle_turns_ = 0;
  std::fill(has_exited_.begin(), has_exited_.end(), false);
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    const unsigned lanes = std::min(options_.warp_size, threads_ - static_cast<unsigned>(i) * options_.warp_size);
    warps_[i].exists = lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
    warps_[i].exited = warps_[i].waiting = 0;
  }
  while (exited_ < threads_ && !abandoned_) {
    Fiber* const next = choose();
    if (next != nullptr) {
      resume_from_main(next);
    } else if (!resolve_stuck()) {
      abandoned_ = true;
    }
  }
}

// ------------------------------------------------------------------------------------------------------------ fibers

void Scheduler::fiber_entry(void* fiber) {
  auto& self = *static_cast<Fiber*>(fiber);
  self.scheduler->run_fiber(self);
}

/// Never returns: between blocks the fiber waits among the idle ones.
void Scheduler::run_fiber(Fiber& self) {
  for (;;) {
    if (plain_) {
      run_plain();
    } else {
      while (next_ < threads_) start_next_thread(self);
    }
    idle_.push_back(&self);
    leave(&self, plain_ ? nullptr : choose());
  }
}

void Scheduler::start_next_thread(Fiber& self) {
  self.linear = order_.empty() ? next_ : order_[next_];
  ++next_;
  idle_turns_ = 0;
  self.thread = position(self.linear);
  context_->thread = self.thread;
  if (hooks_ != nullptr && hooks_->thread_change != nullptr) hooks_->thread_change(hooks_->self, self.linear);
  if (options_.for_debugger) tell_debugger_of_thread();
  kernel_->thread(arguments_);
  end_thread(self);
}

void Scheduler::tell_debugger_of_thread() const {
  if (options_.stop_at && options_.stop_at->block == index_of(context_->block) &&
      options_.stop_at->thread == index_of(context_->thread))
    kparity_debugger_thread();
}

void Scheduler::end_thread(Fiber& self) {
  ++exited_;
  idle_turns_ = 0;
  has_exited_[self.linear] = true;
  if (hooks_ != nullptr && hooks_->thread_exit != nullptr) hooks_->thread_exit(hooks_->self);
  Warp& warp = warp_of(self.linear);
  warp.exited |= std::uint64_t{1} << lane_of(self.linear);
  if (warp.waiting != 0) complete_after_exit(warp);
}

KparityDim3 Scheduler::position(unsigned linear) const {
  const KparityDim3 size = context_->block_size;
  if (size.y == 1 && size.z == 1) return {linear, 0, 0};
  const unsigned rest = linear / size.x;
  return {linear % size.x, rest % size.y, rest / size.y};
}

Scheduler::Fiber& Scheduler::new_fiber() {
  Fiber& fiber = fibers_.emplace_back();
  fiber.scheduler = this;
  fiber.stack = stacks_.take();
  fiber.saved = switching_.make(fiber.stack.bottom, fiber.stack.top, &fiber_entry, &fiber);
  return fiber;
}

Scheduler::Fiber* Scheduler::idle_fiber() {
  if (idle_.empty()) return &new_fiber();
  Fiber* const fiber = idle_.back();
  idle_.pop_back();
  return fiber;
}

Scheduler::Fiber* Scheduler::choose_other() {
  if (next_ < threads_) return idle_fiber();
  if (yielded_.empty()) return nullptr;
  if (++idle_turns_ > options_.most_idle_turns) return nullptr;
  Fiber* const fiber = yielded_.front();
  yielded_.pop_front();
  return fiber;
}

void Scheduler::resume_from_main(Fiber* next) {
  current_ = next;
  jump(&main_, next->saved);
  current_ = nullptr;
}

/// After an abandoned launch parked fibers still hold frames of the kernel; they are dropped without unwinding, as the
/// device drops its threads.
void Scheduler::reset_fibers() {
  idle_.clear();
  yielded_.clear();
  ready_head_ = ready_count_ = 0;
  for (Fiber& fiber : fibers_) {
    fiber.saved = switching_.make(fiber.stack.bottom, fiber.stack.top, &fiber_entry, &fiber);
    idle_.push_back(&fiber);
  }
}

}  // namespace kparity::emulate
