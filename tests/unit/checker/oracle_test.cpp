// The checker against the oracle on random launches: never a race that is none, and none missed. What makes the checker
// believable.
#include "oracle.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "fixture.hpp"

namespace kparity::checker {

namespace {

constexpr unsigned global_bytes = 48, shared_bytes = 32;
constexpr unsigned untouched = global_bytes;  // where behind it a word lies that no drawn operation touches

struct Drawn {
  unsigned blocks = 1, threads = 32;
  ThreadOrder order = ThreadOrder::ascending;
  std::vector<std::vector<Operation>> operations;  // by thread of the grid
};

class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : random_(seed) {}

  Drawn draw() {
    Drawn drawn;
    constexpr unsigned sizes[] = {2, 16, 32, 33, 48, 64, 72};
    drawn.blocks = 1 + below(3);
    drawn.threads = sizes[below(std::size(sizes))];
    drawn.order = all_orders[below(4)];
    drawn.operations.resize(std::size_t{drawn.blocks} * drawn.threads);
    // About so many accesses in the whole launch that half of the launches are racy.
    density_ = 1 + below(4);
    for (unsigned b = 0; b < drawn.blocks; ++b) draw_block(drawn, b);
    return drawn;
  }

 private:
  unsigned below(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  bool once_in(unsigned n) { return below(n) == 0; }

  Operation somewhere(OperationKind kind, unsigned bytes) {
    Operation operation;
    operation.kind = kind;
    operation.shared = once_in(3);
    operation.offset = below((operation.shared ? shared_bytes : global_bytes) / bytes) * bytes;
    operation.block_scope = once_in(4);
    return operation;
  }

  Operation fence() {
    Operation operation;
    operation.kind = OperationKind::fence;
    operation.block_scope = once_in(4);
    return operation;
  }

  Operation plain() {
    switch (below(8)) {
      case 0: return somewhere(OperationKind::read_byte, 1);
      case 1: return somewhere(OperationKind::write_byte, 1);
      case 2: return somewhere(OperationKind::read_long, 8);
      case 3: return somewhere(OperationKind::write_long, 8);
      case 4:
      case 5: return somewhere(OperationKind::write_word, 4);
      default: return somewhere(OperationKind::read_word, 4);
    }
  }

  Operation atomic() {
    constexpr OperationKind kinds[] = {OperationKind::atomic_add,       OperationKind::atomic_add,
                                       OperationKind::atomic_store,     OperationKind::atomic_load,
                                       OperationKind::compare_exchange, OperationKind::cas_loop};
    return somewhere(kinds[below(std::size(kinds))], 4);
  }

  /// A few operations of one thread between two points of synchronisation.
  void work(std::vector<Operation>& operations) {
    Operation flag = somewhere(OperationKind::atomic_add, 4);
    switch (below(12)) {
      case 0:  // publishes
        operations.push_back(plain());
        operations.push_back(fence());
        if (once_in(3)) flag.kind = OperationKind::atomic_store;
        operations.push_back(flag);
        break;
      case 1:  // waits for something published
        if (once_in(3)) flag.kind = OperationKind::atomic_load;
        operations.push_back(flag);
        operations.push_back(fence());
        operations.push_back(plain());
        break;
      case 2:  // under a lock
        operations.push_back(flag);
        operations.push_back(fence());
        operations.push_back(plain());
        operations.push_back(fence());
        operations.push_back(flag);
        break;
      case 3: operations.push_back(fence()); break;
      case 4:
      case 5:
      case 6: operations.push_back(atomic()); break;
      default: operations.push_back(plain());
    }
  }

  void draw_block(Drawn& drawn, unsigned block) {
    auto* operations = &drawn.operations[std::size_t{block} * drawn.threads];
    const unsigned phases = 1 + below(5);
    for (unsigned phase = 0; phase < phases; ++phase) {
      for (unsigned k = below(density_ + 1); k > 0; --k) work(operations[below(drawn.threads)]);
      // Few threads do most, so that the same ones meet again.
      if (once_in(2)) work(operations[below(std::min(drawn.threads, 3u))]);
      if (phase + 1 == phases) break;
      synchronise(drawn, operations);
    }
    if (once_in(6)) {  // one thread leaves early
      auto& some = operations[below(drawn.threads)];
      if (!some.empty()) some.resize(below(some.size()));
    }
  }

  void synchronise(const Drawn& drawn, std::vector<Operation>* operations) {
    Operation sync;
    if (once_in(3)) {
      sync.kind = OperationKind::sync_threads;
      for (unsigned t = 0; t < drawn.threads; ++t) operations[t].push_back(sync);
      return;
    }
    sync.kind = OperationKind::sync_warp;
    for (unsigned warp = 0; warp * 32 < drawn.threads; ++warp) {
      const unsigned how = below(4);
      const std::uint64_t some = random_() & 0xffffffff;
      for (unsigned t = warp * 32; t < std::min(drawn.threads, warp * 32 + 32); ++t) {
        const bool upper = t % 32 >= 16;
        if (how == 0) continue;
        sync.mask = how == 1 ? 0xffffffff : how == 2 ? (upper ? 0xffff0000 : 0xffff) : some;
        if ((sync.mask >> (t % 32) & 1) != 0) operations[t].push_back(sync);
      }
    }
  }

  std::mt19937_64 random_;
  unsigned density_ = 1;
};

/// Runs a drawn launch operation by operation, telling checker and oracle the same.
class Run {
 public:
  Run(const Drawn& drawn, Oracle& oracle, const KparityHooks& hooks, void (*operation)(Operation, unsigned char*),
      unsigned char* global, unsigned char* shared, std::uint64_t seed)
      : drawn_(drawn),
        oracle_(oracle),
        hooks_(hooks),
        operation_(operation),
        global_(global),
        shared_(shared),
        random_(seed) {}

