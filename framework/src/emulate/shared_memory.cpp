// Shared memory of a block: one arena for the dynamic part and every `__shared__` variable, each followed by a gap that
// must keep its pattern.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "scheduler.hpp"

namespace kparity::emulate {

namespace {

constexpr std::size_t gap_bytes = 64;
constexpr unsigned char gap_pattern = 0xc3;
constexpr std::size_t arena_alignment = 256;

std::size_t round_up(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

}  // namespace

/// At the beginning of a launch: room for all a device may have, gaps included.
void Scheduler::place_dynamic() {
  const std::size_t most_gaps = 1024 * gap_bytes;
  const std::size_t wanted = options_.limits.shared_memory_opt_in + options_.limits.static_shared_memory + most_gaps;
  if (arena_bytes_ < wanted) {
    arena_ = nullptr;
    if (hooks_ != nullptr && hooks_->shared_arena != nullptr) arena_ = hooks_->shared_arena(hooks_->self, wanted);
    if (arena_ == nullptr) {
      own_arena_.resize(wanted + arena_alignment);
      const auto base = reinterpret_cast<std::uintptr_t>(own_arena_.data());
      arena_ = own_arena_.data() + (round_up(base, arena_alignment) - base);
    }
    arena_bytes_ = wanted;
  }
  variables_.assign(1, {.offset = 0, .bytes = dynamic_bytes_, .name = "dynamic shared memory"});
  write_gap(variables_[0]);
  shared_used_ = round_up(dynamic_bytes_, 16) + gap_bytes;
  static_bytes_ = 0;
}

void* Scheduler::dynamic_shared(const char* name, const KparitySite& site) {
  if (!dynamic_named_) {
    dynamic_named_ = true;
    variables_[0].name = name;
    variables_[0].site = site;
    if (hooks_ != nullptr && hooks_->shared_allocated != nullptr)
      hooks_->shared_allocated(hooks_->self, arena_, dynamic_bytes_, name, &site);
  }
  return arena_;
}

void* Scheduler::shared(KparitySharedSlot& slot, std::size_t size, std::size_t alignment, const char* name,
                        const KparitySite& site) {
  if (slot.launch == number_ && slot.block == block_) return arena_ + slot.offset;
  if (slot.launch != number_) {
    static_bytes_ = round_up(static_bytes_, alignment) + size;
    const std::size_t total = round_up(dynamic_bytes_, 16) + static_bytes_;
    const std::size_t limit =
        options_.opt_in_shared_memory ? options_.limits.shared_memory_opt_in : options_.limits.shared_memory;
    if (static_bytes_ > options_.limits.static_shared_memory)
      abandon({.kind = FindingKind::limit,
               .access = here(site),
               .text = fmt::format("with `{}` a block has {} bytes of __shared__ variables; the limit is {}", name,
                                   static_bytes_, options_.limits.static_shared_memory)});
    if (total > limit)
      abandon({.kind = FindingKind::limit,
               .access = here(site),
               .text = fmt::format("with `{}` a block has {} bytes of static and {} of dynamic shared memory; the "
                                   "limit is {}",
                                   name, static_bytes_, dynamic_bytes_, limit)});
    slot.launch = number_;
    slot.offset = round_up(shared_used_, std::max<std::size_t>(alignment, 16));
    shared_used_ = slot.offset + round_up(size, 16) + gap_bytes;
    variables_.push_back({.offset = slot.offset, .bytes = size, .name = name, .site = site});
    std::memset(arena_ + slot.offset, options_.shared_fill, size);
    write_gap(variables_.back());
  }
  slot.block = block_;
  if (hooks_ != nullptr && hooks_->shared_allocated != nullptr)
    hooks_->shared_allocated(hooks_->self, arena_ + slot.offset, size, name, &site);
  return arena_ + slot.offset;
}

void Scheduler::write_gap(const SharedVariable& variable) {
  const std::size_t end = variable.offset + variable.bytes;
  std::memset(arena_ + end, gap_pattern, round_up(variable.bytes, 16) - variable.bytes + gap_bytes);
}

/// Writes behind a shared variable, found when the block ends: who did it is not known here.
void Scheduler::check_gaps() {
  for (const SharedVariable& variable : variables_) {
    const unsigned char* const begin = arena_ + variable.offset + variable.bytes;
    const unsigned char* const end = begin + (round_up(variable.bytes, 16) - variable.bytes) + gap_bytes;
    const unsigned char* const changed = std::find_if(begin, end, [](unsigned char c) { return c != gap_pattern; });
    if (changed == end) continue;
    Finding finding{.kind = FindingKind::bounds,
                    .access = access_of(variable.site, context_->block, context_->thread),
                    .text = fmt::format("some thread of the block wrote past the end of `{}`: its byte {}, of {}",
                                        variable.name, changed - (arena_ + variable.offset), variable.bytes),
                    .array = variable.name};
    add(std::move(finding));
    write_gap(variable);
  }
}

}  // namespace kparity::emulate
