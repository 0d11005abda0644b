// The scheduler of the tests, with the functions that kernels call.
#include "gpu.hpp"

#include <ucontext.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace kparity::checker {

namespace {

constexpr std::size_t stack_bytes = 128 * 1024;
constexpr std::size_t arena_bytes = 48 * 1024;

struct Fiber {
  ucontext_t context{};
  std::vector<unsigned char> stack = std::vector<unsigned char>(stack_bytes);
  unsigned thread = 0;
};

enum class Waits { nothing, barrier, warp, turn };

}  // namespace

/// The sink: one entry per kind and places, counted.
static void collect(std::vector<Seen>& findings, const KparityFinding& finding) {
  const auto text = [](const char* t) { return std::string(t == nullptr ? "" : t); };
  const Seen seen = {finding.kind,
                     text(finding.text),
                     text(finding.array),
                     text(finding.site.file),
                     text(finding.second_text),
                     text(finding.second_site.file),
                     finding.site.line,
                     finding.second_site.line,
                     finding.element,
                     finding.block,
                     finding.thread,
                     finding.second_block,
                     finding.second_thread,
                     1};
  for (Seen& known : findings) {
    if (known.kind == seen.kind && known.file == seen.file && known.line == seen.line &&
        known.second_file == seen.second_file && known.second_line == seen.second_line) {
      ++known.count;
      return;
    }
  }
  findings.push_back(seen);
}

struct Gpu::State {
  explicit State(Checker& checker) : hooks(checker.hooks()) {}

  const KparityHooks& hooks;
  unsigned char* arena = nullptr;
  std::uint64_t launches = 0;

  const std::function<void()>* kernel = nullptr;
  ThreadOrder thread_order = ThreadOrder::ascending;
  std::mt19937_64 random;
  unsigned threads = 0, blocks = 0, block = 0, running = 0;
  std::vector<unsigned> order;  // in which threads begin
  std::size_t next = 0;         // into `order`
  std::vector<Waits> waits;     // by thread
  std::vector<std::uint64_t> masks;
  std::vector<char> left;
  std::vector<Fiber*> ready;
  std::vector<Fiber*> parked;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber*> idle;
  Fiber* current = nullptr;
  ucontext_t main{};
  bool abandoned = false;
  std::vector<std::pair<std::string, unsigned char*>> shared;
  std::size_t shared_used = 0;
  std::vector<Seen>* findings = nullptr;

  void run_block();
  void run_threads();
  void park(Waits what, std::uint64_t mask);
  void wake();
  void to_main() {
    Fiber* from = current;
    swapcontext(&from->context, &main);
  }
  void resume(Fiber* fiber) {
    current = fiber;
    swapcontext(&main, &fiber->context);
  }
};

namespace {

Gpu::State* active = nullptr;  // whose launch runs

void fiber_entry() {
  active->run_threads();
  active->to_main();  // never resumed
}

}  // namespace

/// The body of a fiber: begins one thread after another, until none is left.
void Gpu::State::run_threads() {
  Fiber* self = current;
  while (next < order.size()) {
    self->thread = running = order[next++];
    hooks.thread_change(hooks.self, running);
    (*kernel)();
    hooks.thread_exit(hooks.self);
    left[running] = 1;
    if (thread_order == ThreadOrder::shuffled_with_pauses && random() % 4 == 0) break;
  }
  idle.push_back(self);
}

void Gpu::State::park(Waits what, std::uint64_t mask) {
  Fiber* self = current;
  waits[running] = what;
  masks[running] = mask;
  (what == Waits::turn ? ready : parked).push_back(self);
  to_main();
  running = self->thread;
  waits[running] = Waits::nothing;
  hooks.thread_change(hooks.self, running);
}