  void run() {
    for (unsigned block = 0; block < drawn_.blocks; ++block) {
      hooks_.block_begin(hooks_.self, {block, 0, 0}, block);
      hooks_.shared_allocated(hooks_.self, shared_, shared_bytes, "shared", nullptr);
      oracle_.block_begin(block);
      run_block(&drawn_.operations[std::size_t{block} * drawn_.threads]);
      hooks_.block_end(hooks_.self);
    }
  }

 private:
  void run_block(const std::vector<Operation>* operations) {
    operations_ = operations;
    std::vector<unsigned> order(drawn_.threads);
    std::iota(order.begin(), order.end(), 0u);
    if (drawn_.order == ThreadOrder::descending) std::reverse(order.begin(), order.end());
    if (drawn_.order >= ThreadOrder::shuffled) std::shuffle(order.begin(), order.end(), random_);
    next_.assign(drawn_.threads, 0);
    left_.assign(drawn_.threads, 0);
    while (std::find(left_.begin(), left_.end(), 0) != left_.end()) {
      bool moved = false;
      for (const unsigned thread : order) moved = advance(thread) || moved;
      moved = complete_warps() || moved;
      if (!moved) barrier();
    }
  }

  const Operation* at(unsigned thread) const {
    return next_[thread] < operations_[thread].size() ? &operations_[thread][next_[thread]] : nullptr;
  }
  bool waits(unsigned thread, OperationKind kind) const {
    const Operation* operation = at(thread);
    return left_[thread] == 0 && operation != nullptr && operation->kind == kind;
  }

  /// Runs a thread up to its next synchronisation; with pauses, only a part of that.
  bool advance(unsigned thread) {
    if (left_[thread] != 0) return false;
    hooks_.thread_change(hooks_.self, thread);
    bool moved = false;
    for (const Operation* operation = at(thread); operation != nullptr; operation = at(thread)) {
      if (operation->kind == OperationKind::sync_threads || operation->kind == OperationKind::sync_warp) return moved;
      if (drawn_.order == ThreadOrder::shuffled_with_pauses && moved && random_() % 2 == 0) return true;
      unsigned char* memory = operation->shared ? shared_ : global_;
      int word = 0;
      std::memcpy(&word, memory + operation->offset / 4 * 4, 4);
      const bool wrote = operation->kind == OperationKind::cas_loop || word == 1;
      oracle_.run(thread, *operation, wrote);
      if (operation->kind == OperationKind::fence) {
        hooks_.fence(hooks_.self, operation->block_scope ? 0 : 1);
      } else {
        operation_(*operation, memory);
      }
      ++next_[thread];
      moved = true;
    }
    hooks_.thread_exit(hooks_.self);
    left_[thread] = 1;
    return true;
  }

