// Clocks form a graph without cycles. A search goes newest first, which finds the facts of a lock at once, and after
// some steps gathers all facts into a table, which serves the last block of a sum that reads what every other block has
// released.
#include "clocks.hpp"

namespace kparity::checker {

namespace {

constexpr int short_search = 32;  // clocks looked at before a table is made

std::uint64_t key(std::uint32_t from, std::uint16_t thread) {
  return std::uint64_t{from} << 16 | thread;
}

}  // namespace

void Clocks::clear() {
  clocks_.clear();
  clocks_.emplace_back();
  seen_.assign(1, 0);
  search_ = 0;
}

ClockId Clocks::make(std::vector<Fact> facts, ClockId parent) {
  clocks_.push_back({std::move(facts), {parent, 0}, nullptr});
  seen_.push_back(0);
  return static_cast<ClockId>(clocks_.size() - 1);
}

ClockId Clocks::join(ClockId a, ClockId b) {
  if (a < b) std::swap(a, b);
  // The usual cases of one being part of the other; a spinning thread must not make a clock at every turn.
  if (b == 0 || a == b || clocks_[a].parents[0] == b || clocks_[a].parents[1] == b) return a;
  clocks_.push_back({{}, {a, b}, nullptr});
  seen_.push_back(0);
  return static_cast<ClockId>(clocks_.size() - 1);
}

bool Clocks::knows(ClockId clock, std::uint32_t block, std::uint32_t stamp, std::uint16_t thread) {
  if (clock == 0) return false;
  const auto in = [&](const Flat& flat) {
    for (const std::uint64_t where : {key(block, thread), key(block, Fact::all_threads), key(stamp, thread)}) {
      const auto fact = flat.find(where);
      if (fact != flat.end() && stamp < fact->second) return true;
    }
    return false;
  };
  if (clocks_[clock].flat) return in(*clocks_[clock].flat);
  ++search_;
  open_.assign(1, clock);
  for (int steps = 0; !open_.empty(); ++steps) {
    if (steps == short_search) return in(flatten(clock));
    const ClockId id = open_.back();
    open_.pop_back();
    if (id == 0 || seen_[id] == search_) continue;
    seen_[id] = search_;
    for (const Fact& fact : clocks_[id].facts) {
      if (fact.from <= stamp && stamp < fact.upto && (fact.thread == thread || fact.thread == Fact::all_threads)) {
        return true;
      }
    }
    open_.push_back(clocks_[id].parents[1]);
    open_.push_back(clocks_[id].parents[0]);
  }
  return false;
}

const Clocks::Flat& Clocks::flatten(ClockId clock) {
  auto flat = std::make_unique<Flat>();
  const auto add = [&](std::uint64_t where, std::uint32_t upto) {
    std::uint32_t& known = (*flat)[where];
    if (known < upto) known = upto;
  };
  ++search_;
  open_.assign(1, clock);
  while (!open_.empty()) {
    const ClockId id = open_.back();
    open_.pop_back();
    if (id == 0 || seen_[id] == search_) continue;
    seen_[id] = search_;
    const Clock& from = clocks_[id];
    if (from.flat) {
      for (const auto& [where, upto] : *from.flat) add(where, upto);
      continue;
    }
    for (const Fact& fact : from.facts) add(key(fact.from, fact.thread), fact.upto);
    open_.push_back(from.parents[1]);
    open_.push_back(from.parents[0]);
  }
  clocks_[clock].flat = std::move(flat);
  return *clocks_[clock].flat;
}

}  // namespace kparity::checker