/// Lets go those whose barrier or warp sync is complete.
void Gpu::State::wake() {
  const auto release = [&](auto belongs) {
    for (auto fiber = parked.begin(); fiber != parked.end();) {
      if (belongs((*fiber)->thread)) {
        ready.push_back(*fiber);
        fiber = parked.erase(fiber);
      } else {
        ++fiber;
      }
    }
  };
  for (unsigned warp = 0; warp * 32 < threads; ++warp) {
    const unsigned first = warp * 32, count = std::min(32u, threads - first);
    for (unsigned lane = 0; lane < count; ++lane) {
      if (waits[first + lane] != Waits::warp) continue;
      const std::uint64_t mask = masks[first + lane];
      bool complete = true;
      for (unsigned other = 0; other < count; ++other) {
        if ((mask >> other & 1) == 0 || left[first + other] != 0) continue;
        complete = complete && waits[first + other] == Waits::warp && masks[first + other] == mask;
      }
      if (!complete) continue;
      hooks.warp_collective(hooks.self, warp, mask, 1);
      const auto takes_part = [&](unsigned t) { return t / 32 == warp && (mask >> (t % 32) & 1) != 0; };
      for (unsigned t = first; t < first + count; ++t) {
        if (takes_part(t)) waits[t] = Waits::nothing;
      }
      release(takes_part);
    }
  }
  if (next < order.size() || !ready.empty() || parked.empty()) return;
  const bool all = std::all_of(parked.begin(), parked.end(),
                               [&](const Fiber* fiber) { return waits[fiber->thread] == Waits::barrier; });
  if (!all) throw std::logic_error("the kernel of the test waits for ever");
  hooks.barrier(hooks.self);
  release([](unsigned) { return true; });
}

void Gpu::State::run_block() {
  order.resize(threads);
  std::iota(order.begin(), order.end(), 0u);
  if (thread_order == ThreadOrder::descending) std::reverse(order.begin(), order.end());
  const bool shuffles = thread_order >= ThreadOrder::shuffled;
  if (shuffles) std::shuffle(order.begin(), order.end(), random);
  next = 0;
  waits.assign(threads, Waits::nothing);
  masks.assign(threads, 0);
  left.assign(threads, 0);
  ready.clear();
  parked.clear();
  shared.clear();
  shared_used = 0;
  while (!abandoned) {
    wake();
    if (!ready.empty() && (next == order.size() || random() % 2 == 0)) {
      const std::size_t i = shuffles                                  ? random() % ready.size()
                            : thread_order == ThreadOrder::descending ? ready.size() - 1
                                                                      : 0;
      Fiber* fiber = ready[i];
      ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(i));
      resume(fiber);
    } else if (next < order.size()) {
      if (idle.empty()) {
        fibers.push_back(std::make_unique<Fiber>());
        idle.push_back(fibers.back().get());
      }
      Fiber* fiber = idle.back();
      idle.pop_back();
      getcontext(&fiber->context);
      fiber->context.uc_stack = {.ss_sp = fiber->stack.data(), .ss_flags = 0, .ss_size = fiber->stack.size()};
      fiber->context.uc_link = nullptr;
      makecontext(&fiber->context, fiber_entry, 0);
      resume(fiber);
    } else if (parked.empty()) {
      return;
    }
  }
}

Gpu::Gpu(Checker& checker) : state_(std::make_unique<State>(checker)) {
  state_->arena = state_->hooks.shared_arena(state_->hooks.self, arena_bytes);
}

Gpu::~Gpu() = default;

void Gpu::begin(KparityDim3 grid, KparityDim3 block, const KparityServices& services, std::vector<Seen>& findings) {
  State& state = *state_;
  state.findings = &findings;
  state.threads = block.x * block.y * block.z;
  state.blocks = grid.x * grid.y * grid.z;
  state.abandoned = false;
  active = &state;
  KparityLaunch launch{};
  launch.kernel = "test";
  launch.number = ++state.launches;
  launch.grid = grid;
  launch.block = block;
  launch.threads = state.threads;
  launch.warp_size = 32;
  launch.shared = state.arena;
  launch.shared_bytes = arena_bytes;
  launch.services = &services;
  state.hooks.launch_begin(state.hooks.self, &launch);
}