  bool complete_warps() {
    bool any = false;
    for (unsigned t = 0; t < drawn_.threads; ++t) {
      if (!waits(t, OperationKind::sync_warp)) continue;
      const std::uint64_t mask = at(t)->mask;
      std::vector<unsigned> lanes;
      bool complete = true;
      for (unsigned u = t / 32 * 32; u < std::min(drawn_.threads, t / 32 * 32 + 32); ++u) {
        if ((mask >> (u % 32) & 1) == 0 || left_[u] != 0) continue;
        complete = complete && waits(u, OperationKind::sync_warp) && at(u)->mask == mask;
        lanes.push_back(u);
      }
      if (!complete) continue;
      hooks_.warp_collective(hooks_.self, t / 32, mask, 1);
      oracle_.collective(lanes);
      for (const unsigned u : lanes) ++next_[u];
      any = true;
    }
    return any;
  }

  void barrier() {
    for (unsigned t = 0; t < drawn_.threads; ++t) {
      if (left_[t] == 0 && !waits(t, OperationKind::sync_threads)) throw std::logic_error("a drawn launch hangs");
    }
    hooks_.barrier(hooks_.self);
    oracle_.barrier(left_);
    for (unsigned t = 0; t < drawn_.threads; ++t) next_[t] += left_[t] == 0 ? 1 : 0;
  }