LaunchResult Gpu::launch(const std::function<void()>& kernel, KparityDim3 grid, KparityDim3 block, ThreadOrder order,
                         std::uint64_t seed) {
  static const KparityServices services = {
      .report = [](const KparityFinding* finding) { collect(*active->findings, *finding); },
      .abandon =
          [] {
            active->abandoned = true;
            active->to_main();
          },
      .yield = [] { active->park(Waits::turn, 0); }};
  LaunchResult result;
  State& state = *state_;
  state.kernel = &kernel;
  state.thread_order = order;
  state.random.seed(seed);
  begin(grid, block, services, result.findings);
  for (state.block = 0; state.block < state.blocks && !state.abandoned; ++state.block) {
    const unsigned b = state.block;
    state.hooks.block_begin(state.hooks.self, {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y}, b);
    state.run_block();
    if (!state.abandoned) state.hooks.block_end(state.hooks.self);
  }
  state.hooks.launch_end(state.hooks.self, state.abandoned ? 1 : 0);
  if (state.abandoned) {  // the fibers of its threads are lost
    state.fibers.clear();
    state.idle.clear();
  }
  result.abandoned = state.abandoned;
  active = nullptr;
  return result;
}

LaunchResult Gpu::drive(const std::function<void(const KparityHooks&)>& body, KparityDim3 grid, KparityDim3 block) {
  static const KparityServices services = {
      .report = [](const KparityFinding* finding) { collect(*active->findings, *finding); },
      .abandon = [] { throw std::logic_error("the driven threads left their memory"); },
      .yield = [] {}};
  LaunchResult result;
  begin(grid, block, services, result.findings);
  body(state_->hooks);
  state_->hooks.launch_end(state_->hooks.self, 0);
  active = nullptr;
  return result;
}

unsigned char* Gpu::arena() const {
  return state_->arena;
}

namespace {

/// Tells the checker of an atomic operation and does it.
template <typename Update>
int atomic(int* address, KparityAtomicKind kind, int scope, const char* file, unsigned line, Update update) {
  const KparityHooks& hooks = active->hooks;
  const KparitySite site = {file, line, 0};
  hooks.atomic_begin(hooks.self, address, sizeof(int), kind, scope, &site);
  const int old = *address;
  const bool wrote = update(old);
  hooks.atomic_end(hooks.self, address, sizeof(int), kind, wrote ? 1 : 0);
  return old;
}

}  // namespace

}  // namespace kparity::checker

using kparity::checker::active;

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

unsigned gpu_thread() {
  return active->running;
}
unsigned gpu_block() {
  return active->block;
}
unsigned gpu_threads() {
  return active->threads;
}
unsigned gpu_blocks() {
  return active->blocks;
}
void gpu_sync_threads() {
  active->park(kparity::checker::Waits::barrier, 0);
}
void gpu_sync_warp(std::uint64_t mask) {
  active->park(kparity::checker::Waits::warp, mask);
}
void gpu_fence(int scope) {
  active->hooks.fence(active->hooks.self, scope);
}

void* gpu_shared(const char* name, std::size_t bytes) {
  for (const auto& [known, address] : active->shared) {
    if (known == name) return address;
  }
  unsigned char* address = active->arena + active->shared_used;
  active->shared_used += (bytes + 64 + 15) / 16 * 16;
  active->shared.emplace_back(name, address);
  active->hooks.shared_allocated(active->hooks.self, address, bytes, name, nullptr);
  return address;
}

int gpu_atomic_add(int* address, int value, int scope, const char* file, unsigned line) {
  return kparity::checker::atomic(address, kparity_atomic_read_modify_write, scope, file, line, [&](int old) {
    *address = old + value;
    return true;
  });
}

int gpu_atomic_exchange(int* address, int value, int scope, const char* file, unsigned line) {
  return kparity::checker::atomic(address, kparity_atomic_read_modify_write, scope, file, line, [&](int) {
    *address = value;
    return true;
  });
}

int gpu_compare_exchange(int* address, int expected, int value, int scope, const char* file, unsigned line) {
  return kparity::checker::atomic(address, kparity_atomic_compare_exchange, scope, file, line, [&](int old) {
    if (old == expected) *address = value;
    return old == expected;
  });
}

int gpu_atomic_load(int* address, int scope, const char* file, unsigned line) {
  return kparity::checker::atomic(address, kparity_atomic_load, scope, file, line, [](int) { return false; });
}

void gpu_atomic_store(int* address, int value, int scope, const char* file, unsigned line) {
  kparity::checker::atomic(address, kparity_atomic_store, scope, file, line, [&](int) {
    *address = value;
    return true;
  });
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