  const Drawn& drawn_;
  Oracle& oracle_;
  const KparityHooks& hooks_;
  void (*operation_)(Operation, unsigned char*);
  unsigned char *global_, *shared_;
  std::mt19937_64 random_;
  const std::vector<Operation>* operations_ = nullptr;
  std::vector<std::size_t> next_;
  std::vector<char> left_;
};

/// Whether the thread compares and exchanges at the word before the next barrier from `at` on.
bool exchanges_soon(const std::vector<Operation>& operations, std::size_t at, bool shared, std::uint32_t word) {
  for (; at < operations.size() && operations[at].kind != OperationKind::sync_threads; ++at) {
    const Operation& each = operations[at];
    const bool exchanges = each.kind == OperationKind::compare_exchange || each.kind == OperationKind::cas_loop;
    if (exchanges && each.shared == shared && each.offset == word) return true;
  }
  return false;
}

/// Whether a thread of the block that begins with thread `first` of the grid has a loop at the word.
bool block_has_loop(const Drawn& drawn, std::size_t first, bool shared, std::uint32_t word) {
  for (std::size_t thread = first; thread < first + drawn.threads; ++thread)
    for (const Operation& each : drawn.operations[thread])
      if (each.kind == OperationKind::cas_loop && each.shared == shared && each.offset == word) return true;
  return false;
}

/// Why a racy launch may be missed with the tolerance of loops.
enum class Excuse {
  own_exchange,   // a thread reads a word plainly and compares and exchanges there before the next barrier, by chance
  loop_of_block,  // or the first read of a loop has taken the place of a read that is ordered before it, and is
                  // forgotten
};

/// The launch without the plain reads of words that an excuse is about: they are led elsewhere. Of a read of two words
/// the other one stays.
Drawn without_excused_reads(Drawn drawn, Excuse excuse) {
  const Drawn original = drawn;
  for (std::size_t thread = 0; thread < drawn.operations.size(); ++thread) {
    const auto is_excused = [&](std::size_t at, bool shared, std::uint32_t word) {
      if (exchanges_soon(original.operations[thread], at, shared, word)) return true;
      return excuse == Excuse::loop_of_block &&
             block_has_loop(original, thread / drawn.threads * drawn.threads, shared, word);
    };
    for (std::size_t at = 0; at < drawn.operations[thread].size(); ++at) {
      Operation& read = drawn.operations[thread][at];
      const bool is_long = read.kind == OperationKind::read_long;
      if (!is_long && read.kind != OperationKind::read_word && read.kind != OperationKind::read_byte) continue;
      const std::uint32_t word = read.offset / 4 * 4;
      const bool goes = is_excused(at, read.shared, word);
      const bool second_goes = is_long && is_excused(at, read.shared, word + 4);
      if (!goes && !second_goes) continue;
      if (is_long) read.kind = OperationKind::read_word;
      if (is_long && !second_goes) read.offset = word + 4;
      if (goes && (!is_long || second_goes)) {
        read.shared = false;
        read.offset = untouched;
      }
    }
  }
  return drawn;
}

struct Tally {
  unsigned launches = 0, racy = 0, missed = 0, unexplained = 0, invented = 0;
};

/// Seeds first, first + 1, ...
Tally compare(const KernelLibrary& library, bool tolerate_cas_loops, unsigned launches, std::uint64_t first) {
  Checker checker(
      {.tolerate_cas_loops = tolerate_cas_loops, .find_uninitialised = false, .close_device_memory = false});
  Gpu gpu(checker);
  auto* operation = kernel<void(Operation, unsigned char*)>(library, "run_operation");
  auto* global = static_cast<unsigned char*>(checker.allocate(global_bytes + 4, {"global", 4, true}));
  Tally tally;
  for (std::uint64_t seed = first; seed < first + launches; ++seed) {
    const Drawn drawn = Drawing(seed).draw();
    Oracle oracle(drawn.blocks, drawn.threads, tolerate_cas_loops);
    const auto run = [&](const Drawn& launch, Oracle& judge) {
      return gpu.drive(
          [&](const KparityHooks& hooks) { Run(launch, judge, hooks, operation, global, gpu.arena(), seed).run(); },
          {drawn.blocks, 1, 1}, {drawn.threads, 1, 1});
    };
    const LaunchResult result = run(drawn, oracle);
    const bool found = !result.findings.empty();
    ++tally.launches;
    tally.racy += oracle.racy() ? 1 : 0;
    if (oracle.racy() && !found) {
      ++tally.missed;
      const auto explains = [&](Excuse excuse) {
        Oracle without(drawn.blocks, drawn.threads, tolerate_cas_loops);
        run(without_excused_reads(drawn, excuse), without);
        return !without.racy();
      };
      const char* why = explains(Excuse::own_exchange)    ? "a plain read before an exchange of the same thread"
                        : explains(Excuse::loop_of_block) ? "a plain read before the loop of a thread of its block"
                                                          : nullptr;
      if (why == nullptr) ++tally.unexplained;
      std::printf("missed: seed %llu: %s\n", static_cast<unsigned long long>(seed), why == nullptr ? "?" : why);
    }
    if (found && !oracle.racy()) {
      if (++tally.invented == 1) std::printf("first invented: seed %llu\n", static_cast<unsigned long long>(seed));
    }
  }
  std::printf("%s, tolerance %s: %u launches, %u racy, %u missed (%u unexplained), %u invented\n",
              library.compiler.c_str(), tolerate_cas_loops ? "on" : "off", tally.launches, tally.racy, tally.missed,
              tally.unexplained, tally.invented);
  return tally;
}

/// Tests of the checker that are themselves tested: the numbers must not come from launches that are all alike.
void expect_believable(const Tally& tally, double missed_at_most) {
  EXPECT_EQ(tally.invented, 0u);
  EXPECT_LE(tally.missed, missed_at_most);
  EXPECT_EQ(tally.unexplained, 0u);
  EXPECT_GT(tally.racy, tally.launches / 4);
  EXPECT_LT(tally.racy, tally.launches * 3 / 4);
}

class OracleTest : public testing::TestWithParam<KernelLibrary> {};

TEST_P(OracleTest, agrees_on_random_launches) {
  expect_believable(compare(GetParam(), false, 8'000, 1), 0);
  const Tally tolerant = compare(GetParam(), true, 4'000, 1'000'000);
  expect_believable(tolerant, 3 + 3e-4 * tolerant.racy);
}

// The launches that the comparison below has shown to be missed, one for each excuse.
TEST_P(OracleTest, misses_come_from_the_tolerance) {
  for (const std::uint64_t seed : {20'097'441, 20'002'410}) {
    const Tally tally = compare(GetParam(), true, 1, seed);
    EXPECT_EQ(tally.missed, 1u) << seed;
    EXPECT_EQ(tally.unexplained, 0u) << seed;
    EXPECT_EQ(compare(GetParam(), false, 1, seed).missed, 0u) << seed;
  }
}

// Started by ci/nightly.
TEST_P(OracleTest, DISABLED_agrees_on_a_hundred_thousand_launches) {
  expect_believable(compare(GetParam(), false, 100'000, 10'000'000), 0);
  const Tally tolerant = compare(GetParam(), true, 100'000, 20'000'000);
  expect_believable(tolerant, 3e-4 * tolerant.racy);
}

INSTANTIATE_TEST_SUITE_P(Compilers, OracleTest, testing::ValuesIn(kernel_libraries()), compiler_name);

}  // namespace

}  // namespace kparity::checker
